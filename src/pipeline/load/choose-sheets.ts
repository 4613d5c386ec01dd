import { type Finding, find } from '../../messages/catalogue.ts'
import { explainHeadingSearch, type HeadingSearch } from '../../sheet/headings/find-headings.ts'
import { type HiddenNames, noHiddenNames, readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetInfo, SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'
import type { Field, Operation } from '../model/operation.ts'
import { findOutcomeColumn } from '../rows/loaded-input.ts'
import { type ChosenSheet, type SheetChoice, searchSheet } from '../tables/search-sheet.ts'
import { isPartOf, listFitting, quoteSheet } from '../tables/sheet-names.ts'

export interface SheetCandidate {
  source: SheetSource
  isVisible: boolean
  search: HeadingSearch
}

export interface ChosenSheets {
  /** In the order of the workbook. */
  chosen: readonly ChosenSheet[]
  /** Sheets with fitting headings that the options do not name. */
  alsoFit: readonly { name: string; isVisible: boolean }[]
  /** Visible sheets that do not fit, under `sheets: all`. */
  leftOut: readonly string[]
  /** One sentence per sheet that has most of the needed columns, and is not read. */
  nearMisses: readonly Finding[]
}

/**
 * The sheets to read as one run: the named ones, or with `all` each visible one that fits; else the only one that fits.
 * An earlier output needs no option: `Results`, `Decisions`, their continuations, or the sheets with results are read.
 * Sheets of our own without rows are read only by name.
 * @throws BatchError `input` with every missing column of the nearest sheet, or with the sheets to choose from.
 */
export async function chooseSheets(
  opened: SheetSource,
  fields: readonly Field[],
  choice: SheetChoice,
): Promise<ChosenSheets> {
  const named = Array.isArray(choice.sheets) ? requireNamed(opened, choice.sheets) : undefined
  const candidates = await examineSheets(opened, fields, choice, named)
  if (named !== undefined) return chooseNamed(candidates, named)
  const { marks = noHiddenNames, preferred } = choice
  const isAll = choice.sheets === 'all'
  const visible = candidates.filter(({ isVisible, source }) => isVisible && mayHoldRows(source.sheet, preferred, marks))
  const chosen = listFit(visible)
  if (chosen.length === 0) throw explainMisfit(visible, opened)
  const ours = isAll ? [] : findOwnTables(chosen, preferred, marks)
  if (ours.length > 0) return { chosen: ours, alsoFit: [], leftOut: [], nearMisses: [] }
  if (chosen.length > 1 && !isAll) throw await explainChoice(opened, chosen)
  return {
    chosen,
    alsoFit: describeFit(candidates.filter(({ isVisible }) => !isVisible)),
    leftOut: isAll ? visible.filter(({ search }) => search.kind !== 'found').map(({ source }) => source.sheet) : [],
    // A sheet with most of the needed columns was most likely meant to be read too.
    nearMisses: visible.flatMap(({ source, search }) =>
      search.kind === 'unfit' && hasMostHeadings({ search })
        ? [explainHeadingSearch(search, opened.file, source.sheet)]
        : [],
    ),
  }
}

/**
 * For operations with an identifier column: rows with an identifier need no other column. Such a sheet is read only
 * where no sheet has all columns.
 */
export async function chooseInputSheets(
  opened: SheetSource,
  { fields, identifierField, preferredSheet }: Operation['sheet'],
  wanted: Omit<SheetChoice, 'preferred' | 'marks'>,
): Promise<ChosenSheets> {
  const marks = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  const choice = { ...wanted, preferred: preferredSheet, marks }
  try {
    return await chooseSheets(opened, fields, choice)
  } catch (error) {
    if (identifierField === undefined || !(error instanceof BatchError)) throw error
    const lenient = fields.map((field) => ({ ...field, isRequiredColumn: field.name === identifierField }))
    return chooseSheets(opened, lenient, choice).catch(() => {
      throw error
    })
  }
}

function listFit(candidates: readonly SheetCandidate[]): ChosenSheet[] {
  return candidates.flatMap(({ source, search }) => (search.kind === 'found' ? [{ source, headings: search }] : []))
}

function describeFit(candidates: readonly SheetCandidate[]): ChosenSheets['alsoFit'] {
  return candidates
    .filter(({ search }) => search.kind === 'found')
    .map(({ source, isVisible }) => ({ name: source.sheet, isVisible }))
}

/** In the spelling of the workbook. */
export function requireNamed(opened: SheetSource, names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.map((name) => {
      const sheet = opened.select(name)?.sheet
      if (sheet !== undefined) return sheet
      const list = opened.sheets.filter(({ isWorksheet }) => isWorksheet).map((each) => quoteSheet(each.name))
      throw new BatchError('input', `${opened.file} has no worksheet ${quoteSheet(name)}`, {
        hint: `It has: ${list.join(', ')}.`,
      })
    }),
  )
}

/** Only a wanted sheet must be sound: a damaged one that is not wanted counts as unfit. */
export async function examineSheets(
  opened: SheetSource,
  fields: readonly Field[],
  choice: SheetChoice,
  named: ReadonlySet<string> | undefined,
): Promise<SheetCandidate[]> {
  if (opened.kind === 'csv') {
    return [{ source: opened, isVisible: true, search: await searchSheet(opened, fields, choice) }]
  }
  const worksheets = opened.sheets.filter(({ isWorksheet }) => isWorksheet)
  const candidates: SheetCandidate[] = []
  for (const { name, isVisible } of worksheets as readonly SheetInfo[]) {
    const source = name === opened.sheet ? opened : opened.select(name)
    if (source === undefined) continue
    const isWanted = named === undefined ? isVisible : named.has(name)
    const search = await searchSheet(source, fields, choice).catch((error: unknown) => {
      if (isWanted || !(error instanceof BatchError)) throw error
      return undefined
    })
    if (search !== undefined) candidates.push({ source, isVisible, search })
  }
  return candidates
}

function chooseNamed(candidates: readonly SheetCandidate[], named: ReadonlySet<string>): ChosenSheets {
  const isWanted = ({ source }: SheetCandidate): boolean => source.kind === 'csv' || named.has(source.sheet)
  const wanted = candidates.filter(isWanted)
  for (const { source, search } of wanted) if (search.kind !== 'found') throw explain(source, search)
  const others = candidates.filter((candidate) => candidate.isVisible && !isWanted(candidate))
  return { chosen: listFit(wanted), alsoFit: describeFit(others), leftOut: [], nearMisses: [] }
}

function findOwnTables(
  fitting: readonly ChosenSheet[],
  preferred: string | undefined,
  marks: HiddenNames,
): readonly ChosenSheet[] {
  const byName = fitting.filter(({ source }) => isOwnTable(source.sheet, preferred, marks))
  if (byName.length > 0) return byName
  // New rows may be in the other sheets that fit.
  if (marks.filled.size > 0 && fitting.every(({ source }) => marks.filled.has(source.sheet))) return fitting
  return fitting.filter(
    ({ source, headings }) => isPartOf('Results', source.sheet) && findOutcomeColumn(headings.columns) !== undefined,
  )
}

/** An own sheet without rows of its own may be read only by name. */
export function mayHoldRows(sheet: string, preferred: string | undefined, marks: HiddenNames): boolean {
  return !marks.ours.has(sheet) || isOwnTable(sheet, preferred, marks)
}

/** Decided by the hidden name, in a workbook that has them. */
export function isOwnTable(sheet: string, table: string | undefined, marks: HiddenNames): boolean {
  if (table === undefined) return false
  const title = marks.titleOf(table)
  if (title === undefined) return !marks.ours.has(sheet) && isPartOf(table, sheet)
  return sheet === title || (isPartOf(table, sheet) && marks.titleOf(sheet) === sheet)
}

function explainMisfit(candidates: readonly SheetCandidate[], opened: SheetSource): BatchError {
  const [nearest] = candidates.toSorted((one, other) => countKnown(other.search) - countKnown(one.search))
  if (nearest === undefined || nearest.search.kind === 'found') {
    return new BatchError('input', `${opened.file} has no worksheet to read`)
  }
  return explain(nearest.source, nearest.search)
}

function explain(source: SheetSource, search: Exclude<HeadingSearch, { kind: 'found' }>): BatchError {
  const sheet = source.kind === 'xlsx' ? source.sheet : undefined
  return new BatchError('input', explainHeadingSearch(search, source.file, sheet))
}

export function countKnown(search: HeadingSearch): number {
  return search.kind === 'none' ? 0 : search.columns.filter(({ field }) => field !== undefined).length
}

/** More headings are known than missing. */
export function hasMostHeadings({ search }: Pick<SheetCandidate, 'search'>): boolean {
  return search.kind === 'unfit' && countKnown(search) > search.faults.missing.length
}

async function explainChoice(opened: SheetSource, fitting: readonly ChosenSheet[]): Promise<BatchError> {
  const [first] = fitting
  const found = find('sheets-several', {
    file: opened.file,
    count: fitting.length,
    list: await listFitting(fitting),
    first: quoteSheet(first?.source.sheet ?? ''),
  })
  const remedy = { kind: 'sheets', names: fitting.map(({ source }) => source.sheet) } as const
  return new BatchError('input', found, { remedy })
}
