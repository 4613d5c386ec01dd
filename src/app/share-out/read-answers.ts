import { basename } from 'node:path'
import { decideFields } from '../../operations/decide.ts'
import { openEach } from '../../pipeline/earlier-output/open-earlier-output.ts'
import { isHeadedAs } from '../../pipeline/rows/loaded-input.ts'
import { firstRows, searchSheet } from '../../pipeline/tables/search-sheet.ts'
import { type Cell, cellAddress, emptyCell, isBlank, isUncomputed, mergedRangeOver } from '../../sheet/cell.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import { findPart, type Reference, readReference, referenceHeading, staffIdLabel } from './reference.ts'

/** What is taken of a line beside its decision, for the people who read the plan. */
export const shownFields = [
  ...['employeeId', 'name', 'destination', 'startDate', 'endDate', 'overallTrip', 'cumulativePeRiskLevel'],
] as const
const decisionFields = ['status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note'] as const

export interface AnswerRow {
  /** As it is written; may be no reference. */
  reference: string
  identifier: string
  /** By field. */
  cells: Readonly<Record<string, Cell>>
  /** The cell of its decision, with file and sheet. */
  at: string
  staffId: string
}

export interface AnswerFile {
  /** Its name. */
  file: string
  /** What it says above its headings; else what most of its lines say. */
  part: Omit<Reference, 'row'> | undefined
  rows: readonly AnswerRow[]
  /** Why nothing is taken from it. */
  problem?: string
}

/** Every line that is not empty, of every sheet with decisions and references, hidden ones too. */
export async function readAnswerFile(file: string): Promise<AnswerFile> {
  const name = basename(file)
  try {
    const source = await openSheet(file, {})
    try {
      const sheets = source.sheets.filter(({ isWorksheet }) => isWorksheet).map((sheet) => source.select(sheet.name))
      const read: Omit<AnswerFile, 'file'>[] = []
      for (const sheet of source.kind === 'csv' ? [source] : sheets)
        read.push(...(sheet === undefined ? [] : await readSheetOfAnswers(sheet, name)))
      if (read.length === 0)
        return {
          file: name,
          part: undefined,
          rows: [],
          problem: `no sheet has Decision, Assessment ID and ${referenceHeading}`,
        }
      const rows = read.flatMap((each) => each.rows)
      return { file: name, part: read.find(({ part }) => part)?.part ?? findMost(rows), rows }
    } finally {
      await source.close()
    }
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    return { file: name, part: undefined, rows: [], problem: error.message }
  }
}

/** It says so itself; its lines are not read. */
export async function isSharedWorkbook(file: string): Promise<boolean> {
  for await (const source of openEach([file])) {
    for (const sheet of source.kind === 'csv' ? [source] : source.sheets.map(({ name }) => source.select(name)))
      for (const { cells } of sheet === undefined ? [] : await firstRows(sheet))
        if (cells.some((cell) => cell.t === 's' && /^Workbook\b/.test(cell.v) && findPart(cell.v) !== undefined))
          return true
  }
  return false
}

async function readSheetOfAnswers(source: SheetSource, file: string): Promise<Omit<AnswerFile, 'file'>[]> {
  const headings = await searchSheet(source, decideFields, { columns: new Map(), defaults: new Map() })
  if (headings.kind !== 'found') return []
  const at = (name: string): number =>
    headings.columns.find(({ field, heading }) => field === name || (field === undefined && isHeadedAs(name, heading)))
      ?.index ?? -1
  const [reference, identifier, status] = [at('reference'), at('assessmentId'), at('status')]
  if (reference < 0) return []
  const indexes = [...shownFields, ...decisionFields].map((name) => [name, at(name)] as const)
  const text = (cells: readonly Cell[], index: number): string => displayCell(cells[index] ?? emptyCell).trim()
  const lead = (await firstRows(source)).filter(({ number }) => number < headings.rowNumber)
  const texts = lead.map(({ cells }) => cells.map((_, index) => text(cells, index)).filter(Boolean))
  const staffId = texts.find(([label]) => label === staffIdLabel)?.[1] ?? ''
  const part = texts.flat().flatMap((each) => findPart(each) ?? [])[0]
  const place = source.kind === 'csv' ? file : `${file}, ${source.sheet}`
  const rows: AnswerRow[] = []
  for await (const row of source.rows()) {
    const { number, cells } = row
    if (number <= headings.rowNumber || cells.every(isBlank)) continue
    const taken = Object.fromEntries(indexes.map(([name, index]) => [name, cells[index] ?? emptyCell]))
    const merged = mergedRangeOver(row, status)
    const unread =
      merged !== undefined ? `merged cells ${merged}` : isUncomputed(cells[status]) ? 'a formula' : undefined
    rows.push({
      reference: text(cells, reference),
      identifier: text(cells, identifier),
      // No decision, and not none.
      cells: unread === undefined ? taken : { ...taken, status: { t: 's', v: `(${unread})` } },
      at: `${place}!${cellAddress(number, status)}`,
      staffId,
    })
  }
  return [{ part, rows }]
}

function findMost(rows: readonly AnswerRow[]): AnswerFile['part'] {
  const named = rows.flatMap(({ reference }) => (readReference(reference) === undefined ? [] : [reference]))
  return findPart(findCommonest(named.map((reference) => reference.replace(/-\d+-\w+$/, ''))) ?? '')
}

export function findCommonest(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
