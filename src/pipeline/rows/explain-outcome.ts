import type { Problem, RowOutcome } from '../../contract/outcome.ts'
import { type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assertNever } from '../../support/errors.ts'
import type { TableNameFormatter } from './row-outcome.ts'

export interface Explanation {
  /** One text; empty without a problem. */
  problem: string
  hint: string
  /** Undefined where another text explains it. */
  said?: Message | undefined
}

/** The operation's advice after a refusal of the service; its own words, or a message of the catalogue. */
export type RefusalAdvice = (field: string, refusal: string) => Message | string

export interface ExplainingFace {
  face?: Face
  /** Names the tables about rows. */
  nameTable?: TableNameFormatter | undefined
}

export function explainOutcome(
  outcome: RowOutcome,
  adviseOn: RefusalAdvice,
  { face = libraryFace, nameTable = (sheet) => `the sheet ${sheet}` }: ExplainingFace = {},
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
      return message('changed', { ...facts, table: nameTable('Changed'), orphans: nameTable('Orphans') })
    }
    case 'kept': {
      const { identifier, isPending, differences } = outcome
      return message('kept', { identifier, isPending, differences, table: nameTable('Changed') })
    }
    case 'superseded': {
      const { later, at, isUnknown } = outcome
      return message('superseded', { later, at, isUnknown })
    }
    case 'ready':
      return message('ready', { reason: outcome.reason })
    case 'accepted':
      return outcome.message === undefined
        ? message('accepted')
        : message('accepted-doubtful', { message: outcome.message })
    case 'pending':
      return message('pending', { message: outcome.message })
    case 'rejected':
      return message('rejected', { field: outcome.field, message: outcome.message })
    case 'failed':
      return message('failed', { reason: outcome.reason })
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
