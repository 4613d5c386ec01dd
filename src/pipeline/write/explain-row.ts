import type { Problem } from '../../contract/outcome.ts'
import type { RowRecord } from '../../ledger/outcomes.ts'
import type { Submission } from '../../ledger/submissions.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assertNever } from '../../support/errors.ts'
import type { Operation } from '../operation.ts'
import type { RowLookup } from './row-view.ts'

export interface Explanation {
  problem: string
  hint: string
}

const nothing: Explanation = { problem: '', hint: '' }
const sameCommand = 'Start the same command again.'

/** Why a row is not done, and what its user can do: one text each. */
export function explainRow<Request extends object>(
  record: RowRecord,
  problems: readonly Problem[],
  operation: Operation<Request>,
  lookup: RowLookup,
): Explanation {
  const { state, submission } = record
  switch (state) {
    case 'invalid':
      return explainInvalid(problems)
    case 'duplicate':
      return {
        problem: `same content as row ${detailOf(record)['ofRow']}; not sent`,
        hint: 'Delete the row; if it is meant, send it with --allow-duplicates.',
      }
    case 'changed':
      return explainChanged(record, lookup)
    case 'skipped':
      return { problem: String(detailOf(record)['reason'] ?? ''), hint: '' }
    case 'ready':
      return {
        problem: submission?.problem === undefined ? 'not sent' : `not sent: ${submission.problem}`,
        hint: `${sameCommand} It carries on where it stopped.`,
      }
    case 'sending':
    case 'unknown':
      return explainUnknown(submission)
    case 'accepted':
      return submission?.problem === undefined
        ? { problem: 'created; its scores were not waited for', hint: `${sameCommand} It asks for the scores.` }
        : {
            problem: `created, but the service says: ${submission.problem}`,
            hint: 'Ask the service’s owner about this assessment; the same command asks again.',
          }
    case 'pending':
      return {
        problem: ['created; not ready within the poll time-out', submission?.problem].filter(Boolean).join(': '),
        hint: `${sameCommand} It asks for the scores again; --poll-timeout makes it wait longer.`,
      }
    case 'rejected': {
      const field = submission?.problemField ?? ''
      const message = submission?.problem ?? ''
      return { problem: field === '' ? message : `${field}: ${message}`, hint: operation.hintFor(field, message) }
    }
    case 'failed':
      return { problem: `surely not processed: ${submission?.problem ?? ''}`, hint: sameCommand }
    case 'scored':
    case 'decided':
    case 'invited':
      return nothing
    default:
      return assertNever(state)
  }
}

/** A problem as one line: where, what was expected, what came. */
export function describeProblem({ cell, heading, field, rule, value }: Problem): string {
  const place = [cell, heading === '' || heading === field ? '' : `“${heading}”`, field].filter((part) => part !== '')
  const came = value === '' ? '' : `; it is “${value}”`
  return `${place.join(' ')}${place.length === 0 ? 'the row' : ''} ${rule}${came}`
}

function explainInvalid(problems: readonly Problem[]): Explanation {
  const hints = new Set(problems.map(({ hint }) => hint).filter((hint) => hint !== ''))
  return {
    problem: problems.map(describeProblem).join('\n'),
    hint: [...hints, 'Then start the same command again.'].join('\n'),
  }
}

function explainUnknown(submission: Submission | undefined): Explanation {
  const sentAt = submission?.sentAt === undefined ? '' : ` (sent ${toIsoTime(submission.sentAt)})`
  return {
    problem: `${submission?.problem ?? 'it is on its way'}${sentAt}`,
    hint: 'Look it up at the service before anything else: it may exist. If it does, write its identifier into the column assessmentId of this row; only if it surely does not, send it again with --retry-unknown.',
  }
}

function explainChanged(record: RowRecord, lookup: RowLookup): Explanation {
  const orphan = lookup.submission(Number(detailOf(record)['orphan']))
  const before = JSON.parse(orphan?.request ?? '{}')
  const now = JSON.parse(record.submission?.request ?? '{}')
  const differences = Object.keys({ ...before, ...now })
    .filter((field) => before[field] !== now[field])
    .map((field) => `${field} was “${before[field] ?? ''}”, is “${now[field] ?? ''}”`)
  const created =
    orphan?.identifier === undefined ? 'may have been created before' : `was created before as ${orphan.identifier}`
  return {
    problem: `looks like an edited row: it ${created}: ${differences.join('; ')}`,
    hint: 'Not sent. If it is another trip, or the earlier one is to be replaced, send it with --send-changed; the earlier one stays at the service (sheet Orphans).',
  }
}

function detailOf(record: RowRecord): Record<string, unknown> {
  return JSON.parse(record.detail ?? '{}')
}
