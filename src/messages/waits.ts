export type Wait =
  /** The service asks for it, or cannot be reached. */
  | { kind: 'hold'; ms: number }
  | { kind: 'question' }
  /** Requests in flight, and those whose intent the ledger is recording. */
  | { kind: 'requests'; count: number }
  /** Requests that wait for a turn at the shared pace, or for the probe after a hold. */
  | { kind: 'turn'; count: number }
  | { kind: 'senders'; senders: readonly WaitingFor[] }
  /** `dueMs`: time until the next poll; undefined when it is not known. */
  | { kind: 'scores'; rows: number; dueMs: number | undefined }
  /** A worker for which no work is left in the queue. */
  | { kind: 'queue' }
  | { kind: 'ledger' }

/** Another sender of rows; `heardMs`: time since its last heartbeat, undefined without a lease. */
interface WaitingFor {
  name: string
  rows: number
  heardMs: number | undefined
}

type WaitWords = { readonly [Kind in Wait['kind']]: (wait: Extract<Wait, { kind: Kind }>) => string }

/** The page shows none of them: its reader can only wait. */
const waits: WaitWords = {
  hold: ({ ms }) => `the end of a pause that the service made necessary, in ${describeTime(ms / 1000)}`,
  question: () => 'the answer to a question that was asked above',
  requests: ({ count }) =>
    count === 1 ? 'the answer to a request' : `the answers to ${count.toLocaleString('en')} requests`,
  turn: ({ count }) => `the turn of ${count.toLocaleString('en')} requests: others send to the same company`,
  senders: ({ senders }) => `others: ${describeSenders(senders)}`,
  scores: ({ rows, dueMs }) =>
    `the scores of ${countRows(rows)}${dueMs === undefined ? '' : `, asked for next in ${describeTime(dueMs / 1000)}`}`,
  queue: () => 'the queue of the workers, which hands out nothing of what is left',
  ledger: () => 'the ledger, which does not answer',
}

export function describeWaits(list: readonly Wait[]): string {
  if (list.length === 0) return 'nothing that is known: please report this'
  return list.map((wait) => (waits[wait.kind] as (wait: Wait) => string)(wait)).join('; ')
}

/** e.g. `3 rows are being sent by anna@laptop (heard 2 s ago)` */
export function describeSenders(senders: readonly WaitingFor[]): string {
  const each = senders.map(({ name, rows, heardMs }) => {
    const heard = heardMs === undefined ? '' : ` (heard ${describeTime(heardMs / 1000)} ago)`
    return `${countRows(rows)} ${rows === 1 ? 'is' : 'are'} being sent by ${name}${heard}`
  })
  return each.join(', ')
}

export function describeTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}

function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`
}
