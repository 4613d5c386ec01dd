/** Of a plan: several decisions, and one identifier of an event. */
export function describeRepeated({ event, rows }: { event: string; rows: readonly string[] }): string {
  return `${rows.join(' and ')} carry the same event identifier, ${event}: a service that goes by it keeps one of them`
}

export interface PairDoubts {
  /** One account of one machine has sealed and releases it: only the staff IDs differ. */
  isSameAccount: boolean
  /** The staff IDs differ in letters and digits that look alike. */
  isLookAlike: boolean
}

/** What speaks against two people having sealed and released a plan; said before the release, and in the log. */
export function describePairDoubts({ isSameAccount, isLookAlike }: PairDoubts, isTeam = true): string[] {
  const account =
    'the same account on this machine has sealed it: only the names differ, and they are statements, not log-ins'
  const file = isTeam ? '' : '; this ledger is a file of one account, and for two log-ins it takes a team’s database'
  return [
    ...(isSameAccount ? [`${account}${file}`] : []),
    ...(isLookAlike
      ? ['the two staff IDs look alike: they differ only in letters and digits that are easily confused']
      : []),
  ]
}
