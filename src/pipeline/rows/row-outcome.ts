import type { Difference, JsonFields, Problem, RowOutcome } from '../../contract/outcome.ts'
import { absentStates } from '../../contract/states.ts'
import type { RowRecord, Submission } from '../../ledger/port/outcomes.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { toLongDate } from '../../sheet/values/calendar.ts'
import { assertNever, BatchError } from '../../support/errors.ts'
import type { RowAddresses } from './row-addresses.ts'

/** A text for people, with the settings that it names (`‹set›`) in the words of whoever shows it. */
export type OptionNameFormatter = (text: string) => string

/** The file that holds what would be this sheet of a workbook. */
export type TableNameFormatter = (sheet: string) => string

/** In which words it is told what became of a row. */
export interface OutcomeFormat {
  addresses: RowAddresses
  /** Words the settings that a text names (`‹set›`). */
  formatOptionNames: OptionNameFormatter
  /** What a table about rows is called where the results are no workbook. */
  nameTable?: TableNameFormatter | undefined
}

/** What the ledger says of a row, as data. */
export function readOutcome(record: RowRecord, words: OutcomeFormat): RowOutcome {
  const { state } = record
  const detail = parseFields(record.detail)
  switch (state) {
    case 'invalid':
      return { state, problems: qualifyProblems((detail['problems'] ?? []) as readonly Problem[], record, words) }
    case 'duplicate':
      return {
        state,
        of: words.addresses.row(Number(detail['ofSheet']), Number(detail['ofRow'])),
        shared: textOf(detail['shared']),
      }
    case 'changed':
      return {
        state,
        identifier: record.earlier?.identifier,
        differences: compare(record),
        isDeclined: detail['isDeclined'] === true,
      }
    case 'kept': {
      const { identifier = '', reportUrl = '', result, state: earlier } = record.earlier ?? {}
      const isPending = earlier !== 'done'
      return { state, identifier, reportUrl, result: parseFields(result), isPending, differences: compare(record) }
    }
    case 'skipped':
      return {
        state,
        reason: words.formatOptionNames(String(detail['reason'] ?? '')),
        isWaiting: detail['isWaiting'] === true,
      }
    default:
      return outcomeOfSubmission(record.submission, detail['mayBeInForce'] === true)
  }
}

/** As their user reads them: with the sheet in the addresses, where a run has read more than one. */
export function qualifyProblems(
  problems: readonly Problem[],
  { sheet }: Pick<RowRecord, 'sheet'>,
  { addresses, formatOptionNames }: OutcomeFormat,
): readonly Problem[] {
  return problems.map((problem) => ({
    ...problem,
    cell: addresses.cell(sheet, problem.cell),
    rule: formatOptionNames(problem.rule),
    hint: formatOptionNames(problem.hint),
  }))
}

const ofLastOnly = ' (said of the last sending only: an earlier one may have been processed)'
const mayBeSo = ' (it may be in force already: what was recorded last is not known)'

function outcomeOfSubmission(submission: Submission | undefined, mayBeInForce: boolean): RowOutcome {
  if (submission === undefined)
    throw new BatchError('defect', 'a row of the ledger has neither a state nor a submission')
  const { state, identifier = '', reportUrl = '', isDoubted } = submission
  const doubt = isDoubted ? ofLastOnly : mayBeInForce ? mayBeSo : ''
  const problem =
    doubt !== '' && absentStates.has(state) ? `${submission.problem ?? ''}${doubt}`.trim() : submission.problem
  switch (state) {
    case 'ready':
      return { state, reason: problem }
    case 'accepted':
    case 'pending':
      return { state, identifier, reportUrl, message: problem === '' ? undefined : problem }
    case 'done':
      return { state, identifier, reportUrl, result: parseFields(submission.result) }
    case 'rejected':
      return { state, field: submission.problemField ?? '', message: problem ?? '' }
    case 'failed':
      return { state, reason: problem ?? '' }
    case 'sending':
    case 'unknown':
      return { state, reason: problem ?? 'it is on its way', sentAtMs: submission.sentAt }
    default:
      return assertNever(state)
  }
}

/** What differs between an edited row and its earlier version. */
function compare({ submission, earlier }: RowRecord): Difference[] {
  const before = parseFields(earlier?.request)
  const now = parseFields(submission?.request)
  return Object.keys({ ...before, ...now })
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ field, before: showValue(before[field]), now: showValue(now[field]) }))
}

/** A calendar date of a request is shown as the day it is; all else as it is sent. */
function showValue(value: unknown): string {
  const text = String(value ?? '')
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T00:00:00\.000Z$/.exec(text) ?? []
  return year === undefined ? text : toLongDate({ year: Number(year), month: Number(month), day: Number(day) })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** JSON that this program wrote itself. */
export function parseFields(json: string | undefined): JsonFields {
  return json === undefined ? {} : parseStored(json, 'request or result')
}
