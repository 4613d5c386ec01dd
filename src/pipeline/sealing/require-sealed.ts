import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import type { Release } from '../model/options.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { findDifferences, findPlanChanges, type PlanChange } from './compare-plan.ts'
import { type ListedPlan, listPlanned, type PlanSource } from './list-planned.ts'
import { digestPlan, listPlanColumns } from './plan-table.ts'

/**
 * @throws BatchError `input` when a loaded run would send anything but the sealed plan: the changes, their rows, and
 * advice.
 */
export async function requireSealed(
  operation: Operation,
  source: PlanSource,
  loaded: LoadedInput,
  release: Release,
): Promise<ListedPlan> {
  const { seal, lines, wasReleased } = release
  const columns = listPlanColumns(operation)
  const now = await listPlanned(operation, source, loaded)
  const head = { operation: operation.name, target: source.target }
  if (digestPlan(head, lines) !== seal) {
    const isElse = digestPlan(head, now.lines) === seal
    const where = isElse ? findDifferences(columns, lines, now.lines) : []
    throw broken(
      `the plan itself was changed since it was sealed${where.length === 0 ? '' : ` (sheet Plan, ${listFirst(where)})`}`,
      'read an unchanged copy of it, or',
    )
  }
  const found = findPlanChanges({ columns, lines, wasReleased }, now)
  if (found.length === 0) return now
  throw broken(describeBreaks(found), 'look at what changed, then')
}

const mostShown = 10

function describeBreaks(found: readonly PlanChange[]): string {
  const isOf = (by: PlanChange['by']): boolean => found.some((each) => each.by === by)
  const what = [...(isOf('sheet') ? ['the sheet'] : []), ...(isOf('ledger') ? ['what is recorded'] : [])].join(' and ')
  const verb = isOf('sheet') && isOf('ledger') ? 'were' : 'was'
  return `${what} ${verb} changed since the plan was sealed: ${listFirst(found.map((each) => each.what))}`
}

function listFirst(differences: readonly string[]): string {
  if (differences.length === 1) return differences[0] ?? ''
  const more = differences.length > mostShown ? `, the first ${mostShown}` : ''
  return `${differences.length} differences${more}: ${differences.slice(0, mostShown).join('; ')}`
}

function broken(what: string, first: string): BatchError {
  return new BatchError('input', `the seal is broken: ${what}`, {
    hint: `Nothing was sent. To send what there is now, ${first} seal it again and have it released once more.`,
  })
}
