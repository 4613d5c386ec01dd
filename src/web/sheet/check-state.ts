import type { EditedCheck, EditedRow } from '../../app/check/check-sheet.ts'
import type { RowReport } from '../../app/row-report.ts'
import { possiblyCreatedStates } from '../../contract/states.ts'
import { causeOf, message, wordMany, wordMessage } from '../../messages/catalogue.ts'
import { writeDate } from '../../messages/pattern.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RowProblem } from '../../pipeline/tables/problems-sheet.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import { matchDate, parseDatePattern, toIsoDate } from '../../sheet/values/date-pattern.ts'
import { pageLanguage } from '../page-language.ts'
import type { ProblemKind } from '../protocol.ts'
import { pageFace, toFieldTitle } from '../user-messages.ts'
import { listCountryFields } from './cell-edits.ts'
import { type ClassifiedSheet, classifyRow, isDoubtful, type RowKind, rowKinds, toProblemKind } from './row-kinds.ts'

const maxGroups = 60
const maxValues = 200

/** Index among the shown columns; -1 for the row as a whole. Pure. */
export function findProblemColumn(
  { problem: { column } }: RowProblem,
  sheet: number,
  columns: readonly MergedColumn[],
): number {
  return column === undefined ? -1 : columns.findIndex(({ indexes }) => indexes[sheet] === column)
}

/** The value that the service or the sheet would accept instead. Pure. */
export function findSuggestion({ problem: { remedy } }: RowProblem): string | null {
  return remedy?.kind === 'use' ? remedy.value : null
}

type CheckedSheet = ClassifiedSheet & { operation: Pick<Operation, 'sheet'> }

export function describeChecked({ rows, fixes }: EditedCheck, shown: CheckedSheet) {
  const counts = Object.fromEntries(rowKinds.map((kind) => [kind, 0])) as Record<RowKind, number>
  for (const row of rows) counts[classifyRow(row, shown)] += 1
  const { leftOut, skipped, title } = counts
  return {
    rows: rows.length,
    ...counts,
    /** Rows that may be sent, now or corrected. */
    trips: rows.length - leftOut - skipped - title,
    /** What a person says first. */
    decide: counts.cancelled + title,
    doubtful: rows.filter((row) => isDoubtful(row, shown)).length,
    facts: shown.recorded?.listFacts(rows) ?? { destination: [], level: [], manager: [] },
    columns: shown.columns.map(({ heading, field }) => ({ heading: toFieldTitle(heading), field: field ?? null })),
    groups: groupProblems(rows, shown),
    /** Cells that were replaced by a kept value. */
    fixes,
  }
}

const groupOrder: readonly ProblemKind[] = ['decide', 'wrong', 'refused', 'doubtful']

/** Dates, and what a country is called, are asked about once for all their columns. Pure. */
function keyOfGroup(found: RowProblem, written: string, countries: ReadonlySet<string>): string {
  const { field, rule, remedy } = found.problem
  const isCountry = written !== '' && countries.has(field)
  const about = remedy?.kind === 'dateOrder' ? remedy.kind : isCountry ? 'country' : field
  return JSON.stringify([toProblemKind(found), about, causeOf(found.problem) ?? rule])
}

/** Rows with a problem of the group with this key. Pure. */
export function selectGroup(rows: readonly EditedRow[], { operation }: Pick<CheckedSheet, 'operation'>, key: string) {
  const countries = listCountryFields(operation)
  return rows.filter(({ texts, problems }) =>
    problems.some((found) => keyOfGroup(found, texts[found.problem.column ?? -1] ?? '', countries) === key),
  )
}

/** Groups by field and cause, then by value, the most frequent first. Pure. */
function groupProblems(rows: EditedCheck['rows'], { columns, operation }: CheckedSheet) {
  const countries = listCountryFields(operation)
  const groups = new Map<string, ProblemGroup>()
  for (const [row, { sheet, texts, problems }] of rows.entries()) {
    for (const found of problems) {
      const { field, rule, remedy, column } = found.problem
      const written = texts[column ?? -1] ?? ''
      const key = keyOfGroup(found, written, countries)
      const at = { key, row, column: findProblemColumn(found, sheet, columns) }
      const group = groups.get(key) ?? beginGroup(found, at)
      groups.set(key, group)
      group.count += 1
      if (group.last !== row) group.rows += 1
      group.last = row
      group.fields.add(field)
      if (group.text !== rule) group.text = wordMany(found.problem, pageFace)?.text ?? rule
      if (remedy?.kind === 'dateOrder') addPatterns(group, remedy.patterns, written)
      if (column === undefined) continue
      const use = findSuggestion(found)
      const value = group.values.get(written) ?? { written, count: 0, use }
      value.count += 1
      if (value.use !== use) value.use = null
      group.values.set(written, value)
    }
  }
  return [...groups.values()]
    .toSorted((one, other) => groupOrder.indexOf(one.kind) - groupOrder.indexOf(other.kind) || other.count - one.count)
    .slice(0, maxGroups)
    .map(({ last: _, ...group }) => ({
      ...group,
      fields: [...group.fields],
      patterns: [...group.patterns.values()],
      values: [...group.values.values()].toSorted((one, other) => other.count - one.count).slice(0, maxValues),
    }))
}

type ProblemGroup = ReturnType<typeof beginGroup>

function beginGroup(found: RowProblem, { key, row, column }: { key: string; row: number; column: number }) {
  const { field, rule, remedy, column: at } = found.problem
  return {
    /** The same after a correction of others. */
    key,
    kind: toProblemKind(found),
    /** What is asked or wrong, the same for all. */
    cause: causeOf(found.problem) ?? rule,
    field,
    /** More than one where they are asked about once. */
    fields: new Set<string>(),
    text: rule,
    count: 0,
    /** Rows with it: a row may have it in several cells. */
    rows: 0,
    /** Positions of the first of them, and of the last so far. */
    row,
    last: -1,
    column,
    /** Equal texts in its cells; empty where no cell is wrong. */
    values: new Map<string, { written: string; count: number; use: string | null }>(),
    /** The field has no column: one value for all rows is needed. */
    needsDefault: at === undefined && remedy?.kind === 'default',
    /** Possible orders of day, month and year, with the cells they suit. */
    patterns: new Map<string, DatePatternUse>(),
  }
}

/** `isProven`: a cell has no other order. `meaning`: the date of the example. */
interface DatePatternUse {
  pattern: string
  example: string
  meaning: string
  count: number
  isProven: boolean
}

function addPatterns({ patterns: known }: ProblemGroup, patterns: readonly string[], written: string): void {
  for (const pattern of patterns) {
    const { example, count, isProven } = known.get(pattern) ?? { example: written, count: 0, isProven: false }
    const proves = patterns.length === 1
    const shown = proves && !isProven ? written : example
    const date = matchDate(shown, parseDatePattern(pattern))?.date
    known.set(pattern, {
      pattern,
      example: shown,
      meaning: date === undefined ? '' : writeDate(toIsoDate(date), pageLanguage.spoken),
      count: count + 1,
      isProven: isProven || proves,
    })
  }
}

interface Refusal {
  field: string
  /** The service's own words. */
  message: string
  hint: string
}

/** By the digest of the request: a changed row has another digest. */
export interface RunOutcomes {
  refused: ReadonlyMap<string, Refusal>
  /** Those that were sent, or may have been: nothing sends them again by itself. */
  sent: ReadonlySet<string>
}

/**
 * Expects the reports in the order of the file's rows. `denied`: references of unknown outcomes of which a person found
 * that nothing was created. Pure.
 */
export function listOutcomes(
  { rows }: Pick<EditedCheck, 'rows'>,
  reports: readonly Pick<RowReport, 'outcome' | 'reference' | 'hint'>[],
  denied: ReadonlySet<string> = new Set(),
): RunOutcomes {
  const refused = new Map<string, Refusal>()
  const sent = new Set<string>()
  for (const [index, { outcome, reference, hint }] of reports.entries()) {
    const { request } = rows[index] ?? {}
    if (request === undefined) continue
    if (outcome.state === 'rejected') refused.set(request, { field: outcome.field, message: outcome.message, hint })
    const isSent = possiblyCreatedStates.has(outcome.state) || outcome.state === 'kept'
    if (isSent && (reference === undefined || !denied.has(reference))) sent.add(request)
  }
  return { refused, sent }
}

/** Rows with the service's words added to the cells concerned. Pure. */
export function mergeRefusals(
  { rows, sheets }: Pick<EditedCheck, 'rows' | 'sheets'>,
  refusals: RunOutcomes['refused'],
): EditedRow[] {
  return rows.map((row) => {
    const refusal = row.isReady ? refusals.get(row.request) : undefined
    if (refusal === undefined && row.problems.every(isOwnProblem)) return row
    const own = row.problems.filter(isOwnProblem)
    const refused = refusal === undefined ? [] : [toProblem(refusal, sheets[row.sheet]?.fields ?? {}, own)]
    // What this page's own run refused, the ledger knows, too: it is said once.
    const others = own.filter(({ problem }) => refusal === undefined || causeOf(problem) !== 'refused-value')
    return { ...row, problems: [...refused, ...others] }
  })
}

function isOwnProblem({ outcome }: RowProblem): boolean {
  return outcome !== 'rejected'
}

/** A warning about the same cell may know what is meant. */
function toProblem(
  { field, message: words, hint }: Refusal,
  fields: Readonly<Record<string, number>>,
  own: readonly RowProblem[],
): RowProblem {
  const column = Object.hasOwn(fields, field) ? fields[field] : undefined
  const said = message('rejected-before', { message: words })
  const rule = wordMessage(said, pageFace)?.text ?? words
  const found = { field, cell: '', heading: '', value: '', ...said, rule, hint }
  if (column === undefined) return { outcome: 'rejected', problem: found }
  const remedy = own.find(({ problem }) => problem.column === column && problem.remedy?.kind === 'use')?.problem.remedy
  return { outcome: 'rejected', problem: { ...found, column, ...(remedy === undefined ? {} : { remedy }) } }
}
