import type { SubmissionState } from '../contract/states.ts'
import { formatOperator } from './operator.ts'
import type { Submission } from './port/outcomes.ts'

export const submissionColumns = [
  'id',
  'request_hash',
  'ordinal',
  'generation',
  'request',
  'state',
  'identifier',
  'report_url',
  'result',
  'problem_field',
  'problem',
  'raw_answer',
  'sent_at',
  'accepted_at',
  'done_at',
  'doubted',
  'forgotten_at',
]
  .map((column) => `submissions.${column}`)
  .concat(`(SELECT account || '@' || machine FROM holders WHERE holders.id = submissions.sent_by) AS sender`)
  .join(', ')

const self = formatOperator()

export interface SubmissionRecord {
  id: number
  request_hash: Uint8Array
  ordinal: number
  generation: number
  request: string
  state: SubmissionState
  identifier: string | null
  report_url: string | null
  result: string | null
  problem_field: string | null
  problem: string | null
  raw_answer: string | null
  sent_at: number | null
  accepted_at: number | null
  done_at: number | null
  doubted: number
  forgotten_at: number | null
  sender: string | null
}

/** With its replacement. */
export interface OrphanRecord extends SubmissionRecord {
  replaced_by: number | null
}

export function toSubmission(record: SubmissionRecord): Submission {
  return {
    id: record.id,
    requestHash: record.request_hash,
    ordinal: record.ordinal,
    generation: record.generation,
    request: record.request,
    state: record.state,
    identifier: record.identifier ?? undefined,
    reportUrl: record.report_url ?? undefined,
    result: record.result ?? undefined,
    problemField: record.problem_field ?? undefined,
    problem: record.problem ?? undefined,
    rawAnswer: record.raw_answer ?? undefined,
    sentAt: record.sent_at ?? undefined,
    acceptedAt: record.accepted_at ?? undefined,
    doneAt: record.done_at ?? undefined,
    isDoubted: record.doubted === 1,
    ...(record.forgotten_at === null ? {} : { isForgotten: true }),
    ...(record.sender === null || record.sender === self ? {} : { sender: record.sender }),
  }
}
