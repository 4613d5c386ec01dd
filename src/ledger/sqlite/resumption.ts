import { refusedStates } from '../../contract/states.ts'
import type { LoadSettings } from '../port/loaded-row.ts'
import type { AttemptLog } from './attempts.ts'
import type { KnownSubmission, KnownSubmissions } from './known-submissions.ts'

const unknownElsewhere = 'an earlier output says that its outcome is unknown, and this ledger has never sent it'

/** What becomes of a submission because a sheet that is being loaded names it; each with its line in the log. */
export interface Resumption {
  /** Moves one that the ledger knows on, as far as starting the same command again allows. */
  resume(settings: LoadSettings, known: KnownSubmission): void
  /** A new one that may have been sent from elsewhere becomes unknown. */
  doubt(settings: LoadSettings, submissionId: number): void
  note(settings: LoadSettings, submissionId: number, operation: string, outcome: string, detail: string): void
}

export function createResumption(submissions: KnownSubmissions, attempts: AttemptLog): Resumption {
  function note(
    { runId, now: answeredAt }: LoadSettings,
    submissionId: number,
    operation: string,
    outcome: string,
    detail: string,
  ): void {
    const facts = { runId, operation, sentAt: undefined, answeredAt, httpStatus: undefined, outcome, detail }
    attempts.append(submissionId, facts)
  }

  return {
    note,
    resume(settings, known) {
      const epoch = settings.epoch?.id
      if (refusedStates.has(known.state)) submissions.makeReady(known.id, epoch)
      // What an --again sends is its own, or it would be done once more when it is carried on.
      else if (known.state === 'ready' && epoch !== undefined) submissions.makeReady(known.id, epoch)
      else if (known.state === 'pending') submissions.pollAgain(known.id)
      else if (known.state === 'unknown' && settings.retryUnknown) {
        submissions.makeReady(known.id, epoch)
        const answer = known.raw_answer ? `; the answer before was: ${known.raw_answer}` : ''
        note(settings, known.id, 'resend', 'ready', `to be sent again although its outcome is unknown${answer}`)
      }
    },
    doubt(settings, submissionId) {
      submissions.leaveUnknown(submissionId, unknownElsewhere, settings.now)
      note(settings, submissionId, 'recover', 'unknown', unknownElsewhere)
    },
  }
}
