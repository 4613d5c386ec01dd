import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import ExcelJS from 'exceljs'
import { plainValue } from './outputs.ts'

/** An exported audit, read by other readers than ours: texts as the sheet `Digest` says that they count. */
export interface ReadAudit {
  headings: string[]
  lines: string[][]
  /** The sheet `Digest`, by its labels. */
  recipes: Record<string, string>
}

function textOf(value: ExcelJS.CellValue): string {
  return value instanceof Date ? value.toISOString() : String(plainValue(value) ?? '')
}

export async function readAudit(file: string): Promise<ReadAudit> {
  if (file.endsWith('.csv')) {
    const [headings = [], ...lines] = parse(readFileSync(file), { bom: true }) as string[][]
    return { headings, lines, recipes: {} }
  }
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const tableOf = (name: string): string[][] => {
    const sheet = workbook.getWorksheet(name)
    return Array.from({ length: sheet?.rowCount ?? 0 }, (_, row) =>
      Array.from({ length: sheet?.columnCount ?? 0 }, (_, at) => textOf(sheet?.getRow(row + 1).getCell(at + 1).value)),
    )
  }
  const [headings = [], ...lines] = tableOf('Attempts')
  const recipes = Object.fromEntries(tableOf('Digest').map(([label, text]) => [label, text]))
  return { headings, lines, recipes }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const chain = (before: string, texts: readonly string[]): string => sha256(`${before}\n${JSON.stringify(texts)}`)

/** Written from the sheet `Digest` alone. Places (0-based) of the lines whose digests are not as it says. */
export async function checkDigests(file: string): Promise<{ digest: number[]; content: number[]; ledger: number[] }> {
  const { headings, lines, recipes } = await readAudit(file)
  const named = (text: string | undefined, pattern: RegExp): string[] =>
    pattern.exec(text ?? '')?.[1]?.split(', ') ?? []
  const kept = named(recipes['Ledger digest'], /the texts in (.*) alone/)
  const contents = named(recipes['Content digest'], /array of the texts in (.*?)\. Of a trip/)
  const wrong = { digest: [] as number[], content: [] as number[], ledger: [] as number[] }
  let [before, ledgerBefore] = [chain('', headings), '']
  for (const [place, line] of lines.entries()) {
    const text = (heading: string): string => line[headings.indexOf(heading)] ?? ''
    if (chain(before, line.slice(0, -1)) !== line.at(-1)) wrong.digest.push(place)
    if (chain(ledgerBefore, kept.map(text)) !== text('Ledger digest')) wrong.ledger.push(place)
    const content = sha256(`${text('Salt')}\n${JSON.stringify(contents.map(text))}`)
    if (text('Salt') !== '' && content !== text('Content digest')) wrong.content.push(place)
    ;[before, ledgerBefore] = [line.at(-1) ?? '', text('Ledger digest')]
  }
  return wrong
}

export interface Forgery {
  /** 0-based. */
  line: number
  column: string
  text: string
}

/** Edits an export. `recompute`: and all later digests, too. */
export async function forgeAudit(
  file: string,
  to: string,
  change: Forgery | ((lines: unknown[][]) => unknown[][]),
  { recompute = false } = {},
): Promise<void> {
  const { headings, lines: texts } = await readAudit(file)
  const alter = (lines: unknown[][]): unknown[][] => {
    if (typeof change === 'function') return change(lines)
    const cells = lines[change.line]
    const at = headings.indexOf(change.column)
    if (cells === undefined || at < 0) throw new Error(`there is no ${change.column} in line ${change.line}`)
    cells[at] = cells[at] instanceof Date ? new Date(change.text) : change.text
    return lines
  }
  const seal = (lines: unknown[][]): unknown[][] => {
    let digest = chain('', headings)
    for (const cells of recompute ? lines : []) {
      digest = chain(
        digest,
        cells.slice(0, -1).map((value) => textOf(value as ExcelJS.CellValue)),
      )
      cells[cells.length - 1] = digest
    }
    return lines
  }
  if (file.endsWith('.csv')) {
    writeFileSync(to, `\u{feff}${stringify([headings, ...seal(alter(texts))])}`)
    return
  }
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const sheet = workbook.getWorksheet('Attempts')
  if (sheet === undefined) throw new Error('it has no lines')
  const values = texts.map((_, line) => headings.map((_, at): unknown => sheet.getRow(line + 2).getCell(at + 1).value))
  const forged = seal(alter(values))
  for (let line = 0; line < Math.max(forged.length, texts.length); line += 1) {
    for (const at of headings.keys())
      sheet.getRow(line + 2).getCell(at + 1).value = (forged[line]?.[at] ?? null) as ExcelJS.CellValue
  }
  const last = workbook.getWorksheet('Digest')
  if (recompute && last !== undefined) {
    last.getCell('B1').value = forged.length
    last.getCell('B2').value = String(forged.at(-1)?.at(-1))
  }
  await workbook.xlsx.writeFile(to)
}
