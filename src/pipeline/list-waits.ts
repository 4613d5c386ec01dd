import type { RunContext } from './engine/context.ts'
import type { Wait } from './terms/events.ts'

/** A ledger that takes longer does not answer. */
const patienceMs = 5_000

/** What keeps a run from going on, as far as it can be told: nothing is left out because the ledger is silent. */
export async function listWaits(context: RunContext): Promise<Wait[]> {
  const { gate, health } = context
  const { waiting, inFlight, waitMs } = gate.standing
  const waits: Wait[] = []
  if (health.isAsking) waits.push({ kind: 'question' })
  if (inFlight > 0) waits.push({ kind: 'requests', count: inFlight })
  else if (waiting > 0) {
    waits.push(Number.isFinite(waitMs) ? { kind: 'hold', ms: waitMs } : { kind: 'turn', count: waiting })
  }
  return [...waits, ...(await askLedger(context))]
}

async function askLedger(context: RunContext): Promise<Wait[]> {
  const { clock } = context.ports
  const isAnswered = new AbortController()
  const silence = clock.sleep(patienceMs, isAnswered.signal).then((): Wait[] => [{ kind: 'ledger' }])
  // What fails is told by whoever needs it.
  const answer = readLedger(context).catch((): Wait[] => [{ kind: 'ledger' }])
  return Promise.race([answer, silence]).finally(() => isAnswered.abort())
}

async function readLedger({ ledger, runId, ports, operation }: RunContext): Promise<Wait[]> {
  const { senders } = await ledger.submissions.openRows(runId)
  const waits: Wait[] = senders.length === 0 ? [] : [{ kind: 'senders', senders }]
  if (operation.poll === undefined) return waits
  const balance = await ledger.runs.balance(runId)
  const rows = balance.reduce((sum, { state, count }) => (state === 'accepted' ? sum + count : sum), 0)
  if (rows === 0) return waits
  const next = await ledger.submissions.nextPollAt(runId, 0)
  const dueMs = next === undefined ? undefined : Math.max(0, next - ports.clock.now())
  return [...waits, { kind: 'scores', rows, dueMs }]
}
