import { formatOperator } from './operator.ts'
import type { Submission } from './port/outcomes.ts'

export const submissionColumns = `submissions.id, submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation,
  submissions.request, submissions.state, submissions.identifier, submissions.report_url AS "reportUrl", submissions.result,
  submissions.problem_field AS "problemField", submissions.problem, submissions.raw_answer AS "rawAnswer", submissions.sent_at AS "sentAt",
  submissions.accepted_at AS "acceptedAt", submissions.done_at AS "doneAt", submissions.doubted, submissions.forgotten_at AS "forgottenAt",
  (SELECT account || '@' || machine FROM holders WHERE holders.id = submissions.sent_by) AS sender`

const self = formatOperator()

/** As the columns have it: null where a submission has nothing. */
export interface SubmissionRecord extends Nullable<Omit<Submission, 'isDoubted' | 'isForgotten'>> {
  doubted: number
  forgottenAt: number | null
}

type Nullable<Facts> = {
  [Name in keyof Facts]-?: undefined extends Facts[Name] ? NonNullable<Facts[Name]> | null : Facts[Name]
}

/** With its replacement. */
export interface OrphanRecord extends SubmissionRecord {
  replaced_by: number | null
}

export function toSubmission(record: SubmissionRecord): Submission {
  return {
    id: record.id,
    requestHash: record.requestHash,
    ordinal: record.ordinal,
    generation: record.generation,
    request: record.request,
    state: record.state,
    identifier: record.identifier ?? undefined,
    reportUrl: record.reportUrl ?? undefined,
    result: record.result ?? undefined,
    problemField: record.problemField ?? undefined,
    problem: record.problem ?? undefined,
    rawAnswer: record.rawAnswer ?? undefined,
    sentAt: record.sentAt ?? undefined,
    acceptedAt: record.acceptedAt ?? undefined,
    doneAt: record.doneAt ?? undefined,
    isDoubted: record.doubted === 1,
    ...(record.forgottenAt === null ? {} : { isForgotten: true }),
    ...(record.sender === null || record.sender === self ? {} : { sender: record.sender }),
  }
}
