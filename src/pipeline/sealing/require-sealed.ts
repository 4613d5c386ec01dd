import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import type { Release } from '../model/options.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { findDifferences, findPlanChanges } from './compare-plan.ts'
import { type ListedPlan, listPlanned, type PlanSource } from './list-planned.ts'
import { digestPlan, listPlanColumns } from './plan-table.ts'

/**
 * @throws BatchError `input` when a sealed run would send anything but what was sealed, or the plan's workbook shows
 * something else: the differences, their rows, and advice.
 */
export async function requireSealed(
  operation: Operation,
  source: PlanSource,
  loaded: LoadedInput,
  { seal, lines, wasReleased }: Pick<Release, 'seal' | 'lines' | 'wasReleased'>,
): Promise<ListedPlan> {
  const columns = listPlanColumns(operation)
  const now = await listPlanned(operation, source, loaded)
  const head = { operation: operation.name, target: source.target }
  const isAsSealed = digestPlan(head, now.lines) === seal
  if (lines !== undefined && digestPlan(head, lines) !== seal) {
    const where = isAsSealed ? findDifferences(columns, lines, now.lines) : []
    throw broken(
      `the plan itself was changed since it was sealed${where.length === 0 ? '' : ` (sheet Plan, ${listFirst(where)})`}`,
      'read an unchanged copy of it, or',
    )
  }
  if (isAsSealed) return now
  const found = lines === undefined ? [] : findPlanChanges({ columns, lines, wasReleased }, now)
  if (found.length === 0 && (lines !== undefined || wasReleased)) return now
  const what = found.length === 0 ? '' : `: ${listFirst(found)}`
  throw broken(`what is recorded was changed since the plan was sealed${what}`, 'look at what changed, then')
}

const mostShown = 10

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
