import { type FaultPlan, type FaultShare, faultKinds, operationNames } from '../../sandbox/faults/plan.ts'

export function faultsHelp(): string {
  const width = Math.max(...faultKinds.map(({ kind }) => kind.length))
  const kinds = faultKinds.map(({ kind, about }) => `  ${kind.padEnd(width)}  ${about}`)
  return [
    'Faults: kind=share with commas between; the same seed and requests give the same faults.',
    `An operation before a kind limits it: create.cut=1% (${operationNames.join(', ')}).`,
    ...kinds,
    `  ${'rate=20:5'.padEnd(width)}  20 requests a second, 5 at once (default: one second's worth); beyond: 429 with Retry-After`,
    `  ${'in-flight=8'.padEnd(width)}  8 requests at once; beyond: 429 without Retry-After`,
    `  ${'seed=7'.padEnd(width)}  which requests are hit (default 1)`,
  ].join('\n')
}

export function describeFaults({ seed, shares, limits }: FaultPlan): string[] {
  const texts = operationNames.map((operation) => [operation, describeShares(shares[operation])] as const)
  const [, first] = texts[0] ?? []
  const isSameForAll = texts.every(([, text]) => text === first)
  const lines = isSameForAll ? [`all operations: ${first}`] : texts.map((parts) => parts.join(': '))
  const { rate, inFlight } = limits
  if (rate !== undefined) lines.push(`at most ${rate.perSecond} requests a second, ${rate.burst} at once`)
  if (inFlight !== undefined) lines.push(`at most ${inFlight} requests in flight`)
  return [`the sandbox misbehaves on purpose (seed ${seed}):`, ...lines.map((line) => `  ${line}`)]
}

function describeShares(shares: readonly FaultShare[]): string {
  const parts = shares
    .filter(({ share }) => share > 0)
    .map(({ kind, share, ms }) => `${kind} ${Number((share * 100).toFixed(6))}%${ms === 0 ? '' : ` (${ms} ms)`}`)
  return parts.length === 0 ? 'no faults' : parts.join(', ')
}
