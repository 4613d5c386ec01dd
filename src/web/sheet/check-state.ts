import type { EditedCheck, EditedRow } from '../../app/check/check-sheet.ts'
import type { RowReport } from '../../app/row-report.ts'
import { possiblyCreatedStates } from '../../contract/states.ts'
import { causeOf, message, wordMany, wordMessage } from '../../messages/catalogue.ts'
import { writeDate } from '../../messages/pattern.ts'
import type { RowProblem } from '../../pipeline/tables/problems-sheet.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import { matchDate, parseDatePattern, toIsoDate } from '../../sheet/values/date-pattern.ts'
import { pageLanguage } from '../page-language.ts'
import type { ProblemKind } from '../protocol.ts'
import { pageFace, toFieldTitle } from '../user-messages.ts'
import { isUndecided, type KnownSheet } from './recorded-state.ts'

const maxGroups = 60
const maxValues = 200

interface ProblemGroup {
  /** The same after a correction of others. */
  key: string
  kind: ProblemKind
  field: string
  text: string
  count: number
  /** Position of the first of them. */
  row: number
  column: number
  /** Equal texts in its cells; empty where no cell is wrong. */
  values: Map<string, { written: string; count: number; use: string | null }>
  /** The field has no column: one value for all rows is needed. */
  needsDefault: boolean
  /**
   * Possible orders of day, month and year, with the cells they suit. `isProven`: a cell has no other order. `meaning`:
   * the date of the example.
   */
  patterns: Map<string, { pattern: string; example: string; meaning: string; count: number; isProven: boolean }>
}

const kinds: Readonly<Record<string, ProblemKind>> = { warning: 'doubtful', rejected: 'refused' }

export function toProblemKind({ outcome }: RowProblem): ProblemKind {
  return kinds[outcome] ?? 'wrong'
}

/** Pure. */
export function isProblemKind(filter: string): filter is ProblemKind {
  return filter === 'wrong' || Object.values(kinds).some((kind) => kind === filter)
}

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

/** What was checked, in figures and problems. Pure. */
export function describeChecked({ rows, fixes }: EditedCheck, { sent }: Pick<RunOutcomes, 'sent'>, shown: KnownSheet) {
  const ready = rows.filter(({ isReady }) => isReady)
  const skipped = rows.filter(({ isLeftOut }) => isLeftOut).length
  const open = rows.filter(({ isOpen }) => isOpen).length
  const undecided = rows.filter((row) => isUndecided(shown, row)).length
  const countOf = (name: string): number =>
    ready.filter(({ problems }) => problems.some(({ outcome }) => outcome === name)).length
  return {
    rows: rows.length,
    ready: ready.length,
    skipped: skipped - undecided,
    /** Rows of decisions without one, here or recorded; they are not among `skipped`. */
    undecided,
    /** Edited rows that await the full check. */
    open,
    wrong: rows.length - ready.length - skipped - open,
    /** Rows that are sent in spite of a warning. */
    doubtful: countOf('warning'),
    /** Rows that the service refused unchanged. */
    refused: countOf('rejected'),
    /** Rows with a result already, from a run of this page: they are not sent again. */
    sent: ready.filter(({ request }) => sent.has(request)).length,
    /** Values by which decisions can be chosen. */
    facts: shown.recorded?.listFacts(rows) ?? { destination: [], manager: [] },
    columns: shown.columns.map(({ heading, field }) => ({ heading: toFieldTitle(heading), field: field ?? null })),
    groups: groupProblems(rows, shown.columns),
    /** Cells that were replaced by a kept value. */
    fixes,
  }
}

/** Groups by field and cause, then by value, the most frequent first. Pure. */
function groupProblems(rows: EditedCheck['rows'], columns: readonly MergedColumn[]) {
  const groups = new Map<string, ProblemGroup>()
  for (const [row, { sheet, texts, problems }] of rows.entries()) {
    for (const found of problems) {
      const { field, rule, remedy, column } = found.problem
      const kind = toProblemKind(found)
      const key = JSON.stringify([kind, field, causeOf(found.problem) ?? rule])
      const first = { key, kind, field, text: rule, count: 0, row, column: findProblemColumn(found, sheet, columns) }
      const needsDefault = column === undefined && remedy?.kind === 'default'
      const group = groups.get(key) ?? { ...first, needsDefault, values: new Map(), patterns: new Map() }
      groups.set(key, group)
      group.count += 1
      if (group.text !== rule) group.text = wordMany(found.problem, pageFace)?.text ?? rule
      const written = texts[column ?? -1] ?? ''
      if (remedy?.kind === 'dateOrder') addPatterns(group, remedy.patterns, written)
      if (column === undefined) continue
      const value = group.values.get(written) ?? { written, count: 0, use: findSuggestion(found) }
      value.count += 1
      group.values.set(written, value)
    }
  }
  return [...groups.values()]
    .toSorted(
      (one, other) => Number(one.kind === 'doubtful') - Number(other.kind === 'doubtful') || other.count - one.count,
    )
    .slice(0, maxGroups)
    .map((group) => ({
      ...group,
      patterns: [...group.patterns.values()],
      values: [...group.values.values()].toSorted((one, other) => other.count - one.count).slice(0, maxValues),
    }))
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
    return { ...row, problems: [...refused, ...own] }
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
