import type { Wait } from '../messages/waits.ts'
import type { Clock } from '../support/clock.ts'
import type { RunContext } from './engine/context.ts'
import type { Operation } from './model/operation.ts'

/** A ledger that takes longer counts as not answering. */
const patienceMs = 5_000

export interface WaitingRun {
  id: number
  operation: Pick<Operation, 'poll'>
}

export interface WaitSources extends Pick<RunContext, 'gate' | 'ledger'> {
  clock: Clock
  findRuns(): Promise<readonly WaitingRun[]>
}

/** A silent ledger is one wait among others; the others are still listed. */
export async function listWaits(parts: WaitSources): Promise<Wait[]> {
  const { gate } = parts
  const { waiting, inFlight, waitMs } = gate.status
  const waits: Wait[] = []
  if (gate.isAsking) waits.push({ kind: 'question' })
  if (inFlight > 0) waits.push({ kind: 'requests', count: inFlight })
  else if (waiting > 0) {
    waits.push(Number.isFinite(waitMs) ? { kind: 'hold', ms: waitMs } : { kind: 'turn', count: waiting })
  }
  return [...waits, ...(await readLedgerWaits(parts))]
}

async function readLedgerWaits(parts: WaitSources): Promise<Wait[]> {
  const isAnswered = new AbortController()
  const silence = parts.clock.sleep(patienceMs, isAnswered.signal).then((): Wait[] => [{ kind: 'ledger' }])
  // The failure is reported where the ledger is needed.
  const answer = queryLedger(parts).catch((): Wait[] => [{ kind: 'ledger' }])
  return Promise.race([answer, silence]).finally(() => isAnswered.abort())
}

async function queryLedger(parts: WaitSources): Promise<Wait[]> {
  const runs = await parts.findRuns()
  return (await Promise.all(runs.map((run) => readRunWaits(parts, run)))).flat()
}

async function readRunWaits({ ledger, clock }: WaitSources, { id, operation }: WaitingRun): Promise<Wait[]> {
  const { senders } = await ledger.submissions.openRows(id)
  const waits: Wait[] = senders.length === 0 ? [] : [{ kind: 'senders', senders }]
  if (operation.poll === undefined) return waits
  const balance = await ledger.runs.balance(id)
  const rows = balance.reduce((sum, { state, count }) => (state === 'accepted' ? sum + count : sum), 0)
  if (rows === 0) return waits
  const next = await ledger.submissions.nextPollAt(id, 0)
  const dueMs = next === undefined ? undefined : Math.max(0, next - clock.now())
  return [...waits, { kind: 'scores', rows, dueMs }]
}
