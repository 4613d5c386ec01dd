import { BatchError } from '../../support/errors.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import type { Operation } from '../terms/operation.ts'
import type { Release } from '../terms/options.ts'
import { findBreak, findDifference } from './compare-plan.ts'
import { type ListedPlan, listPlanned, type PlanPlace } from './list-planned.ts'
import { digestPlan, listPlanColumns } from './plan-table.ts'

/** What a release sends. @throws BatchError `input` when a loaded run would send anything but what was sealed: what changed, where, what to do. */
export async function requireSealed(
  operation: Operation,
  place: PlanPlace,
  loaded: LoadedInput,
  release: Release,
): Promise<ListedPlan> {
  const { seal, lines, wasReleased } = release
  const columns = listPlanColumns(operation)
  const now = await listPlanned(operation, place, loaded)
  const head = { operation: operation.name, target: place.target }
  if (digestPlan(head, lines) !== seal) {
    const isElse = digestPlan(head, now.lines) === seal
    const where = isElse ? findDifference(columns, lines, now.lines) : undefined
    throw broken(
      `the plan itself was changed since it was sealed${where === undefined ? '' : ` (sheet Plan, ${where})`}`,
      'read an unchanged copy of it, or',
    )
  }
  const found = findBreak({ columns, lines, wasReleased }, now)
  if (found === undefined) return now
  const what =
    found.by === 'memory'
      ? 'what is recorded was changed since the plan was sealed'
      : 'the sheet was changed since the plan was sealed'
  throw broken(`${what}: ${found.what}`, 'look at what changed, then')
}

function broken(what: string, first: string): BatchError {
  return new BatchError('input', `the seal is broken: ${what}`, {
    hint: `Nothing was sent. To send what there is now, ${first} seal it again and have it released once more.`,
  })
}
