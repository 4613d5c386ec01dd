import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import {
  createWorkspace,
  drive,
  load,
  releaseRun,
  startOfTest,
  stillClock,
  submissionsOf,
  trip,
} from '../../ledger/workspace.ts'
import { type Ledger, referToSending } from '../../rooms/ledger.ts'
import { assess, decide, invite } from '../../rooms/operations.ts'
import {
  applyResolutions,
  expectedResolutions,
  readAnswers,
  readResolution,
  unknownSheet,
  unknownTable,
} from '../../rooms/pipeline/earlier-output.ts'
import { fillLine } from '../../rooms/pipeline/tables.ts'
import type { Cell } from '../../rooms/sheet.ts'
import { createLogger } from '../stage.ts'
import { asRecord, record, sentAt, view } from '../write/views.ts'

const notCreated = { kind: 'not-created' }

const operations = { assess, decide, invite }

describe('the sheet Unknown', () => {
  it('has what helps to find the row at the service, and room for what was found', () => {
    const row = view(
      record({ of: { state: 'unknown', problem: 'no answer within 45 s', rawAnswer: 'x'.repeat(5_000), sentAt } }),
    )
    const attempt = { submissionId: 1, runId: 1, operation: 'create', sentAt, httpStatus: undefined, detail: '' }
    const attempts = [
      { ...attempt, answeredAt: sentAt + 1, outcome: 'not-sent' },
      { ...attempt, answeredAt: sentAt + 45_000, outcome: 'unknown' },
    ]
    const sheet = unknownTable(assess, false)
    const line = asRecord(sheet, fillLine(sheet, { view: row, attempts, reference: 'ref-1', about: row.request }))
    expect(line).toMatchObject({
      row: 2,
      employeeId: 'E1',
      destination: 'Spain',
      sentAt: '2026-03-01T09:30:00.000',
      answeredAt: '2026-03-01T09:30:45.000',
      problem: 'no answer within 45 s',
      reference: 'ref-1',
      resolution: '',
    })
    expect(String(line['answer'])).toHaveLength(2_000)
  })
})

describe('what stands in the column resolution', () => {
  it.each<[string, 'assess' | 'decide' | 'invite', object]>([
    ['not created', 'assess', notCreated],
    ['  NOT  CREATED\n', 'assess', notCreated],
    ['Not-created', 'assess', notCreated],
    ['notcreated', 'assess', notCreated],
    ['not\u00a0sent', 'assess', notCreated],
    ['not recorded', 'decide', notCreated],
    ['not invited', 'invite', notCreated],
    ['1700000000000x123', 'assess', { kind: 'created', state: 'accepted', identifier: '1700000000000x123' }],
    ['recorded', 'decide', { kind: 'created', state: 'done', identifier: undefined }],
    ['Recorded', 'decide', { kind: 'created', state: 'done', identifier: undefined }],
    ['invited', 'invite', { kind: 'created', state: 'done', identifier: undefined }],
    ['U-17', 'invite', { kind: 'created', state: 'done', identifier: 'U-17' }],
  ])('%j for what is %s is understood', (written, name, resolution) => {
    expect(readResolution({ t: 's', v: written }, operations[name])).toEqual(resolution)
  })

  it('may be an identifier in a number cell, as long as nothing of it was lost', () => {
    expect(readResolution({ t: 'n', v: 170012, f: '00000000' }, assess)).toMatchObject({ identifier: '00170012' })
    expect(readResolution({ t: 'n', v: 1.7e17 }, assess)).toBeUndefined()
  })

  it.each<[Cell | string, 'assess' | 'decide' | 'invite']>([
    ['yes', 'assess'],
    ['created', 'assess'],
    ['recorded', 'assess'],
    ['invited', 'assess'],
    ['n/a', 'assess'],
    ['?', 'assess'],
    ['A-1 or A-2', 'assess'],
    ['not sure about A-1', 'assess'],
    ['1.7E+17', 'assess'],
    ['A-1', 'decide'],
    ['invited', 'decide'],
    ['yes', 'invite'],
    ['recorded', 'invite'],
    [{ t: 'b', v: true }, 'assess'],
    [{ t: 'd', v: '2026-03-01T00:00:00.000' }, 'assess'],
    [{ t: 'e', v: '#REF!' }, 'assess'],
  ])('%j for what is %s is not understood', (written, name) => {
    const cell: Cell = typeof written === 'string' ? { t: 's', v: written } : written
    expect(readResolution(cell, operations[name])).toBeUndefined()
  })

  it.each(['assess', 'decide', 'invite'] as const)('is understood as it is asked for: %s', (name) => {
    const words = [...expectedResolutions(operations[name]).matchAll(/“(.+?)”/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(0)
    for (const v of words) expect(readResolution({ t: 's', v }, operations[name])).toBeDefined()
  })
})

interface Scene {
  ledger: Ledger
  folder: string
  ids: number[]
  /** The reference to the sending of a row. */
  refer(row: number): string
  read(...files: string[]): Promise<string[]>
  states(): Promise<(string | undefined)[]>
}

/** Two rows that are unknown and one that is there. */
async function createScene(operation: 'assess' | 'decide' = 'assess'): Promise<Scene> {
  const { folder, open } = createWorkspace()
  const ledger = open()
  const contents = ['E1 May Peru', 'E2 May Peru', 'E3 May Peru'].map(trip)
  const ids = (await submissionsOf(ledger, await load(ledger, contents))).map((id) => id ?? Number.NaN)
  for (const [index, id] of ids.entries()) await drive(ledger, id, index === 2 ? 'accepted' : 'unknown')
  const logger = createLogger()
  return {
    ledger,
    folder,
    ids,
    refer: (row) => referToSending(ledger.id, { id: ids[row] ?? Number.NaN, sentAt: startOfTest }),
    read: async (...files) => {
      const ports = { clock: stillClock, logger }
      const run = await load(ledger, contents, { waits: true })
      const of = operation === 'assess' ? assess : decide
      await applyResolutions(readAnswers(files, unknownSheet, ports.logger), of, ledger, run, ports)
      await releaseRun(ledger, run)
      return logger.said
    },
    states: () => Promise.all(ids.map(async (id) => (await ledger.submissions.get(id))?.state)),
  }
}

type Line = readonly (string | number | null)[]

async function writeWorkbook(file: string, lines: readonly Line[], sheet = 'Unknown'): Promise<string> {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('Results').addRow(['Staff ID'])
  for (const line of lines.length === 0 ? [] : [workbook.addWorksheet(sheet)])
    for (const cells of lines) line.addRow([...cells])
  await workbook.xlsx.writeFile(file)
  return file
}

describe('the sheet Unknown', () => {
  it('is read wherever its two columns stand; empty answers and other columns are passed over', async () => {
    const { folder, refer, read, states, ledger, ids } = await createScene()
    const file = await writeWorkbook(join(folder, 'out.xlsx'), [
      ['row', 'resolution', 'my own notes', 'reference'],
      [2, 'A-77', 'asked Jane', refer(0)],
      [3, null, 'asks back', refer(1)],
    ])
    expect(await read(file)).toEqual([`info: 1 unknown row moved on as ${file} says`])
    expect(await states()).toEqual(['accepted', 'unknown', 'accepted'])
    expect((await ledger.submissions.get(ids[0] ?? Number.NaN))?.identifier).toBe('A-77')
  })

  it('is read in every file that there is, and a second time says nothing', async () => {
    const { folder, refer, read, states } = await createScene()
    const heading = ['reference', 'resolution', 'Reason']
    const first = await writeWorkbook(join(folder, 'in.xlsx'), [heading, [refer(0), 'not created', 'asked']])
    const second = await writeWorkbook(join(folder, 'out.xlsx'), [heading, [refer(1), 'not created', 'asked']])
    expect(await read(first, second, join(folder, 'none.xlsx'), join(folder, 'out.csv'))).toHaveLength(2)
    expect(await states()).toEqual(['ready', 'ready', 'accepted'])
    expect(await read(first, second)).toHaveLength(2)
  })

  it('that says what cannot be used is answered with a warning that names the cell', async () => {
    const { folder, refer, read, states } = await createScene()
    const file = await writeWorkbook(join(folder, 'out.xlsx'), [
      ['reference', 'resolution'],
      [refer(0), 'dunno'],
      [refer(1), 'R-3'],
      [refer(1).replace(/-\w+$/, '-zz'), 'not created'],
      [refer(1), 'not created'],
    ])
    const said = await read(file)
    expect(said).toEqual([
      `warn: ${file}, Unknown!B2: “dunno” is not understood; expected “not created” or the assessment id`,
      `warn: ${file}, Unknown!B3: R-3 belongs to another row already; the row stays unknown`,
      `warn: ${file}, Unknown!B4: “not created” was said of an earlier sending; the row was sent again and stays unknown`,
      `warn: ${file}, Unknown!B5: “not created” is not taken without a reason: write how it is known into the column reason`,
    ])
    expect(await states()).toEqual(['unknown', 'unknown', 'accepted'])
  })

  it.each<[string, Line[], string]>([
    [
      'of another operation',
      [
        ['reference', 'resolution'],
        ['', 'dunno'],
      ],
      'Unknown',
    ],
    [
      'without our headings',
      [
        ['Reference no.', 'Resolution'],
        ['x', 'not created'],
      ],
      'Unknown',
    ],
    ['that is empty', [[]], 'Unknown'],
    ['that is not there', [], 'Unknown'],
    ['of another name', [['reference', 'resolution']], 'unbekannt'],
  ])('%s says nothing', async (_, lines, sheet) => {
    const { folder, read, states } = await createScene()
    const file = await writeWorkbook(join(folder, 'out.xlsx'), lines, sheet)
    expect(await read(file)).toEqual([])
    expect(await states()).toEqual(['unknown', 'unknown', 'accepted'])
  })

  it('of what another operation has sent says nothing to this one', async () => {
    const { folder, refer, read, states } = await createScene('decide')
    const lines = [
      ['reference', 'resolution'],
      [refer(0), 'recorded'],
      [refer(1), 'A-1'],
    ]
    expect(await read(await writeWorkbook(join(folder, 'out.xlsx'), lines))).toEqual([])
    expect(await states()).toEqual(['unknown', 'unknown', 'accepted'])
  })
})
