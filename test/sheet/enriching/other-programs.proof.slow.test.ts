import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toUtf8, ZipArchive } from '../../rooms/sheet/package.ts'
import { columnName } from '../../rooms/sheet.ts'
import { hasLibreOffice, saveAs } from '../../support/libre-office.ts'
import { hasOpenpyxl, runPython } from '../../support/openpyxl.ts'
import { prove } from '../../support/proof.ts'
import { readQuotedCsv } from '../writing/other-readers.ts'
import { isUsual, judge, type Verdict } from './judge.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/xlsx/', import.meta.url))
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const allSheets = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1'

type Pair = NonNullable<Verdict['enriched']>

let folder: string
const verdicts: Verdict[] = []
const made = { openpyxl: 0, office: 0 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-enriched-'))
  const [first, second, out] = ['made', 'saved', 'out'].map((name) => join(folder, name)) as [string, string, string]
  for (const place of [first, second, out]) mkdirSync(place)
  const judgeAll = async (place: string, endsTable: boolean): Promise<number> => {
    const names = existsSync(place) ? readdirSync(place) : []
    for (const name of names) {
      const how = { name: `${basename(place)}-${name}`, isRepeated: endsTable, endsTable }
      const verdict = await judge(join(place, name), out, how)
      if (verdict !== undefined) verdicts.push(verdict)
    }
    return names.length
  }
  await judgeAll(corpus, false)
  if (!hasOpenpyxl) return
  runPython([script('make-workbooks.py'), first])
  made.openpyxl = await judgeAll(first, true)
  if (!hasLibreOffice) return
  saveAs(
    'xlsx:Calc MS Excel 2007 XML',
    readdirSync(first).map((name) => join(first, name)),
    second,
  )
  made.office = await judgeAll(second, true)
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('workbooks of other programs, enriched', () => {
  it.skipIf(!existsSync(corpus) && !hasOpenpyxl)(
    'keep everything that is theirs, or are left alone with a reason',
    () => {
      const usual = verdicts.filter(isUsual)
      const left = usual.filter(({ reason }) => reason !== undefined)
      const wrong = verdicts.filter(({ faults }) => faults.length > 0)
      for (const { name, reason } of left) console.error(`${name}: ${reason}`)
      expect(wrong.map(({ name, faults }) => `${name}: ${faults.slice(0, 5).join('; ')}`)).toEqual([])
      prove({
        area: 'Enriching: real workbooks',
        claim:
          '97 in 100 of those in a usual form enriched, the others with a reason; other parts as packed, the sheet letter for letter but for ours, no further rule of Excel broken',
        measured:
          `${usual.length - left.length} of ${usual.length} enriched, ${verdicts.length - usual.length} more are strict or have prefixes (${made.openpyxl} made with openpyxl, ${made.office} with LibreOffice), ` +
          `${wrong.length} with a fault; left alone: ${left.map(({ reason }) => reason).join('; ') || 'none'}`,
        isKept: usual.length > 0 && left.length <= usual.length * 0.03 && wrong.length === 0,
      })
    },
  )

  it.skipIf(!hasOpenpyxl)(
    'are the same to openpyxl: values, looks, widths, comments, rules, names, drawings (skipped without it)',
    () => {
      const jobs = enriched().map(({ file, output, plan }) => {
        const [sheet] = plan.sheets
        const columns = sheet?.columns.map(({ index }) => index + 1) ?? []
        const [top, last] = [sheet?.headingRow ?? 0, sheet?.lastRow ?? 0]
        const scales = columns.map((column) => `${columnName(column - 1)}${top + 1}:${columnName(column - 1)}${last}`)
        const ones = columns.map((column) => `${columnName(column - 1)}${last}`)
        return {
          before: file,
          after: output,
          sheet: sheet?.sheet,
          columns,
          scales: [...scales, ...ones],
          headingRow: top,
          lastRow: last,
        }
      })
      const judged: { file: string; refused?: string; differences?: string[] }[] = JSON.parse(
        runPython([script('compare-workbooks.py')], JSON.stringify(jobs)),
      )
      const refused = judged.filter((one) => one.refused !== undefined)
      const wrong = judged.filter(({ differences = [] }) => differences.length > 0)
      for (const { file, differences } of wrong) console.error(basename(file), differences?.slice(0, 5))
      prove({
        area: 'Enriching: as openpyxl sees it',
        claim: 'no difference in a value, look, width, comment, rule, name, table or drawing',
        measured: `${judged.length - refused.length} workbooks, ${wrong.length} with a difference (${refused.length} it cannot open as they are)`,
        isKept: judged.length > refused.length && wrong.length === 0,
      })
    },
  )

  it.skipIf(!hasLibreOffice)('are the same to LibreOffice: what every sheet shows (skipped without it)', async () => {
    const all = enriched()
    const areClocks = await Promise.all(all.map(({ file }) => isVolatile(file)))
    const pairs = all.filter((_, index) => areClocks[index] !== true)
    const [before, after] = [await shown(pairs, 'before'), await shown(pairs, 'after')]
    const wrong: string[] = []
    let sheets = 0
    for (const [index, { file, plan }] of pairs.entries()) {
      for (const [sheet, rows] of before.get(index) ?? []) {
        sheets += 1
        const ours = plan.sheets.find((one) => one.sheet === sheet)?.columns.map((column) => column.index) ?? []
        const [was, is] = [rows, after.get(index)?.get(sheet)].map((one) => JSON.stringify(withoutColumns(one, ours)))
        if (was !== is) wrong.push(`${basename(file)}, ${sheet}`)
      }
    }
    const refused = pairs.filter((_, index) => before.get(index) === undefined)
    for (const one of wrong) console.error(one)
    prove({
      area: 'Enriching: as LibreOffice sees it',
      claim: 'every sheet shows what it showed',
      measured: `${pairs.length - refused.length} workbooks, ${sheets} sheets, ${wrong.length} with a difference (${refused.length} it cannot open as they are, ${all.length - pairs.length} show the time)`,
      isKept: sheets > 0 && wrong.length === 0,
    })
  })
})

function enriched(): Pair[] {
  return verdicts.flatMap((verdict) => verdict.enriched ?? [])
}

/** Whether it shows something else each time it is opened. */
async function isVolatile(file: string): Promise<boolean> {
  const archive = await ZipArchive.open(file)
  try {
    for (const part of archive.names.filter((name) => name.includes('/worksheets/') && name.endsWith('.xml'))) {
      const text = await buffer(Readable.from(toUtf8(archive.read(part))))
      if (/\b(?:NOW|TODAY|RAND|RANDBETWEEN)\(/.test(text.toString('utf8'))) return true
    }
    return false
  } finally {
    await archive.close()
  }
}

/** What LibreOffice shows of each workbook that it can open: by its sheets. */
async function shown(pairs: readonly Pair[], which: 'before' | 'after'): Promise<Map<number, Map<string, string[][]>>> {
  const [from, to] = [join(folder, which), join(folder, `${which}-shown`)]
  mkdirSync(from)
  const files: string[] = []
  for (const [index, { file, output }] of pairs.entries()) {
    const copy = join(from, `w${index}${extname(file)}`)
    await copyFile(which === 'before' ? file : output, copy)
    files.push(copy)
  }
  saveAs(allSheets, files, to)
  const found = new Map<number, Map<string, string[][]>>()
  for (const name of readdirSync(to)) {
    const [, index = '', sheet = ''] = /^w(\d+)-(.*)\.csv$/s.exec(name) ?? []
    const sheets = found.get(Number(index)) ?? new Map<string, string[][]>()
    found.set(Number(index), sheets.set(sheet, readQuotedCsv(readFileSync(join(to, name), 'utf8'))))
  }
  return found
}

/** Rows without some columns, and without what is empty at their ends. */
function withoutColumns(rows: readonly string[][] | undefined, columns: readonly number[]): string[][] {
  const kept = (rows ?? []).map((row) => row.map((text, column) => (columns.includes(column) ? '' : text)))
  for (const row of kept) while (row.length > 0 && row.at(-1) === '') row.pop()
  while (kept.length > 0 && kept.at(-1)?.length === 0) kept.pop()
  return kept
}
