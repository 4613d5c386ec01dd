import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runSheet, type SheetOptions } from '../rooms/app.ts'
import type { Logger } from '../rooms/support.ts'
import { zip } from '../sheet/reading/workbook-parts.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { germanWorkbook, headingRow, regions } from '../support/german-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { identifierOf, type Received, type Service, startService, token } from '../support/service.ts'
import { useSharedFingerprints } from '../support/shared-fingerprints.ts'
import { toXlsx, trip, trips } from '../support/trips.ts'

useSharedFingerprints()

/** All but the three that are empty in trips that were not decided. */
const resultColumns = 14

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Scene {
  options: SheetOptions
  said: string[]
  path(name: string): string
}

function createScene(service: Pick<Service, 'baseUrl'>, input: Uint8Array, name = 'reisen.xlsx'): Scene {
  const folder = createFolder()
  const path = (file: string): string => join(folder, file)
  writeFileSync(path(name), input)
  const said: string[] = []
  const say = (text: string): void => void said.push(text)
  const logger: Logger = { debug() {}, info: say, warn: say, error: say }
  const output = path('out.xlsx')
  const options = { input: path(name), output, baseUrl: service.baseUrl, token, ledger: path('ledger.sqlite'), logger }
  return { options, said, path }
}

async function open(file: string): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  return workbook
}

function textsOf(sheet: ExcelJS.Worksheet | undefined, row: number, columns: readonly number[]): string[] {
  return columns.map((column) => sheet?.getRow(row).getCell(column).text ?? '')
}

/** Everything of a sheet that another program reads of its own columns. */
function readOwn(workbook: ExcelJS.Workbook, name: string, columns: number): unknown {
  const sheet = workbook.getWorksheet(name)
  const rows = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const { value, style, note } = sheet?.getRow(row + 1).getCell(column + 1) ?? {}
      return { value, style, note }
    }),
  )
  return { rows, widths: sheet?.columns.slice(0, columns).map(({ width }) => width), merges: sheet?.model.merges }
}

const german = { sheets: 'all', set: { purpose: 'Work From Anywhere' } } as const

describe('a German workbook of four regions', () => {
  it('comes back as it was, with results beside its rows; a second run fills the same columns, a third gives the same bytes', async () => {
    const service = await startService()
    const { options, said, path } = createScene(service, await germanWorkbook())
    let saidBefore: string[] | undefined
    const first = await runSheet('assess', {
      ...options,
      ...german,
      onProgress: ({ stage }) => {
        if (stage === 'send') saidBefore ??= [...said]
      },
    })
    const people = Object.values(regions).flat()
    expect(first.balance).toMatchObject([{ state: 'scored', count: people.length }, { state: 'skipped' }])
    expect(saidBefore).toContain(
      `the results go into a copy of ${options.input}: within columns N to AD of ${Object.keys(regions)
        .map((region) => `“${region}”`)
        .join(', ')}`,
    )

    const [before, after] = [await open(options.input), await open(path('out.xlsx'))]
    const theirs = ['Deckblatt', ...Object.keys(regions), 'Legende']
    expect(after.worksheets.map(({ name }) => name)).toEqual([...theirs, 'Summary', 'Decisions', 'Charts'])
    for (const name of theirs) expect(readOwn(after, name, 13), name).toEqual(readOwn(before, name, 13))
    for (const [region, staff] of Object.entries(regions)) {
      const sheet = after.getWorksheet(region)
      expect(textsOf(sheet, headingRow, [13, 14, 15])).toEqual(['Lokaler Markt', 'Outcome', 'Overall'])
      expect(sheet?.getRow(headingRow).getCell(14).fill).toEqual(sheet?.getRow(headingRow).getCell(1).fill)
      const ownColumn = ((sheet?.getRow(headingRow).values ?? []) as string[]).indexOf('Assessment ID')
      for (const [index, person] of staff.entries()) {
        expect(textsOf(sheet, headingRow + 1 + index, [1, 14, 15, ownColumn])).toEqual([
          person,
          'assessed',
          '6',
          identifierOf(person),
        ])
      }
      for (const row of [1, 2, headingRow + staff.length + 1, headingRow + staff.length + 3]) {
        expect(sheet?.getRow(row).getCell(14).value ?? null, `row ${row} of ${region}`).toBeNull()
      }
    }

    const [cell] = [
      after
        .getWorksheet('EMEA')
        ?.getRow(headingRow + 1)
        .getCell(15),
    ]
    expect([cell?.value, cell?.numFmt]).toEqual([6, '0.0_)'])

    // Handed in again nothing needs to be said, nothing is created, and nothing comes in addition.
    const written = [path('out.xlsx')]
    for (const name of ['second.xlsx', 'third.xlsx']) {
      copyFileSync(written.at(-1) ?? '', path('again.xlsx'))
      const again = await runSheet('assess', { ...options, input: path('again.xlsx'), output: path(name) })
      expect(again.sheets.map(({ name }) => name)).toEqual(Object.keys(regions))
      expect(again.balance[0]).toMatchObject({ state: 'scored', count: people.length })
      written.push(path(name))
    }
    expect(said.join('\n')).not.toContain('Hidden columns')
    expect(service.created()).toHaveLength(people.length)
    expect(readFileSync(path('third.xlsx')).equals(readFileSync(path('second.xlsx')))).toBe(true)
    const [one, two] = [await open(path('out.xlsx')), await open(path('third.xlsx'))]
    for (const region of Object.keys(regions)) {
      expect(readOwn(two, region, 13 + resultColumns + 1)).toEqual(readOwn(one, region, 13 + resultColumns + 1))
    }
  })
})

/** Does something in the moment when the first request has come. */
function onceMidway(act: () => void): (received: Received) => undefined {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
    return undefined
  }
}

describe('a row with a problem', () => {
  it('shows all of it and of what to do, in a row that is high enough; the others stay as they were', async () => {
    const wrong = trip('E-002', { 'Trip end': '2026-02-28' })
    const { options, path } = createScene(await startService(), await toXlsx([trip('E-001'), wrong]))
    await runSheet('assess', options)
    const [sheet] = (await open(path('out.xlsx'))).worksheets
    const headings = (sheet?.getRow(1).values ?? []) as string[]
    for (const heading of ['Problem', 'What to do']) {
      const column = headings.indexOf(heading)
      const [done, failed] = [2, 3].map((row) => sheet?.getRow(row).getCell(column))
      expect([done?.alignment?.wrapText, failed?.alignment?.wrapText], heading).toEqual([undefined, true])
    }
    expect([sheet?.getRow(2).height, sheet?.getRow(3).height]).toEqual([undefined, 60])
  })
})

describe('whatever happens meanwhile', () => {
  it.each<[string, (input: string) => void]>([
    ['an input that is deleted', (input) => rmSync(input)],
    ['an input that is replaced', (input) => writeFileSync(input, 'something else')],
  ])('%s does no harm, and no copy of it is left', async (_, act) => {
    let midway = (): void => {}
    const service = await startService(onceMidway(() => midway()))
    const { options, path } = createScene(service, await toXlsx(trips(2)))
    midway = () => act(options.input)
    const { output } = await runSheet('assess', options)
    expect((await readOutput(output?.file ?? '')).column('outcome')).toEqual(['scored', 'scored'])
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('a copy that cannot be written after all becomes a new workbook, with its reason', async () => {
    let midway = (): void => {}
    const service = await startService(onceMidway(() => midway()))
    const { options, said, path } = createScene(service, await toXlsx(trips(2)))
    midway = () => {
      const copy = readdirSync(path('.')).find((name) => name.endsWith('.input.xlsx')) ?? ''
      writeFileSync(path(copy), readFileSync(path(copy)).subarray(0, 3_000))
    }
    const { output } = await runSheet('assess', options)
    expect(said.join('\n')).toMatch(/the results go into a new workbook: the copy of .*reisen\.xlsx failed \(.+\)/)
    expect(await readOutput(output?.file ?? '')).toMatchObject({ sheets: expect.arrayContaining(['Results']) })
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('one that must not be copied is a new workbook from the start, as is one where that is asked for', async () => {
    const service = await startService()
    const parts = await readParts(await keep(await toXlsx(trips(1))))
    const signed = zip({ ...Object.fromEntries(parts), '_xmlsignatures/sig1.xml': '<s/>' })
    const { options, said } = createScene(service, signed)
    await runSheet('assess', options)
    expect(said).toContain(
      `the results go into a new workbook, not into a copy of ${options.input}: the workbook is digitally signed, and any change breaks the signature`,
    )
    expect((await readOutput(options.output ?? '')).sheets[0]).toBe('Results')

    const plain = createScene(await startService(), await toXlsx(trips(1)))
    await runSheet('assess', { ...plain.options, newWorkbook: true, trustAddress: true })
    expect((await readOutput(plain.options.output ?? '')).sheets[0]).toBe('Results')
    expect(plain.said.filter((text) => text.includes('workbook'))).toEqual([])
  })
})

describe('an identifier that stands beside another row', () => {
  it('is noticed: it is said, and told as a problem of the row', async () => {
    const service = await startService()
    const { options, said, path } = createScene(service, await toXlsx([trip('E-1'), trip('E-2'), trip('E-3')]))
    await runSheet('assess', options)
    const output = await open(path('out.xlsx'))
    const sheet = output.getWorksheet('Trips')
    if (sheet === undefined) throw new Error('the sheet is missing')
    const column = (sheet.getRow(1).values as string[]).indexOf('Assessment ID')
    sheet.getRow(2).getCell(column).value = identifierOf('E-2')
    sheet.getRow(3).getCell(column).value = identifierOf('E-1')
    await output.xlsx.writeFile(path('sorted.xlsx'))
    said.length = 0
    await runSheet('assess', { ...options, input: path('sorted.xlsx'), output: path('again.xlsx') })
    expect(said.join('\n')).toMatch(/2 rows name what was created for another row \(row 2, row 3\)/)
    const { rows } = (await readOutput(path('again.xlsx'))).table('Problems')
    expect(rows).toMatchObject([
      {
        row: 2,
        outcome: 'warning',
        field: 'assessmentId',
        value: 'A-E-2',
        problem: expect.stringContaining('employeeId E-2'),
      },
      { row: 3, outcome: 'warning', value: 'A-E-1' },
    ])
    expect(service.created()).toHaveLength(3)
  })
})

async function keep(content: Uint8Array): Promise<string> {
  const file = join(createFolder(), 'kept.xlsx')
  writeFileSync(file, content)
  return file
}

describe('an input with macros', () => {
  it('is given back under its own ending, whatever was asked for', async () => {
    const service = await startService()
    const parts = await readParts(await keep(await toXlsx(trips(1))))
    const types = (parts.get('[Content_Types].xml') ?? '').replace(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    )
    const macros = zip({ ...Object.fromEntries(parts), '[Content_Types].xml': types })
    const { options, said, path } = createScene(service, macros, 'reisen.xlsm')
    const { output } = await runSheet('assess', options)
    expect(output?.file).toBe(path('out.xlsm'))
    expect(said.join('\n')).toContain(
      `a workbook with macros is not opened as .xlsx: this run writes ${path('out.xlsm')}`,
    )
    expect(existsSync(path('out.xlsx'))).toBe(false)
    await expect(
      runSheet('assess', { ...options, input: path('out.xlsm'), output: path('out.xlsx') }),
    ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('is the input itself') })
  })
})

describe('the sheets of ours in somebody’s workbook', () => {
  const ofOlderBuilds = ['status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note']

  it.each([
    ['plain', []],
    ['the interface’s, as of older builds', ofOlderBuilds],
  ])('are known by their marks, not by their titles, headings being %s', async (_, olderNames) => {
    const service = await startService()
    const workbook = new ExcelJS.Workbook()
    const sheet = workbook.addWorksheet('Reisen')
    const rows = [trip('E-1'), trip('E-2')]
    sheet.addRow(Object.keys(rows[0] ?? {}))
    for (const row of rows) sheet.addRow(Object.values(row))
    workbook.addWorksheet('Decisions').addRow(['Beschlüsse des Vorstands'])
    workbook.addWorksheet('Summary').addRow(['Zusammenfassung'])
    const { options, path } = createScene(service, new Uint8Array(await workbook.xlsx.writeBuffer()))
    await runSheet('assess', options)
    const output = await open(path('out.xlsx'))
    expect(output.worksheets.map(({ name }) => name)).toEqual([
      'Reisen',
      'Decisions',
      'Summary',
      'Summary (2)',
      'Decisions (2)',
      'Charts',
    ])
    expect(output.getWorksheet('Decisions')?.getCell('A1').text).toBe('Beschlüsse des Vorstands')

    const decisions = output.getWorksheet('Decisions (2)')
    decisions?.getRow(1).eachCell((cell, column) => {
      const at = ['Decision', 'Compliance approver', 'Manager', 'Canceled by', 'Note'].indexOf(cell.text)
      const values = ['Manager Approved', '', 'M-1', '', 'fine']
      if (at >= 0) decisions.getRow(2).getCell(column).value = values[at]
      if (at >= 0) cell.value = olderNames[at] ?? cell.text
      // A column of the input that was copied under its own heading.
      if (cell.text === 'Overall' && olderNames.length > 0) cell.value = 'Manager'
    })
    await output.xlsx.writeFile(path('filled.xlsx'))
    const report = await runSheet('decide', {
      ...options,
      input: path('filled.xlsx'),
      output: path('decided.xlsx'),
      confirm: true,
    })
    expect(report.sheets).toEqual([{ name: 'Decisions (2)', rows: 2 }])
    const sent = { status: 'Manager Approved', managerId: 'M-1', note: 'fine' }
    expect(service.requests.find(({ endpoint }) => endpoint === 'rwa_update')?.fields).toMatchObject(sent)
    expect(basename(report.output?.file ?? '')).toBe('decided.xlsx')
    const decided = await open(path('decided.xlsx'))
    expect(decided.worksheets.map(({ name }) => name).slice(0, 6)).toEqual(output.worksheets.map(({ name }) => name))
  })
})
