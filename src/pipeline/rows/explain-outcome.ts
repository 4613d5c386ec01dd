import type { Difference, Problem, RowOutcome } from '../../contract/outcome.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assertNever } from '../../support/errors.ts'
import type { TableNameFormatter } from './row-outcome.ts'

export interface Explanation {
  /** One text; empty without a problem. */
  problem: string
  hint: string
}

const nothing: Explanation = { problem: '', hint: '' }
const sameCommand = 'Start the same command again.'

/** `hintFor` has the operation's advice after refusals; `nameTable` names the tables about rows. */
export function explainOutcome(
  outcome: RowOutcome,
  hintFor: (field: string, message: string) => string,
  nameTable: TableNameFormatter = (sheet) => `the sheet ${sheet}`,
): Explanation {
  switch (outcome.state) {
    case 'invalid':
      return explainInvalid(outcome.problems)
    case 'duplicate':
      if (outcome.shared !== undefined) {
        const problem = `same ${outcome.shared} as ${outcome.of}; not sent`
        return { problem, hint: 'Delete one of the two rows, or correct it.' }
      }
      return {
        problem: `same content as ${outcome.of}; not sent`,
        hint: 'Delete the row; if it is meant, send it with ‹allowDuplicates›.',
      }
    case 'changed':
      return explainChanged(outcome, nameTable)
    case 'kept':
      return { problem: '', hint: describeKept(outcome, nameTable) }
    case 'skipped':
      return { problem: outcome.reason, hint: '' }
    case 'ready':
      return {
        problem: outcome.reason === undefined ? 'not sent' : `not sent: ${outcome.reason}`,
        hint: `${sameCommand} It carries on where it stopped.`,
      }
    case 'accepted':
      if (outcome.message === undefined) {
        return { problem: 'created; its scores were not waited for', hint: `${sameCommand} It asks for the scores.` }
      }
      return {
        problem: `created, but the service says: ${outcome.message}`,
        hint: 'Ask the service’s owner about this assessment; the same command asks again.',
      }
    case 'pending':
      return {
        problem: `created; not ready within the poll time-out${outcome.message === undefined ? '' : `: ${outcome.message}`}`,
        hint: `${sameCommand} It asks for the scores again; ‹pollTimeout› makes it wait longer.`,
      }
    case 'rejected': {
      const { field, message } = outcome
      return { problem: field === '' ? message : `${field}: ${message}`, hint: hintFor(field, message) }
    }
    case 'failed':
      return { problem: `surely not processed: ${outcome.reason}`, hint: sameCommand }
    case 'sending':
    case 'unknown':
      return explainUnknown(outcome, nameTable('Unknown'))
    case 'done':
      return nothing
    default:
      return assertNever(outcome)
  }
}

/** One line: place, expectation, value. */
export function describeProblem({ cell, heading, field, rule, value }: Problem): string {
  const place = [cell, heading === '' || heading === field ? '' : `“${heading}”`, field].filter((part) => part !== '')
  const came = value === '' ? '' : `; it is “${value}”`
  return `${place.length === 0 ? 'the row' : place.join(' ')} ${rule}${came}`
}

function explainInvalid(problems: readonly Problem[]): Explanation {
  const hints = new Set(problems.map(({ hint }) => hint).filter((hint) => hint !== ''))
  const last = 'Correct the row in the sheet, then start the same command again.'
  return { problem: problems.map(describeProblem).join('\n'), hint: [...hints, last].join('\n') }
}

function explainUnknown(
  { reason, sentAtMs }: Extract<RowOutcome, { state: 'unknown' | 'sending' }>,
  where: string,
): Explanation {
  return {
    problem: sentAtMs === undefined ? reason : `${reason} (sent ${toIsoTime(sentAtMs)})`,
    hint: `Look it up at the service before anything else: it may have been processed. Write what you found into the column resolution of ${where}, save, and start the same command again; ‹retryUnknown› sends all unknown rows again and may do so twice.`,
  }
}

function describeKept(
  { identifier, isPending, differences }: Extract<RowOutcome, { state: 'kept' }>,
  nameTable: TableNameFormatter,
): string {
  const refresh = isPending ? ' refresh asks for its scores.' : ''
  return `Not sent, as decided in ${nameTable('Changed')}: ${identifier} stands (${listDifferences(differences)}).${refresh} To send the row after all, write yes there, save, and start the same command again.`
}

function listDifferences(differences: readonly Difference[]): string {
  return differences.map(({ field, before, now }) => `${field} was “${before}”, is “${now}”`).join('; ')
}

function explainChanged(
  { identifier, differences, isDeclined }: Extract<RowOutcome, { state: 'changed' }>,
  nameTable: TableNameFormatter,
): Explanation {
  const where = nameTable('Changed')
  const created = identifier === undefined ? 'may have been created before' : `was created before as ${identifier}`
  const answer = `write yes into the column send of ${where}, save, and start the same command again`
  return {
    problem: `looks like an edited row: it ${created}; ${listDifferences(differences)}`,
    hint: `Not sent${isDeclined ? `, as ${where} says; but it is not known if the earlier one exists` : ''}. If it is another trip, or is to replace the earlier one, ${answer}; ‹sendChanged› sends all changed rows. The earlier one then stays at the service, and can be cancelled from ${nameTable('Orphans')}.`,
  }
}
