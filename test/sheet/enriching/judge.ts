import { join } from 'node:path'
import { type EnrichmentPlan, type SheetEnrichmentRequest, verifyEnriched } from '../../rooms/sheet/enriching.ts'
import { relationshipsPart } from '../../rooms/sheet/package.ts'
import type { SheetCollection } from '../../rooms/sheet/writing.ts'
import type { SheetRow } from '../../rooms/sheet.ts'
import { BatchError } from '../../rooms/support.ts'
import { alterations, bookParts, changedParts, packedParts } from './compare.ts'
import { enrich, guessRequest, pick, readRows, resultColumns, resultsOf, writeOwn } from './enrich.ts'
import { newBreaches } from './excel-rules.ts'

export interface Verdict {
  name: string
  /** Why it was not enriched. */
  reason?: string
  faults: string[]
  enriched?: { file: string; output: string; plan: EnrichmentPlan }
}

/** Forms that no spreadsheet program saves in; saved again once, such a workbook is copied like any other. */
const unusualForms = /strict form of Open XML|form of an export program/

export function isUsual({ reason = '' }: Verdict): boolean {
  return !unusualForms.test(reason)
}

interface HowToJudge {
  name: string
  isRepeated: boolean
  /** The rows end where a row has nothing below the first heading; else with the last row of the sheet. */
  endsTable?: boolean
}

/** Enriches a workbook once or three times and says what is wrong; undefined for a file that is refused as an input. */
export async function judge(
  file: string,
  folder: string,
  { name, isRepeated, endsTable = false }: HowToJudge,
): Promise<Verdict | undefined> {
  const guessed = await guessRequest(file).catch((error: unknown) => {
    if (error instanceof BatchError) return undefined
    throw error
  })
  if (guessed === undefined) return undefined
  const faults: string[] = []
  const own = (workbook: SheetCollection) => writeOwn(workbook, 'Trips', true)
  const [first, second, third] = [1, 2, 3].map((run) => join(folder, `${run}-${name}`)) as [string, string, string]
  const before = await readRows(file)
  const request = endsTable ? { ...guessed, lastRow: endOf(guessed, before.rows) } : guessed
  const numbers = before.rows.map(({ number }) => number)
  const rows = numbers.filter((number) => number > request.headingRow && number <= request.lastRow)
  const result = await enrich(file, first, [request], { rows, own })
  if (typeof result === 'string') return { name, reason: result, faults }
  const { plan, written } = result
  if (written.rows.get(request.sheet) !== rows.length) faults.push('rows are missing')
  faults.push(...(await alterations(file, first, plan)))
  faults.push(...(await newBreaches(file, first)).map((breach) => `Excel: ${breach}`))
  const wrong = await verifyEnriched(plan, first, written)
  if (wrong !== undefined) faults.push(wrong)
  const ofSheets = plan.sheets.flatMap(({ part, table }) => [part, relationshipsPart(part), table?.part ?? ''])
  const mayChange = new Set([...(await bookParts(file)), ...ofSheets])
  const changed = (await changedParts(file, first)).filter((part) => !mayChange.has(part))
  faults.push(...changed.map((part) => `changed: ${part}`))

  const columns = new Map(plan.sheets[0]?.columns.map(({ index }, place) => [index, place]))
  const after = await readRows(first, request.sheet)
  const theirs = (column: number): boolean => !columns.has(column)
  if (!same(pick(before.rows, theirs), pick(after.rows, theirs))) faults.push('cells of theirs are others')
  const wanted = resultColumns.map(({ heading }) => heading)
  for (const { number, cells } of after.rows) {
    const got = [...columns].map(([index]) => cells[index])
    if (
      number === request.headingRow &&
      !same(
        got.map((cell) => (cell?.t === 's' ? cell.v : '')),
        wanted,
      )
    )
      faults.push('headings')
    if (rows.includes(number) && !same(got.map(show), resultsOf(number).map(show)))
      faults.push(`results of row ${number}`)
  }
  if (!same(after.sheets, [...before.sheets, ...written.ownSheets.values()]))
    faults.push(`sheets: ${after.sheets.join()}`)

  const verdict = { name, faults, enriched: { file, output: first, plan } }
  if (!isRepeated) return verdict
  const again = {
    ...request,
    headings:
      after.rows
        .find(({ number }) => number === request.headingRow)
        ?.cells.map((cell) => (cell.t === 's' ? cell.v : undefined)) ?? [],
  }
  for (const [from, to] of [
    [first, second],
    [second, third],
  ] as const) {
    const repeated = await enrich(from, to, [again], { rows, own })
    if (typeof repeated === 'string') faults.push(`again: ${repeated}`)
    else if (repeated.plan.sheets.some((sheet) => sheet.columns.some(({ isNew }) => isNew)))
      faults.push('new columns again')
    else faults.push(...[await verifyEnriched(repeated.plan, to, repeated.written)].flatMap((fault) => fault ?? []))
    if (!same((await readRows(to, request.sheet)).sheets, after.sheets)) faults.push('sheets again')
    faults.push(...(await newBreaches(file, to)).map((breach) => `Excel, again: ${breach}`))
  }
  if (!same(await packedParts(second), await packedParts(third))) faults.push('a third run gives other bytes')
  return verdict
}

function show(cell: { t: string; v?: unknown } | undefined): string {
  return cell === undefined || cell.t === 'z' ? '' : String(cell.v)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

function plain(value: unknown): unknown {
  return value instanceof Map ? [...value].toSorted(([a], [b]) => (a < b ? -1 : 1)) : value
}

function endOf({ headings, headingRow }: SheetEnrichmentRequest, rows: readonly SheetRow[]): number {
  const column = headings.findIndex((heading) => heading !== undefined)
  const filled = new Set(rows.filter(({ cells }) => show(cells[column]) !== '').map(({ number }) => number))
  let last = headingRow
  while (filled.has(last + 1)) last += 1
  return last
}
