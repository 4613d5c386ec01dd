import type { LedgerView } from '../../ledger/store/parts.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import type { Release } from '../model/options.ts'
import type { TargetLedger } from '../model/run.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type ListedPlan, listPlanned } from './list-planned.ts'
import { digestPlan, findDifferences, findPlanChanges, listPlanColumns, type PlanLine } from './plan-table.ts'
import type { ReadPlan } from './write-plan.ts'

/** @throws BatchError `input` when a sealed run would send anything else: the differences, their rows, and advice. */
export async function requireSealed(
  operation: Operation,
  source: TargetLedger<LedgerView>,
  loaded: LoadedInput,
  { seal, wasReleased }: Pick<Release, 'seal' | 'wasReleased'>,
  noteFor: readonly string[] = [],
): Promise<ListedPlan> {
  const now = await listPlanned(operation, source, loaded, noteFor)
  // A rule may be stricter than it was when the plan was sealed.
  if (!wasReleased && now.unnoted.length > 0) throw broken(listFirst(now.unnoted), 'add the notes, then ')
  const head = { operation: operation.name, target: source.target }
  if (digestPlan(head, now.lines) === seal) return now
  const lines = await source.ledger.waiting.sealedLines(loaded.runId)
  if (digestPlan(head, lines) !== seal) throw broken('the ledger no longer has its lines as they were sealed', '')
  const found = findPlanChanges({ columns: listPlanColumns(operation), lines, wasReleased }, now)
  if (found.length === 0) return now
  throw broken(
    `what is recorded was changed since the plan was sealed: ${listFirst(found)}`,
    'look at what changed, then ',
  )
}

/** A print of the plan against the lines of the ledger. @throws BatchError `input` when it shows anything else. */
export function requireSamePrint(
  operation: Pick<Operation, 'fourEyes'>,
  { headings, lines }: Pick<ReadPlan, 'headings' | 'lines'>,
  sealed: readonly PlanLine[],
): void {
  const columns = listPlanColumns(operation)
  const exchanged = columns.flatMap(({ heading }, at) =>
    headings[at] === heading ? [] : `the heading “${headings[at] ?? ''}” stands there for “${heading}”`,
  )
  const found = [...exchanged, ...findDifferences(columns, lines, sealed)]
  if (found.length === 0) return
  throw broken(
    `the plan itself was changed since it was sealed (sheet Plan, ${listFirst(found)})`,
    'read an unchanged copy of it, or ',
  )
}

const mostShown = 10

function listFirst(differences: readonly string[]): string {
  if (differences.length === 1) return differences[0] ?? ''
  const more = differences.length > mostShown ? `, the first ${mostShown}` : ''
  return `${differences.length} differences${more}: ${differences.slice(0, mostShown).join('; ')}`
}

function broken(what: string, first: string): BatchError {
  return new BatchError('input', `the seal is broken: ${what}`, {
    hint: `Nothing was sent. To send what there is now, ${first}seal it again and have it released once more.`,
  })
}
