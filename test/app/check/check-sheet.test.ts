import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkSheet } from '../../rooms/app/check.ts'
import type { DryRunPorts } from '../../rooms/app/ledger.ts'
import { libraryFace } from '../../rooms/messages.ts'
import { assess } from '../../rooms/operations.ts'
import { zip } from '../../sheet/reading/workbook-parts.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { germanWorkbook, regions } from '../../support/german-workbook.ts'
import { readOutput } from '../../support/outputs.ts'
import { toCsv, toXlsx, trip } from '../../support/trips.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function createFace(option = libraryFace.option): {
  face: DryRunPorts
  said: string[]
  cleanedUp(): number
} {
  const said: string[] = []
  let cleanedUp = 0
  const say = (text: string): void => void said.push(text)
  const face: DryRunPorts = {
    logger: { debug() {}, info: say, warn: say, error: say },
    face: { ...libraryFace, option },
    async cleaningUp(cleanUp, run) {
      try {
        return await run()
      } finally {
        cleanedUp += 1
        cleanUp()
      }
    },
  }
  return { face, said, cleanedUp: () => cleanedUp }
}

it('a new workbook has its bad cells framed, empty ones too, and no comments', async () => {
  const folder = createFolder()
  const [input, output] = [join(folder, 'trips.csv'), join(folder, 'checked.xlsx')]
  const doubtful = trip('E3', { 'Working days': '300' })
  writeFileSync(input, toCsv([trip('E1'), trip('E2', { Purpose: '' }), doubtful, trip('E1')]))
  await checkSheet(assess, { input, output }, createFace().face)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(output)
  const sheet = workbook.getWorksheet('trips') ?? workbook.worksheets[0]
  const framed: string[] = []
  sheet?.eachRow((row) =>
    row.eachCell({ includeEmpty: true }, ({ address, border }) => {
      if (border?.left !== undefined) framed.push(`${address} ${border.left.style}`)
    }),
  )
  const days = sheet?.getRow(1).values as string[]
  const column = String.fromCharCode(64 + days.indexOf('Working days'))
  expect(framed).toEqual(['B3 thin', `${column}4 dashed`, 'A5 thin'])
  expect([...(await readParts(output)).keys()].filter((part) => /comment|vml/i.test(part))).toEqual([])
})

it('a check gives what it found as values, and a workbook whose hints have the words of the face', async () => {
  const folder = createFolder()
  const [input, output] = [join(folder, 'trips.csv'), join(folder, 'checked.xlsx')]
  writeFileSync(input, toCsv([trip('E1'), trip('E2', { Purpose: '' })]))
  const { face, said, cleanedUp } = createFace((name) => (name === 'set' ? 'the box “Defaults”' : name))
  const { report, written } = await checkSheet(assess, { input, output }, face)
  expect(report.rows).toBe(2)
  expect(report.groups).toMatchObject([{ field: 'purpose', rule: 'must not be empty', count: 1, cells: ['B3'] }])
  expect(cleanedUp()).toBe(1)
  const { results } = await readOutput(written?.file ?? '', 'Problems')
  expect(results[0]?.['hint']).toContain('with the box “Defaults” purpose=…')
  expect(said.filter((text) => text.includes('workbook'))).toEqual([])
})

describe('a workbook that is checked', () => {
  const german = { sheets: 'all', set: { purpose: 'Work From Anywhere' } } as const

  it('comes back with its bad cells marked in each of its sheets; corrected there, it is their sheet, and nothing is marked', async () => {
    const folder = createFolder()
    const at = (name: string): string => join(folder, name)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load((await germanWorkbook()).buffer as ArrayBuffer)
    const cellOf = (of: ExcelJS.Workbook, sheet: string, address: string): ExcelJS.Cell | undefined =>
      of.getWorksheet(sheet)?.getCell(address)
    Object.assign(cellOf(workbook, 'EMEA', 'I4') ?? {}, { value: 12.5 })
    Object.assign(cellOf(workbook, 'LATAM', 'B5') ?? {}, { value: 'Boss' })
    await workbook.xlsx.writeFile(at('reisen.xlsx'))
    const { face } = createFace()
    const checked = await checkSheet(assess, { input: at('reisen.xlsx'), output: at('1.xlsx'), ...german }, face)
    expect(checked.report.balance).toMatchObject([{ state: 'invalid', count: 2 }, { count: 6 }, { state: 'skipped' }])

    const marked = new ExcelJS.Workbook()
    await marked.xlsx.readFile(at('1.xlsx'))
    const theirs = ['Deckblatt', ...Object.keys(regions), 'Legende']
    expect(marked.worksheets.map(({ name }) => name)).toEqual([...theirs, 'Problems'])
    expect(cellOf(marked, 'EMEA', 'I4')?.note).toBeUndefined()
    expect(JSON.stringify(cellOf(marked, 'EMEA', 'A4')?.note)).toContain('VIP: bitte zuerst')
    const [original, copy] = [await readParts(at('reisen.xlsx')), await readParts(at('1.xlsx'))]
    const drawn = (parts: typeof copy) => [...parts].filter(([part]) => /comments|vml/i.test(part))
    expect(drawn(original)).not.toEqual([])
    expect(drawn(copy)).toEqual(drawn(original))
    const { results } = await readOutput(at('1.xlsx'), 'Problems')
    expect(results).toMatchObject([
      { sheet: 'EMEA', cell: 'EMEA!I4', problem: 'must be a whole number of 0 or more' },
      { sheet: 'LATAM', cell: 'LATAM!B5', problem: 'must be Low, Mid or Senior' },
    ])
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])

    await checkSheet(assess, { input: at('1.xlsx'), output: at('2.xlsx'), ...german }, face)
    expect(readFileSync(at('2.xlsx'))).toEqual(readFileSync(at('1.xlsx')))

    Object.assign(cellOf(marked, 'EMEA', 'I4') ?? {}, { value: 12 })
    Object.assign(cellOf(marked, 'LATAM', 'B5') ?? {}, { value: 'Mid' })
    await marked.xlsx.writeFile(at('corrected.xlsx'))
    const again = await checkSheet(assess, { input: at('corrected.xlsx'), output: at('3.xlsx'), ...german }, face)
    expect(again.report.balance).toMatchObject([{ state: 'ready', count: 8 }, { state: 'skipped' }])
    expect(again.report.sheets.map(({ name }) => name)).toEqual(Object.keys(regions))
    const clean = await readParts(at('3.xlsx'))
    for (const [part, text] of clean) if (part !== 'xl/styles.xml') expect(text, part).not.toMatch(/LEN\(/)
    // It was there: from now on it says that nothing is wrong.
    expect((await readOutput(at('3.xlsx'), 'Problems')).results).toEqual([])
  })

  it('that is signed becomes a new workbook, and its reason is said', async () => {
    const folder = createFolder()
    const [input, output] = [join(folder, 'trips.xlsx'), join(folder, 'checked.xlsx')]
    writeFileSync(input, await toXlsx([trip('E1', { Purpose: '' })]))
    const parts = Object.fromEntries(await readParts(input))
    writeFileSync(input, zip({ ...parts, '_xmlsignatures/sig1.xml': '<s/>' }))
    const { face, said } = createFace()
    await checkSheet(assess, { input, output }, face)
    expect(said).toContain(
      `the bad cells are marked in a new workbook, not in a copy of ${input}: the workbook is digitally signed, and any change breaks the signature`,
    )
    const { worksheets } = await openOutput(output)
    expect(worksheets[0]?.getCell('B2').border.left).toMatchObject({ color: { argb: 'FFAD1F24' } })
  })

  it('with macros comes back under its own ending', async () => {
    const folder = createFolder()
    const [input, output] = [join(folder, 'trips.xlsm'), join(folder, 'checked.xlsx')]
    writeFileSync(input, await toXlsx([trip('E1', { Purpose: '' })]))
    const parts = await readParts(input)
    const types = (parts.get('[Content_Types].xml') ?? '').replace(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    )
    writeFileSync(input, zip({ ...Object.fromEntries(parts), '[Content_Types].xml': types }))
    const { face, said } = createFace()
    const { written } = await checkSheet(assess, { input, output }, face)
    expect(written?.file).toBe(join(folder, 'checked.xlsm'))
    expect(said.join('\n')).toContain('a workbook with macros is not opened as .xlsx: it is written to')
    expect(existsSync(output)).toBe(false)
  })
})

async function openOutput(file: string): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  return workbook
}
