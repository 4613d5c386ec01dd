import type { Difference, JsonFields, Problem, RowOutcome } from '../../contract/outcome.ts'
import { invitation } from '../../contract/staff.ts'
import { absentStates } from '../../contract/states.ts'
import type { RowRecord, Submission } from '../../ledger/port/outcomes.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Message, message, wordMessage, wordStored } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { toLongDate } from '../../sheet/values/date-pattern.ts'
import { toIsoTime, toMinute } from '../../support/clock.ts'
import { assertNever, BatchError } from '../../support/errors.ts'
import type { RowAddresses } from './loaded-input.ts'

/** Name of a sheet, or of the file that replaces it beside a CSV output. */
export type TableNameFormatter = (sheet: string) => string

export interface OutcomeFormat {
  addresses: RowAddresses
  face: Face
  /** Set where the results are not a workbook. */
  nameTable?: TableNameFormatter | undefined
}

export function readOutcome(
  record: RowRecord,
  format: OutcomeFormat,
  nameRecord: (request: JsonFields) => string = () => '',
): RowOutcome {
  const { state } = record
  const detail = parseFields(record.detail)
  switch (state) {
    case 'invalid':
      return { state, problems: qualifyProblems((detail['problems'] ?? []) as readonly Problem[], record, format) }
    case 'duplicate':
      return {
        state,
        of: format.addresses.row(Number(detail['ofSheet']), Number(detail['ofRow'])),
        shared: typeof detail['shared'] === 'string' ? detail['shared'] : undefined,
      }
    case 'changed':
      return {
        state,
        identifier: record.other?.identifier,
        differences: compare(record),
        isDeclined: detail['isDeclined'] === true,
      }
    case 'kept': {
      const { identifier = '', reportUrl = '', result, state: earlier } = record.other ?? {}
      const isPending = earlier !== 'done'
      return { state, identifier, reportUrl, result: parseFields(result), isPending, differences: compare(record) }
    }
    case 'superseded': {
      const { request, doneAt, sentAt, state: later } = record.other ?? {}
      const at = doneAt ?? sentAt
      return {
        state,
        later: nameRecord(parseFields(request)),
        at: at === undefined ? '' : toMinute(at),
        isUnknown: later !== 'done',
      }
    }
    case 'skipped':
      return {
        state,
        reason: wordReason(detail['reason'] ?? '', format.face),
        ...(isMessage(detail['reason']) ? detail['reason'] : {}),
        isWaiting: detail['isWaiting'] === true,
      }
    default:
      return outcomeOfSubmission(record.submission, detail['mayBeInForce'] === true)
  }
}

/** Not sent because a person said so: an outcome of its own among the rows with nothing to do. */
export function isLeftOutByPerson(outcome: RowOutcome): boolean {
  return 'code' in outcome && outcome.code === 'left-out'
}

/** With the sheet in addresses, where a run has read more than one. */
export function qualifyProblems(
  problems: readonly Problem[],
  { sheet }: Pick<RowRecord, 'sheet'>,
  { addresses, face }: OutcomeFormat,
): readonly Problem[] {
  return problems.map((problem) => {
    const { text = wordStored(problem.rule, face), hint = wordStored(problem.hint, face) } =
      wordMessage(problem, face) ?? {}
    return { ...problem, cell: addresses.cell(sheet, problem.cell), rule: text, hint }
  })
}

/** Earlier versions stored a text. */
function wordReason(reason: unknown, face: Face): string {
  return isMessage(reason) ? (wordMessage(reason, face)?.text ?? '') : wordStored(String(reason), face)
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'code' in value
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

function compare({ submission, other: earlier }: RowRecord): Difference[] {
  const before = parseFields(earlier?.request)
  const now = parseFields(submission?.request)
  return Object.keys({ ...before, ...now })
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ field, before: showValue(before[field]), now: showValue(now[field]) }))
}

/** A calendar date in a request is shown as a day; other values as they are sent. */
function showValue(value: unknown): string {
  const text = String(value ?? '')
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T00:00:00\.000Z$/.exec(text) ?? []
  return year === undefined ? text : toLongDate({ year: Number(year), month: Number(month), day: Number(day) })
}

/** JSON from the ledger, written by this program. */
export function parseFields(json: string | undefined): JsonFields {
  return json === undefined ? {} : parseStored(json, 'request or result')
}

export interface Explanation {
  /** One text; empty without a problem. */
  problem: string
  hint: string
  /** Undefined where another text explains it. */
  said?: Message | undefined
}

/** The operation's advice after a refusal of the service; its own words, or a message of the catalogue. */
export type RefusalAdvice = (field: string, refusal: string) => Message | string

export function explainOutcome(
  outcome: RowOutcome,
  adviseOn: RefusalAdvice,
  { face = libraryFace, nameTable = (sheet) => `the sheet ${sheet}` }: Partial<Omit<OutcomeFormat, 'addresses'>> = {},
): Explanation {
  if (outcome.state === 'skipped') return { problem: outcome.reason, hint: '' }
  const said = toMessage(outcome, nameTable)
  const { text = '', hint = '' } = (said && wordMessage(said, face)) ?? {}
  if (outcome.state === 'invalid') return explainInvalid(outcome.problems, hint, face)
  if (outcome.state === 'rejected') {
    const advice = adviseOn(outcome.field, outcome.message)
    return { problem: text, hint: typeof advice === 'string' ? advice : (wordMessage(advice, face)?.text ?? ''), said }
  }
  return { problem: text, hint, said }
}

function toMessage(
  outcome: Exclude<RowOutcome, { state: 'skipped' }>,
  nameTable: TableNameFormatter,
): Message | undefined {
  switch (outcome.state) {
    case 'invalid':
      return message('invalid')
    case 'duplicate': {
      const { of, shared } = outcome
      return shared === undefined ? message('duplicate', { of }) : message('duplicate-key', { shared, of })
    }
    case 'changed': {
      const { state: _, ...facts } = outcome
      const isPerson = facts.differences.some(({ field }) => Object.hasOwn(invitation.shape, field))
      return message('changed', { ...facts, isPerson, table: nameTable('Changed'), orphans: nameTable('Orphans') })
    }
    case 'kept': {
      const { identifier, isPending, differences } = outcome
      return message('kept', { identifier, isPending, differences, table: nameTable('Changed') })
    }
    case 'accepted':
      return outcome.message === undefined
        ? message('accepted')
        : message('accepted-doubtful', { message: outcome.message })
    case 'pending':
      return message('pending', { message: outcome.message })
    case 'superseded':
    case 'ready':
    case 'rejected':
    case 'failed': {
      const { state: code, ...facts } = outcome
      return { code, facts }
    }
    case 'sending':
    case 'unknown': {
      const { reason, sentAtMs } = outcome
      const sentAt = sentAtMs === undefined ? undefined : toIsoTime(sentAtMs)
      return message('unknown', { reason, sentAt, table: nameTable('Unknown') })
    }
    case 'done':
      return undefined
    default:
      return assertNever(outcome)
  }
}

/** One line: place, expectation, value. */
export function describeProblem(
  { cell, heading, field, rule, value }: Problem,
  nameField: Face['field'] = libraryFace.field,
): string {
  const named = [cell, heading === '' || heading === field ? '' : `“${heading}”`, nameField(field)]
  const place = named.filter((part) => part !== '')
  const came = value === '' ? '' : `; it is “${value}”`
  return `${place.length === 0 ? 'the row' : place.join(' ')} ${rule}${came}`
}

function explainInvalid(problems: readonly Problem[], last: string, { field }: Face): Explanation {
  const hints = new Set([...problems.map(({ hint }) => hint), last].filter((hint) => hint !== ''))
  return { problem: problems.map((each) => describeProblem(each, field)).join('\n'), hint: [...hints].join('\n') }
}
