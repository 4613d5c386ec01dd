/** States of one request that is or was to be sent: the submission. */
export const submissionStates = [
  'ready',
  'sending',
  'accepted',
  'pending',
  'done',
  'rejected',
  'failed',
  'unknown',
] as const
export type SubmissionState = (typeof submissionStates)[number]

/** Every move there is, from each state. The ledger refuses all others; src/README.md says when each is made. */
export const transitions: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  ready: ['sending', 'accepted'],
  sending: ['ready', 'accepted', 'done', 'rejected', 'failed', 'unknown'],
  accepted: ['done', 'pending'],
  pending: ['accepted'],
  done: [],
  rejected: ['ready', 'accepted'],
  failed: ['ready', 'accepted'],
  unknown: ['ready', 'accepted', 'done', 'rejected', 'failed'],
}

/** States of a sheet row that nothing is sent for. */
export const heldStates = ['invalid', 'duplicate', 'changed', 'kept', 'skipped'] as const
/** Those that the first version of a ledger knew. */
export const firstHeldStates = heldStates.filter((state) => state !== 'kept')
export type HeldState = (typeof heldStates)[number]

/** A row of the sheet is in exactly one of these. */
export const rowStates = [...heldStates, ...submissionStates] as const
export type RowState = (typeof rowStates)[number]

/** What people see of a state: the operation has its own word for `done`, such as `scored`. */
export function formatState(state: string, doneWord: string): string {
  return state === 'done' ? doneWord : state
}

/** Lines that have a state, as people see them, in the order of the words. */
export function formatStates<Line extends { state: string }>(lines: readonly Line[], doneWord: string) {
  const shown = lines.map((line) => ({ ...line, state: formatState(line.state, doneWord) }))
  return shown.toSorted((one, other) => (one.state === other.state ? 0 : one.state < other.state ? -1 : 1))
}

/** States that mean the same to somebody; what is shown to people may be asked for as well. */
export type StateGroup = ReadonlySet<string>

function group(...states: readonly RowState[]): StateGroup {
  return new Set(states)
}

/** Of counts by state, those of a group together. */
export function sumOf(counts: ReadonlyMap<string, number>, states: StateGroup): number {
  let sum = 0
  for (const state of states) sum += counts.get(state) ?? 0
  return sum
}

/** The service has a record of it. */
export const createdStates = group('accepted', 'pending', 'done')
/** As far as is known, the service has none. Words for `done` are not among them, whatever they are. */
export const notCreatedStates = group(...heldStates, 'ready', 'sending', 'rejected', 'failed', 'unknown')
/** The service may have a record of it: never to be sent again unasked, and never to be forgotten. */
export const possiblyCreatedStates = group('accepted', 'pending', 'done', 'unknown')
/** Whether the service has a record of it is not known. */
export const inDoubtStates = group('sending', 'unknown')
/** Sent, and surely not processed. */
export const refusedStates = group('rejected', 'failed')
/** As far as its last sending goes, the service surely has no record of it. */
export const absentStates = group('ready', 'rejected', 'failed')
/** Nothing is on its way and no identifier is known: loading may make it ready, or take an identifier that a sheet names. */
export const unnamedStates = group('ready', 'rejected', 'failed', 'unknown')

/** A run has still to do something for it. */
export const unsettledStates = group('ready', 'sending', 'accepted')
/** A run that has not sent yet finds nothing wrong with it: it will be sent, or asked for. */
export const plannedStates = group('ready', 'accepted')
/** No answer came yet. */
export const unansweredStates = group('ready', 'sending')
/** A run ended, and what becomes of the row is open. */
export const openStates = group('ready', 'sending', 'accepted', 'pending', 'unknown')
/** A run ended, and the row is not done; it is not open either. */
export const undoneStates = group('invalid', 'duplicate', 'changed', 'rejected', 'failed')
/** Nothing more is to be done for the row, now or later. */
export const finishedStates = group('done', 'duplicate', 'kept', 'skipped')
/** The same command carries on with it. */
export const carriedOnStates = group('ready', 'sending', 'accepted', 'pending', 'failed')
/** Nothing is known of the row but its cells. */
export const unreadStates = group('invalid', 'skipped')
/** Its sheet must be corrected first. */
export const faultyStates = group('invalid', 'rejected')
/** The row stands for an earlier version of what it says, which the service may have a record of. */
export const standInStates = group('changed', 'kept')
/** Held back until a person does something; rows that must come after it wait. */
export const blockingHeldStates = group('invalid', 'changed')
