import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyFormat } from '../../rooms/sheet/number-format.ts'
import { escapeWorkbookText } from '../../rooms/sheet/package.ts'
import { type OutputCell, toDateSerial } from '../../rooms/sheet/writing.ts'
import { hasLibreOffice } from '../../support/libre-office.ts'
import { hasOpenpyxl } from '../../support/openpyxl.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { anyCell, anyRows, dateFormats } from './any-cell.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { type ReadValue, readWithExceljs, readWithLibreOffice, readWithOpenpyxl } from './other-readers.ts'
import { hazards, readParts } from './read-workbook.ts'
import { fillRows, readRows, wellFormed, withoutGivenFormats, withoutUnheld, writeRows } from './round-trip.ts'

const numRuns = scale({ full: 1_500, short: 150 })
const cells = [
  ...hazards.map((v): OutputCell => ({ t: 's', v })),
  ...fc
    .sample(anyCell, { seed: 20260303, numRuns: scale({ full: 20_000, short: 2_000 }) })
    // LibreOffice 7.4 ends with a buffer overflow on very large fractions, or never.
    .filter((cell) => !(cell.t === 'n' && cell.f === '# ?/?' && !Number.isSafeInteger(cell.v))),
]
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-round-'))
  file = join(folder, 'cells.xlsx')
  await writeRows(
    file,
    cells.map((cell, index): OutputCell[] => [cell, { t: 'n', v: index }]),
  )
})

afterAll(() => rm(folder, { recursive: true }))

describe('what goes in comes out', () => {
  it('of our reader, type, value and format, in workbooks that the check of their parts finds nothing wrong with', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        count += 1
        const one = join(folder, `${count}.xlsx`)
        await writeRows(one, rows)
        expect(checkWorkbook(await readParts(one))).toEqual([])
        const expected = rows.map((row) => row.map(withoutUnheld))
        expect(fillRows(withoutGivenFormats(await readRows(one), rows))).toEqual(fillRows(expected))
        await rm(one)
      }),
      { seed: 20260302, numRuns },
    )
    prove({
      area: 'Writers: round trip',
      claim: 'every cell comes back from our reader with type, value and format',
      measured: `${count} random workbooks, 0 differences, 0 faults in their parts`,
      isKept: count >= numRuns,
    })
  })

  const others = [
    { name: 'openpyxl', isHere: hasOpenpyxl, read: readWithOpenpyxl, isKnown: isKnownOfOpenpyxl },
    { name: 'LibreOffice', isHere: hasLibreOffice, read: readWithLibreOffice, isKnown: isKnownOfLibreOffice },
    { name: 'exceljs', isHere: true, read: readWithExceljs, isKnown: isKnownOfExceljs },
  ]
  const title = 'of $name, but for what it is known to read otherwise (skipped where it is not installed)'
  it.skip.each(others.filter(({ isHere }) => !isHere))(title, () => {})
  it.each(others.filter(({ isHere }) => isHere))(title, async ({ name, read, isKnown }) => {
    const values = await read(file)
    const judged = cells.map((cell, index) => ({ cell, value: values[index], isKnown: isKnown(cell) }))
    const wrong = judged.filter(({ cell, value, isKnown }) => !isKnown && !isSame(cell, value))
    const left = judged.filter(({ isKnown }) => isKnown).length
    expect(values).toHaveLength(cells.length)
    expect(wrong.slice(0, 20).map((one) => JSON.stringify(one))).toEqual([])
    prove({
      area: 'Writers: round trip',
      claim: `every value is read by ${name} as it was written`,
      measured: `${cells.length - left} cells, ${wrong.length} differences (${left} left out: what it reads otherwise by itself)`,
      isKept: wrong.length === 0,
    })
  })
})

function isSame(cell: OutputCell, value: ReadValue): boolean {
  const expected = withoutUnheld(cell)
  switch (expected.t) {
    case 'z':
      return value === undefined || value === ''
    case 'd':
      return typeof value === 'number' && Math.abs(value - serialOf(expected.v, expected.f)) < 1e-8
    case 'n':
      return typeof value === 'number' && Math.abs(value - expected.v) <= Math.max(Math.abs(expected.v) * 1e-14, 1e-18)
    case 'b':
      // LibreOffice has no type for them.
      return value === expected.v || value === Number(expected.v)
    default:
      return value === expected.v || value === expected.v.replaceAll('\r\n', '\n')
  }
}

function serialOf(text: string, format: string | undefined): number {
  return toDateSerial(text, () => format !== undefined && classifyFormat(format).kind === 'duration') ?? Number.NaN
}

function textOfCell(cell: OutputCell): string {
  return cell.t === 's' || cell.t === 'link' ? wellFormed(cell.v) : ''
}

/** It leaves the escapes of inline text as they are, and makes other dates of numbers that no date format can show. */
function isKnownOfOpenpyxl(cell: OutputCell): boolean {
  const text = textOfCell(cell)
  return escapeWorkbookText(text) !== text || isUnshown(cell)
}

/**
 * NUL ends a text in it, several kinds of line breaks become one, a link has no control characters and no line breaks, and
 * times are kept to the hundredth of a second.
 */
function isKnownOfLibreOffice(cell: OutputCell): boolean {
  const text = textOfCell(cell)
  const isMixed = text.includes('\n') && text.replaceAll('\r\n', '').includes('\r')
  const isBrokenLink = cell.t === 'link' && (escapeWorkbookText(text) !== text || /[\t\n]/.test(text))
  if (text.includes('\0') || isMixed || isBrokenLink) return true
  return (cell.t === 'd' && cell.v.includes('.')) || isUnshown(cell)
}

/** It decodes XML's entities once too often, and makes invalid dates of numbers that no date format can show. */
function isKnownOfExceljs(cell: OutputCell): boolean {
  return textOfCell(cell).includes('&') || isUnshown(cell)
}

function isUnshown(cell: OutputCell): boolean {
  return cell.t === 'n' && dateFormats.includes(cell.f ?? '')
}
