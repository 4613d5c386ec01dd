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

/** All legal moves from each state. The ledger refuses all others; src/README.md says when each is made. */
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

export const heldStates = ['invalid', 'duplicate', 'changed', 'kept', 'skipped', 'superseded'] as const
export type HeldState = (typeof heldStates)[number]

export const rowStates = [...heldStates, ...submissionStates] as const
export type RowState = (typeof rowStates)[number]

export function formatState(state: string, doneWord: string): string {
  return state === 'done' ? doneWord : state
}

/** Lines with their states as people see them, in the order of the states' words. */
export function formatStates<Line extends { state: string }>(lines: readonly Line[], doneWord: string) {
  const shown = lines.map((line) => ({ ...line, state: formatState(line.state, doneWord) }))
  return shown.toSorted((one, other) => (one.state === other.state ? 0 : one.state < other.state ? -1 : 1))
}

/** May also be asked for the word that people see. */
export type StateGroup = ReadonlySet<string>

function group(...states: readonly RowState[]): StateGroup {
  return new Set(states)
}

export function sumOf(counts: ReadonlyMap<string, number>, states: StateGroup): number {
  let sum = 0
  for (const state of states) sum += counts.get(state) ?? 0
  return sum
}

/** The service has a record of it. */
export const createdStates = group('accepted', 'pending', 'done')
/** As far as known, the service has no record of it. The words for `done` are never among them. */
export const notCreatedStates = group(...heldStates, 'ready', 'sending', 'rejected', 'failed', 'unknown')
/** The service may have a record of it: never sent again unless a person asks, and never deleted. */
export const possiblyCreatedStates = group('accepted', 'pending', 'done', 'unknown')
export const inDoubtStates = group('sending', 'unknown')
/** Sent, and surely not processed. */
export const refusedStates = group('rejected', 'failed')
/** After its last sending the service surely has no record of it. */
export const absentStates = group('ready', 'rejected', 'failed')
/** Nothing is on its way and no identifier is known: loading may make it ready, or take an identifier from a sheet. */
export const unnamedStates = group('ready', 'rejected', 'failed', 'unknown')

/** What a run that waits was to make of it is no longer so. */
export const beyondPlanStates = group('sending', 'accepted', 'done')

/** May be forgotten: nothing more comes of it, or nothing was sent. */
export const forgettableStates = group('ready', 'done', 'rejected', 'failed')

/** A run still has work to do for it. */
export const unsettledStates = group('ready', 'sending', 'accepted')
/** Sound in a run that has not sent yet: to be sent, or polled. */
export const plannedStates = group('ready', 'accepted')
export const unansweredStates = group('ready', 'sending')
/** After a run, the outcome of the row is open. */
export const openStates = group('ready', 'sending', 'accepted', 'pending', 'unknown')
/** After a run, the row is neither done nor open. */
export const undoneStates = group('invalid', 'duplicate', 'changed', 'superseded', 'rejected', 'failed')
/** The row needs nothing more, now or later. */
export const finishedStates = group('done', 'duplicate', 'kept', 'skipped')
/** Running the same command again continues it. */
export const carriedOnStates = group('ready', 'sending', 'accepted', 'pending', 'failed')
/** Only the row's cells are known. */
export const unreadStates = group('invalid', 'skipped')
/** Its sheet must be corrected first. */
export const faultyStates = group('invalid', 'rejected')
/** Not sent for a reason that a person can change in the sheet. */
export const withheldStates = group('invalid', 'duplicate', 'changed', 'kept', 'superseded')
/** The row stands for its earlier version, of which the service may have a record. */
export const standInStates = group('changed', 'kept')
/** A row whose record another one has replaced. */
export const replacedStates = group('superseded')
/** Held, as it looks as if it were done before. */
export const looksDoneStates = group('changed', 'superseded')
/** Held back until a person does something; rows that must come after it wait. */
export const blockingHeldStates = group('invalid', 'changed')
