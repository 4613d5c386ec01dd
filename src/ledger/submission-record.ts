import { type HeldState, replacedStates, type SubmissionState, standInStates } from '../contract/states.ts'
import { formatOperator } from './operator.ts'
import type { RowRecord, Stored, Submission } from './port/outcomes.ts'
import { stateOfRow } from './state-sql.ts'
import { parseStored } from './stored-json.ts'

export const submissionColumns = `submissions.id, submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation,
  submissions.request, submissions.state, submissions.identifier, submissions.report_url AS "reportUrl", submissions.result,
  submissions.problem_field AS "problemField", submissions.problem, submissions.raw_answer AS "rawAnswer", submissions.sent_at AS "sentAt",
  submissions.accepted_at AS "acceptedAt", submissions.done_at AS "doneAt", submissions.doubted, submissions.forgotten_at AS "forgottenAt",
  (SELECT account || '@' || machine FROM holders WHERE holders.id = submissions.sent_by) AS sender`

const self = formatOperator()

/** As the columns have it: null where a submission has nothing. */
export interface SubmissionRecord extends Stored<Omit<Submission, 'isDoubted' | 'isForgotten'>> {
  doubted: number
  forgottenAt: number | null
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

/** Columns of a row, with its submission, for the rest of the program. */
export const rowColumns = `${submissionColumns}, rows.seq, rows.sheet, rows.row_number, rows.is_hidden, rows.cells, rows.warnings, rows.held,
  rows.detail, rows.was_done, rows.planned_request, rows.planned_identifier, ${stateOfRow} AS state_of_row`

export interface RowColumns extends Omit<SubmissionRecord, 'id'> {
  id: number | null
  seq: number
  sheet: number
  row_number: number
  is_hidden: number
  cells: string
  warnings: string | null
  held: HeldState | null
  detail: string | null
  was_done: number
  planned_request: string | null
  planned_identifier: string | null
  state_of_row: SubmissionState | null
}

/** The id of the other submission that a held row is about: its earlier version, or the record that replaced its own. */
export function otherOf({ held, detail }: Pick<RowColumns, 'held' | 'detail'>): number | undefined {
  if (held === null || !(standInStates.has(held) || replacedStates.has(held))) return undefined
  const { orphan, later } = parseStored<{ orphan?: number; later?: number }>(detail ?? '{}', 'row')
  return orphan ?? later
}

/** `find` gives the submission that the row is also about. */
export function toRow(record: RowColumns, find: (id: number) => Submission | undefined): RowRecord {
  const submission = hasSubmission(record)
    ? toSubmission({
        ...record,
        state: record.state_of_row ?? record.state,
        request: record.planned_request ?? record.request,
        identifier: record.identifier ?? record.planned_identifier,
      })
    : undefined
  return {
    seq: record.seq,
    sheet: record.sheet,
    rowNumber: record.row_number,
    isHidden: record.is_hidden === 1,
    cells: record.cells,
    warnings: record.warnings ?? undefined,
    state: record.held ?? record.state_of_row ?? 'invalid',
    detail: record.detail ?? undefined,
    wasDone: record.was_done === 1,
    submission,
    other: find(otherOf(record) ?? Number.NaN),
  }
}

function hasSubmission(record: RowColumns): record is RowColumns & { id: number } {
  return record.id !== null
}
