import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CorrectedRequest, checkEdited, saveCorrected } from '../../rooms/app/check.ts'
import { assess } from '../../rooms/operations.ts'
import { silentLogger } from '../../rooms/support.ts'
import { toCsv, toXlsx, trip } from '../../support/trips.ts'

const ports = {
  logger: silentLogger,
  cleaningUp: <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> => run().finally(cleanUp),
}

function createWishes(name: string, content: string | Uint8Array): CorrectedRequest {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-corrected-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, name)
  writeFileSync(input, content)
  return { input, edits: [], reading: {}, output: join(folder, 'trips.corrected.xlsx'), own: new Set() }
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

describe('a corrected sheet', () => {
  it('that nobody has edited is the same workbook, byte for byte', async () => {
    const wishes = createWishes('trips.xlsx', await toXlsx([trip('E1'), trip('')], { hiddenRows: [2] }))
    const { file, digest, check } = await saveCorrected(assess, wishes, ports)
    expect(file).toBe(wishes.output)
    expect([digestOf(file), digest]).toEqual([digestOf(wishes.input), digestOf(wishes.input)])
    expect(check.rows.map(({ state }) => state)).toEqual(['ready', 'invalid'])
  })

  it('that was checked is not read again while it is the same file, and is read where it has changed', async () => {
    const wishes = createWishes('trips.xlsx', await toXlsx([trip('E1'), trip('')]))
    const check = await checkEdited(assess, wishes, ports)
    const known = { check, digest: digestOf(wishes.input) }
    expect((await saveCorrected(assess, { ...wishes, known }, ports)).check).toBe(check)
    writeFileSync(wishes.input, await toXlsx([trip('E1'), trip('E2')]))
    const changed = await saveCorrected(assess, { ...wishes, known }, ports)
    expect(changed.check.rows.map(({ state }) => state)).toEqual(['ready', 'ready'])
    expect(changed.digest).toBe(digestOf(wishes.input))
  })

  it('with edits is compared with its check, and never published with another meaning', async () => {
    const wishes = createWishes('trips.xlsx', await toXlsx([trip('E1'), trip('E2')]))
    const edits = [{ sheet: 'Trips', row: 3, column: 5, text: 'Peru' }]
    const digest = digestOf(wishes.input)
    const right = { check: await checkEdited(assess, { ...wishes, edits }, ports), digest }
    const saved = await saveCorrected(assess, { ...wishes, edits, known: right }, ports)
    expect([saved.check.digest, saved.check.rows[1]?.texts[5]]).toEqual([right.check.digest, 'Peru'])
    // A check without the edit is no proof of the copy: the sheet itself is read for it.
    const stale = { check: await checkEdited(assess, wishes, ports), digest }
    const again = await saveCorrected(assess, { ...wishes, edits, known: stale }, ports)
    expect(again.check.digest).toBe(right.check.digest)
  })

  it('holds what was typed, and all else as it was; the sheet itself stays', async () => {
    const content = await toXlsx([trip('00123'), trip('E2', { 'Trip end': new Date(Date.UTC(2026, 1, 1)) })])
    const wishes = createWishes('trips.xlsx', content)
    const edits = [{ sheet: 'Trips', row: 3, column: 8, text: '2026-03-31' }]
    const { file, check } = await saveCorrected(assess, { ...wishes, edits }, ports)
    expect(check.sheets.map(({ name }) => name)).toEqual(['Trips'])
    expect(check.rows.map(({ state, texts }) => [state, texts[0], texts[8]])).toEqual([
      ['ready', '00123', '2026-03-31'],
      ['ready', 'E2', '2026-03-31'],
    ])
    expect(readFileSync(wishes.input)).toEqual(Buffer.from(content))
    // The same again reads the same.
    const again = await saveCorrected(
      assess,
      { ...wishes, input: file, output: wishes.output, own: new Set([digestOf(file)]) },
      ports,
    )
    expect(again.check.digest).toBe(check.digest)
  })

  it('keeps all that is in their workbook: formats, other sheets, hidden rows; only what was typed is other', async () => {
    const { default: ExcelJS } = await import('exceljs')
    const workbook = new ExcelJS.Workbook()
    const content = await toXlsx([trip('E1'), trip('E2'), trip('E3')])
    await workbook.xlsx.load(new Uint8Array(content).buffer)
    const sheet = workbook.getWorksheet('Trips')
    sheet?.insertRow(1, ['Our trips'])
    if (sheet !== undefined) sheet.getRow(4).hidden = true
    if (sheet !== undefined)
      sheet.getCell('F3').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFEE00' } }
    workbook.addWorksheet('Notes').getCell('B2').value = 'ours'
    const wishes = createWishes('trips.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()))
    const edits = [
      { sheet: 'Trips', row: 3, column: 5, text: 'Peru' },
      { sheet: 'Trips', row: 3, column: 5, text: 'Spain' },
      { sheet: 'Trips', row: 5, column: 0, text: '' },
    ]
    const { file, check } = await saveCorrected(assess, { ...wishes, edits, reading: { hidden: 'skip' } }, ports)
    expect(check.rows.map(({ state, texts }) => [state, texts[0], texts[5]])).toEqual([
      ['ready', 'E1', 'Spain'],
      ['skipped', 'E2', 'Portugal'],
      ['invalid', '', 'Portugal'],
    ])
    const corrected = new ExcelJS.Workbook()
    await corrected.xlsx.readFile(file)
    const cell = corrected.getWorksheet('Trips')?.getCell('F3')
    expect([cell?.value, cell?.fill]).toMatchObject(['Spain', { fgColor: { argb: 'FFFFEE00' } }])
    expect(corrected.getWorksheet('Trips')?.getCell('A1').value).toBe('Our trips')
    expect(corrected.getWorksheet('Notes')?.getCell('B2').value).toBe('ours')
    expect(corrected.definedNames.model).toEqual([])
  })

  it('where that cannot be leaves out what is passed over: a hidden row would be read there', async () => {
    const wishes = createWishes('trips.xlsm', await toXlsx([trip('E1'), trip('E2'), trip('E3')], { hiddenRows: [3] }))
    const edits = [{ sheet: 'Trips', row: 2, column: 5, text: 'Spain' }]
    const { check } = await saveCorrected(assess, { ...wishes, edits, reading: { hidden: 'skip' } }, ports)
    expect(check.rows.map(({ texts }) => [texts[0], texts[5]])).toEqual([
      ['E1', 'Spain'],
      ['E3', 'Portugal'],
    ])
  })

  it('of CSV is a workbook; text that looks like a formula stays text', async () => {
    const wishes = createWishes(
      'trips.csv',
      toCsv([
        { ...trip('E1'), Remark: '=1+1' },
        { ...trip('E2'), Remark: '' },
      ]),
    )
    const { check } = await saveCorrected(assess, wishes, ports)
    expect(check.rows.map(({ state, texts }) => [state, texts.at(-1)])).toEqual([
      ['ready', '=1+1'],
      ['ready', ''],
    ])
  })

  it('of CSV that was checked is written without loading its rows once more, and says the same', async () => {
    const rows = [...Array.from({ length: 700 }, (_, index) => trip(`E${index}`)), { 'Staff ID': 'Total' }]
    const wishes = createWishes('trips.csv', toCsv(rows))
    const edits = [{ sheet: 'trips.csv', row: 3, column: 5, text: 'Peru' }]
    let loaded = 0
    const onEvent = ({ kind }: { kind: string }): void => {
      if (kind === 'progress') loaded += 1
    }
    const counting = { ...ports, onEvent }
    const check = await checkEdited(assess, { ...wishes, edits }, ports)
    const own = new Set<string>()
    const whole = await saveCorrected(assess, { ...wishes, edits, own }, counting)
    const byLoading = loaded
    loaded = 0
    own.add(whole.digest)
    const known = { check, digest: digestOf(wishes.input) }
    const copied = await saveCorrected(assess, { ...wishes, edits, own, known }, counting)
    expect([copied.digest, copied.check.rows.length, copied.check.rows[1]?.texts[5]]).toEqual([
      whole.digest,
      700,
      'Peru',
    ])
    expect(loaded).toBeGreaterThan(0)
    expect(loaded).toBeLessThan(byLoading)
  })

  it('never takes the place of a file that nobody here has written: that one is kept', async () => {
    const wishes = createWishes('trips.csv', toCsv([trip('E1')]))
    writeFileSync(wishes.output, 'somebody’s own')
    const first = await saveCorrected(assess, wishes, ports)
    expect(readFileSync(String(first.kept), 'utf8')).toBe('somebody’s own')
    const second = await saveCorrected(assess, { ...wishes, own: new Set([first.digest]) }, ports)
    expect(second.kept).toBeUndefined()
  })

  it('that would be read otherwise is not left behind', async () => {
    const { default: ExcelJS } = await import('exceljs')
    const workbook = new ExcelJS.Workbook()
    const content = await toXlsx([trip('E1', { 'Work days': 5 }), trip('E2', { 'Work days': 5 })])
    await workbook.xlsx.load(new Uint8Array(content).buffer)
    const column = 14
    // The second row’s number of days is hidden behind the first one’s: it is wrong, and not only empty.
    workbook.getWorksheet('Trips')?.mergeCells(2, column, 3, column)
    const wishes = createWishes('trips.xlsm', new Uint8Array(await workbook.xlsx.writeBuffer()))
    const edits = [{ sheet: 'Trips', row: 2, column: 5, text: 'Spain' }]
    await expect(saveCorrected(assess, { ...wishes, edits }, ports)).rejects.toThrow('read differently')
    expect(readdirSync(join(wishes.output, '..'))).toEqual(['trips.xlsm'])
  })
})
