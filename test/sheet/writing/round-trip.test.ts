import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkbook, escapeCsvFormulas, maxCellText, type OutputCell } from '../../rooms/sheet/writing.ts'
import { type Cell, emptyCell, openSheet } from '../../rooms/sheet.ts'
import { anyRows, anyText, badFormats } from './any-cell.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { readParts } from './read-workbook.ts'
import { fillRows, readRows, wellFormed, withoutGivenFormats, withoutUnheld, writeRows } from './round-trip.ts'

let folder: string
let files = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-round-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function sendThrough(rows: readonly (readonly OutputCell[])[], extension = 'xlsx'): Promise<Cell[][]> {
  files += 1
  const file = join(folder, `${files}.${extension}`)
  await writeRows(file, rows)
  if (extension === 'xlsx') expect(checkWorkbook(await readParts(file))).toEqual([])
  return readRows(file)
}

describe('a workbook read back by our reader', () => {
  it('holds every cell as it was: type, value, format', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const read = await sendThrough(rows)
        expect(fillRows(withoutGivenFormats(read, rows))).toEqual(fillRows(rows.map((row) => row.map(withoutUnheld))))
      }),
      { seed: 20260301, numRuns: 20 },
    )
  })

  it('is the same when it is written again', async () => {
    const rows = fc.sample(anyRows, { seed: 20260302, numRuns: 5 }).flat()
    const once = await sendThrough(rows)
    expect(await sendThrough(once)).toEqual(once)
  })

  it.each(badFormats)('has a usual format instead of %j', async (f) => {
    const [row] = await sendThrough([
      [
        { t: 'n', v: 7, f },
        { t: 'd', v: '2026-03-01T00:00:00', f },
      ],
    ])
    expect(row).toEqual([
      { t: 'n', v: 7 },
      { t: 'd', v: '2026-03-01T00:00:00', f: 'yyyy-mm-dd' },
    ])
  })

  it('has no more number formats than Excel takes; further dates still are dates', async () => {
    const rows = Array.from({ length: 300 }, (_, n): OutputCell[] => [
      { t: 'n', v: n, f: `0" ${n}"` },
      { t: 'd', v: '2026-03-01T00:00:00', f: `yyyy" ${n}"` },
    ])
    const read = await sendThrough(rows)
    expect(read[0]).toEqual(rows[0])
    expect(read[299]).toEqual([
      { t: 'n', v: 299 },
      { t: 'd', v: '2026-03-01T00:00:00', f: 'yyyy-mm-dd' },
    ])
  })

  it.each([
    ['as many characters as Excel allows', 'x'.repeat(maxCellText)],
    ['as many emoji', '😀'.repeat((maxCellText - 1) / 2)],
    ['as many that are escaped', '\u0001'.repeat(maxCellText)],
    ['as many that look like escapes', '_x0041_'.repeat(maxCellText / 7)],
  ])('holds a text of %s', async (_, v) => {
    expect(await sendThrough([[{ t: 's', v }]])).toEqual([[{ t: 's', v }]])
  })

  it('says so when a text is longer', async () => {
    const [[cell = emptyCell] = []] = await sendThrough([[{ t: 's', v: '😀'.repeat(20_000) }]])
    expect(cell.t === 's' && [cell.v.length <= maxCellText, cell.v.slice(-8)]).toEqual([true, '😀…[cut]'])
  })

  it('keeps headings that programs stumble over', async () => {
    const headings = ['__proto__', 'constructor', 'a', 'a', 'A', '', '=1', 'x'.repeat(maxCellText), ' b\r\n']
    const file = join(folder, 'headings.xlsx')
    const workbook = createWorkbook(file)
    const sheet = workbook.addSheet({ name: 'Results', columns: headings.map((heading) => ({ heading })) })
    await sheet.write(headings.map((_, n): OutputCell => ({ t: 'n', v: n })))
    await sheet.finish()
    await workbook.finish()
    expect(checkWorkbook(await readParts(file))).toEqual([])
    const source = await openSheet(file, {})
    const rows: string[][] = []
    for await (const { cells } of source.rows()) rows.push(cells.map((cell) => (cell.t === 'z' ? '' : String(cell.v))))
    await source.close()
    expect(rows).toEqual([headings, headings.map((_, n) => String(n))])
  })
})

describe('a CSV file read back by our reader', () => {
  it('holds every text as it was, guarded where a spreadsheet program would run it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyText, { minLength: 1, maxLength: 8 }), { minLength: 1 }), async (texts) => {
        const rows = texts.map((row) => row.map((v): OutputCell => ({ t: 's', v })))
        const expected = texts.map((row) => row.map((text) => toCsvCell(text)))
        expect(fillRows(await sendThrough(rows, 'csv'))).toEqual(fillRows(expected))
      }),
      { seed: 20260301, numRuns: 20 },
    )
  })

  it('holds numbers that mean the same, never guarded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (v) => {
        const [[cell = emptyCell] = []] = await sendThrough([[{ t: 'n', v }]], 'csv')
        expect(cell.t === 's' && Number(cell.v)).toBe(v + 0)
      }),
      { seed: 20260301, numRuns: 20 },
    )
  })
})

function toCsvCell(text: string): Cell {
  const v = escapeCsvFormulas(wellFormed(text))
  return v === '' ? emptyCell : { t: 's', v }
}
