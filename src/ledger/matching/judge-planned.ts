import {
  absentStates,
  createdStates,
  refusedStates,
  type SubmissionState,
  unnamedStates,
} from '../../contract/states.ts'
import type { PlannedChange } from './submission-changes.ts'

/** A submission at the release of the run that planned to change it. */
export interface PresentSubmission {
  id: number
  state: SubmissionState
  sentAt: number | null
  identifier: string | null
  /** 1 when only its identifier is known. */
  bare: number
}

/**
 * Between a load and its release, others may have moved a submission on. What they have done already, or what they know
 * better, is left as it is (`done`); where the plan that was shown is no longer true, nothing is released (`overtaken`).
 */
export type PlannedVerdict = 'due' | 'done' | 'overtaken'

export function judgePlanned(change: PlannedChange, present: PresentSubmission): PlannedVerdict {
  const { state } = present
  const dueIf = (isDue: boolean): PlannedVerdict => (isDue ? 'due' : 'done')
  switch (change.kind) {
    case 'resolve':
      return dueIf(state === 'unknown' && present.sentAt === change.sentAt)
    case 'renew':
      return dueIf(absentStates.has(state))
    case 'ready':
      // Whoever asked for an unknown one has seen this sending, and no later one.
      if (state === 'unknown') return dueIf(change.sentAt !== undefined && change.sentAt === present.sentAt)
      return dueIf(refusedStates.has(state) || (state === 'ready' && change.epoch !== undefined))
    case 'doubt':
      return dueIf(state === 'ready' && present.sentAt === null)
    case 'poll':
      return dueIf(state === 'pending')
    case 'adopt':
      if (unnamedStates.has(state)) return 'due'
      return createdStates.has(state) && present.identifier === change.identifier ? 'done' : 'overtaken'
    case 'describe':
      return present.bare === 1 ? 'due' : 'overtaken'
    case 'hold':
    case 'supersede':
    case 'epoch':
      return 'due'
  }
}
