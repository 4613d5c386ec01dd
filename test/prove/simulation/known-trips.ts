import type { Ledger } from '../../rooms/ledger.ts'

interface KnownTrip {
  identifier: string
  employeeId: string
  destination: string
}

/** Whose trips the officers decide on, as the ledger has them: `R1` is of `E-1`. */
export const knownTrips: readonly [KnownTrip, KnownTrip, KnownTrip] = [
  { identifier: 'R1', employeeId: 'E-1', destination: 'Spain' },
  { identifier: 'R2', employeeId: 'E-2', destination: 'Peru' },
  { identifier: 'R3', employeeId: 'E-3', destination: 'Malta' },
]

/** Records them as an earlier run of `assess` has left them, and closes the ledger. */
export async function recordTrips(ledger: Ledger, address: string, now: number): Promise<void> {
  const target = await ledger.targets.find(address, 'default')
  const named = { operation: 'assess', doneWord: 'scored', target, file: '/trips.csv', sheets: [''] }
  const { id: runId, epoch } = await ledger.runs.begin({ ...named, isAgain: false, now })
  const settings = { runId, operation: 'assess', target, epoch, allowDuplicates: false, retryUnknown: false, now }
  await ledger.rowLoader.add(
    settings,
    0,
    knownTrips.map(({ employeeId, destination }, index) => {
      const request = { employeeId, destination, startDate: `2026-0${index + 3}-01T00:00:00.000Z` }
      const json = JSON.stringify(request)
      const content = {
        kind: 'request' as const,
        request: { json, identity: request, similarityKey: undefined, claims: [] },
      }
      return {
        sheet: 0,
        rowNumber: index + 2,
        isHidden: false,
        cells: '[]',
        warnings: undefined,
        orderKey: undefined,
        content,
      }
    }),
  )
  await ledger.runs.completeLoad(settings, { sendChanged: false })
  const refusal = await ledger.waiting.release(runId, { now })
  if (refusal !== undefined) throw new Error(refusal)
  for (const [index, ready] of (await ledger.submissions.readyPage(runId, -1, 9)).entries()) {
    const claim = await ledger.submissions.claim(ready.id, runId, now)
    if (claim === undefined) throw new Error('there is no claim')
    const { identifier = '' } = knownTrips[index] ?? {}
    const facts = {
      runId,
      operation: 'create',
      sentAt: now,
      answeredAt: now,
      httpStatus: 200,
      outcome: 'accepted',
      detail: '',
    }
    await ledger.submissions.settle(claim, { to: 'accepted', identifier, reportUrl: '', nextPollAt: now }, facts)
  }
  await ledger.runs.end(runId, { now, ending: 'done', output: undefined })
  await ledger.close()
}
