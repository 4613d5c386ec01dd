import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import type { Proof } from '../../rooms/client.ts'
import { pollScores } from '../../rooms/pipeline/poll.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'
import { writeOutput } from '../../rooms/pipeline/write.ts'
import { displayCell } from '../../rooms/sheet/values.ts'
import { openSheet } from '../../rooms/sheet.ts'
import { checkWorkbook } from '../../sheet/writing/ooxml/check-workbook.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { findFaults } from '../../support/open-xml-validator.ts'
import { created, createStage, line, noAnswer, refusal, type Stage } from '../stage.ts'

const answers: Record<string, Proof> = { E2: refusal, E3: noAnswer }

/** A run with a row of each kind: scored, rejected, unknown, invalid, duplicate. */
async function run(lines = [line('E1'), line('E2'), line('E3'), line(''), line('E1')]): Promise<Stage> {
  const stage = await createStage({ lines, send: (request) => answers[request.employeeId] ?? created(request) })
  await stage.clock.runFreely(sendRows(stage.context))
  await stage.clock.runFreely(pollScores(stage.context, { isDone: true }))
  return stage
}

async function write({ context, loaded, folder }: Stage, name: string) {
  const written: number[] = []
  const output = join(folder, name)
  const published = await writeOutput({
    operation: context.operation,
    ledger: context.ledger,
    runId: context.runId,
    sheets: loaded.sheets,
    output,
    isSimulated: false,
    summary: {
      file: 'trips.csv',
      sheets: [],
      operation: 'assess',
      targetLabel: 'https://example.test/version-test',
      company: 'default',
      isSimulated: false,
      isTestTarget: true,
      toolVersion: '1.2.3',
      ledger: { ledgerId: 'a1', number: 61, digest: 'd'.repeat(32), at: 0 },
    },
    onProgress: (count) => written.push(count),
  })
  return { output, published, written }
}

/** The lines of a sheet as heading → text, by another program than ours. */
async function readWorkbook(file: string): Promise<Map<string, Record<string, string>[]>> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  return new Map(
    workbook.worksheets.map((sheet) => {
      const headings = new Map<number, string>()
      sheet.getRow(1).eachCell((cell, column) => headings.set(column, cell.text))
      const lines: Record<string, string>[] = []
      sheet.eachRow((row, number) => {
        if (number === 1) return
        lines.push(Object.fromEntries([...headings].map(([column, heading]) => [heading, row.getCell(column).text])))
      })
      return [sheet.name, lines]
    }),
  )
}

/** The rows of a file by our own reader, as texts. */
async function readRows(file: string): Promise<string[][]> {
  const source = await openSheet(file, {})
  try {
    const rows: string[][] = []
    for await (const { cells } of source.rows()) rows.push(cells.map(displayCell))
    return rows
  } finally {
    await source.close()
  }
}

describe('the workbook', () => {
  it('has every row once, in order, with its columns, and each sheet that has something to say', async () => {
    const stage = await run()
    const { output, published } = await write(stage, 'out.xlsx')
    const sheets = await readWorkbook(output)
    expect(published).toEqual({ file: output, isSecondName: false })
    expect([...sheets.keys()]).toEqual(['Results', 'Summary', 'Problems', 'Unknown', 'Decisions', 'Charts'])
    expect(
      sheets
        .get('Results')
        ?.map(({ employeeId, Outcome: outcome, 'Assessment ID': assessmentId }) => [employeeId, outcome, assessmentId]),
    ).toEqual([
      ['E1', 'assessed', 'A-E1'],
      ['E2', 'refused', ''],
      ['E3', 'to look up', ''],
      ['', 'to correct', ''],
      ['E1', 'duplicate', ''],
    ])
    expect(sheets.get('Results')?.[0]).toMatchObject({
      destination: 'Spain',
      Overall: '6.5',
      Report: 'https://reports.example/A-E1',
    })
    expect(sheets.get('Problems')?.map(({ Row, Outcome }) => [Row, Outcome])).toEqual([
      ['3', 'refused'],
      ['4', 'to look up'],
      ['5', 'to correct'],
      ['6', 'duplicate'],
    ])
    expect(sheets.get('Unknown')).toMatchObject([{ Row: '4', 'Employee ID': 'E3', Problem: 'no answer within 45 s' }])
    expect(sheets.get('Decisions')).toMatchObject([
      { 'Assessment ID': 'A-E1', 'Employee ID': 'E1', Overall: '6.5', Decision: '' },
    ])
    expect(checkWorkbook(await readParts(output))).toEqual([])
    expect(await findFaults(output)).toEqual([])
  })

  it('lists what was created by an earlier run and is in the sheet no more', async () => {
    const first = await run([line('E1'), line('E4')])
    const second = await createStage({ lines: [line('E4')], after: first })
    const { output } = await write(second, 'out.xlsx')
    const sheets = await readWorkbook(output)
    expect(sheets.get('Orphans')).toMatchObject([{ 'Assessment ID': 'A-E1', State: 'assessed', 'Employee ID': 'E1' }])
    expect(sheets.get('Results')).toHaveLength(1)
  })

  it('tells how far it is, every few hundred rows', async () => {
    const stage = await createStage({ lines: Array.from({ length: 600 }, (_, index) => line(`E${index}`)) })
    expect((await write(stage, 'out.xlsx')).written).toEqual([500])
  })

  it('takes the place of an earlier one, and leaves nothing else behind', async () => {
    const stage = await run()
    writeFileSync(join(stage.folder, 'out.xlsx'), 'an earlier output')
    const { output } = await write(stage, 'out.xlsx')
    expect((await readWorkbook(output)).get('Results')).toHaveLength(5)
    expect(readdirSync(stage.folder).filter((name) => name.includes('partial'))).toEqual([])
  })
})

describe('the table', () => {
  it('has the columns of Results, in UTF-8 with a byte order mark', async () => {
    const stage = await run()
    const { output } = await write(stage, 'out.csv')
    const [headings = [], ...rows] = await readRows(output)
    expect([...readFileSync(output).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rows.map((row) => row[headings.indexOf('outcome')])).toEqual([
      'scored',
      'rejected',
      'unknown',
      'invalid',
      'duplicate',
    ])
  })

  it('has the delimiter of a CSV input, and is verified with it', async () => {
    const stage = await run([line('E1', '"Spain, Portugal"'), line('E2')])
    const sheets = stage.loaded.sheets.map((sheet) => ({ ...sheet, columns: { ...sheet.columns, delimiter: ';' } }))
    const semicolons = { ...stage, loaded: { ...stage.loaded, sheets } }
    const { output } = await write(semicolons, 'out.csv')
    const [first, second] = readFileSync(output, 'utf8').split('\r\n')
    expect(first).toContain('purpose;employeeId;')
    expect(second).toContain(';Spain, Portugal;')
    expect(stage.loaded.sheets[0]?.columns.delimiter).toBe(',')
  })

  it('is verified as what it is, whatever its cells look like', async () => {
    // Semicolons and line breaks that would make a guess at the delimiter go wrong.
    const odd = Array.from({ length: 30 }, (_, index) =>
      line(`E${index}`, '"a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;""q;\n;;"'),
    )
    const { output } = await write(await createStage({ lines: odd }), 'out.csv')
    expect(existsSync(output)).toBe(true)
  })
})

describe('books that do not balance', () => {
  it.each(['out.xlsx', 'out.csv'])('are refused, and the earlier %s stays as it was', async (name) => {
    const stage = await run()
    const output = join(stage.folder, name)
    writeFileSync(output, 'an earlier output')
    const { runs } = stage.ledger
    runs.countRows = async () => 6
    await expect(write(stage, name)).rejects.toMatchObject({
      code: 'defect',
      message: 'the written file holds 5 rows where the ledger has 6',
    })
    expect(readFileSync(output, 'utf8')).toBe('an earlier output')
    expect(readdirSync(stage.folder).filter((file) => file.includes('partial'))).toEqual([])
  })

  it('lets nothing half written stay when a row cannot be read', async () => {
    const stage = await run()
    const { runs } = stage.ledger
    const { rowPage } = runs
    runs.rowPage = async (runId, afterSeq, limit) => {
      if (afterSeq >= 0) throw new Error('disk read error')
      return (await rowPage(runId, afterSeq, limit)).slice(0, 2)
    }
    await expect(write(stage, 'out.xlsx')).rejects.toThrow('disk read error')
    expect(readdirSync(stage.folder).filter((file) => file.startsWith('out') || file.startsWith('.out'))).toEqual([])
  })
})
