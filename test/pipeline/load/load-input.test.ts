import { describe, expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import { loadInput } from '../../rooms/pipeline/load.ts'
import type { LoadOptions } from '../../rooms/pipeline/model.ts'
import type { SheetSource } from '../../rooms/sheet.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { loadDefaults, resendNothing } from '../../support/run-defaults.ts'
import { createFolder, createLedger, createLogger, headings, line } from '../stage.ts'
import { openText, openWorkbook } from './sheets.ts'

const names = headings.split(',')

async function load(source: SheetSource, options: Partial<LoadOptions> = {}) {
  const clock = new ManualClock()
  const ledger = createLedger(createFolder(), clock)
  const logger = createLogger()
  const counted: number[] = []
  const target = await ledger.targets.find('https://example.test/version-test', 'default')
  const request = {
    operation: assess,
    target,
    file: '/trips',
    load: { ...loadDefaults, ...options },
    resend: resendNothing,
  }
  const loaded = await loadInput(source, request, ledger, {
    clock,
    logger,
    onEvent: (event) => event.kind === 'progress' && counted.push(event.rows),
  })
  const rows = await ledger.runs.rowPage(loaded.runId, -1, 10_000)
  return { loaded, rows, said: logger.said, counted, ledger }
}

function csv(...lines: string[]): string {
  return [headings, ...lines].join('\n')
}

describe('loading', () => {
  it('puts every row in the ledger, in order, with its number and its cells as read', async () => {
    const source = await openText(csv(line('E1'), line('E2'), line('E3')))
    const { rows, loaded } = await load(source)
    expect(rows.map(({ seq, rowNumber, state }) => [seq, rowNumber, state])).toEqual([
      [0, 2, 'ready'],
      [1, 3, 'ready'],
      [2, 4, 'ready'],
    ])
    expect(JSON.parse(rows[1]?.cells ?? '')[1]).toBe('E2')
    const columns = loaded.sheets[0]?.columns
    expect([loaded.rows, columns?.headings, columns?.fields['employeeId']]).toEqual([3, names, 1])
  })

  it.each([
    ['only examples', ['EXAMPLE – delete this row', 'EXAMPLE – delete this row'], 'all of its 2 rows are EXAMPLE rows'],
    ['only one', ['EXAMPLE – delete this row'], 'its only row is the EXAMPLE row'],
    ['a row that was typed below', ['EXAMPLE – delete this row', 'E1'], undefined],
  ])('says of a template with %s whether it was filled in', async (_, ids, expected) => {
    const { rows, said } = await load(await openText(csv(...ids.map((id) => line(id)))))
    expect(rows[0]?.state).toBe('skipped')
    const told = said.filter((text) => text.includes('is not filled in'))
    if (expected === undefined) expect(told).toEqual([])
    else
      expect(told).toEqual([expect.stringContaining(`${expected} of the template, never sent. Type your rows below`)])
  })

  it('names the rows whose remark says that the trip is cancelled, and reads them like any other', async () => {
    const lines = [`${headings},Remarks`, `${line('E1')},ok`, `${line('E2')},CANCELLED – visa refused`]
    const { rows, said } = await load(await openText(lines.join('\n')))
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready'])
    expect(said.join('\n')).toContain('1 row says that its trip is cancelled (')
    expect(said.join('\n')).toContain('3 “CANCELLED – visa refused”)')
  })

  it('keeps the request as the contract has it', async () => {
    const { rows } = await load(await openText(csv(line('00123'))))
    expect(JSON.parse(rows[0]?.submission?.request ?? '')).toEqual({
      purpose: 'Work From Anywhere',
      employeeId: '00123',
      seniority: 'Mid',
      roleType: 'Engineer',
      citizenship: 'Germany',
      destination: 'Spain',
      residency: 'Germany',
      startDate: '2026-05-04T00:00:00.000Z',
      endDate: '2026-05-15T00:00:00.000Z',
      salesContracts: 'No',
      pastTripsDuration: 0,
      legalRight: 'Yes',
      benefitLocalMarket: 'No',
    })
  })

  it('passes over blank rows and what stands above the headings', async () => {
    const source = await openWorkbook([
      {
        name: 'Trips',
        rows: [['Trips 2026'], [], names, line('E1').split(','), [null, ' '], [], line('E2').split(',')],
      },
    ])
    const { rows } = await load(source)
    expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([4, 7])
  })

  it('holds a row with problems, all of them, and goes on with the others', async () => {
    const bad = line('', 'Spain').replace('Mid', 'Boss')
    const { rows } = await load(await openText(csv(line('E1'), bad, line('E3'))))
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'invalid', 'ready'])
    const { problems } = JSON.parse(rows[1]?.detail ?? '')
    expect(problems.map(({ cell }: { cell: string }) => cell)).toEqual(['B3', 'C3'])
  })

  it('holds a row with a cell that no workbook can hold', async () => {
    const { rows } = await load(await openText(csv(line('E1', 'x'.repeat(32_768)), line('E2'))))
    expect(rows.map(({ state }) => state)).toEqual(['invalid', 'ready'])
  })

  it('keeps warnings with a row that is sent all the same', async () => {
    const { rows } = await load(await openText(csv(line('E1').replaceAll('2026-05', '2126-05'))))
    expect(rows[0]?.state).toBe('ready')
    expect(JSON.parse(rows[0]?.warnings ?? '')).toHaveLength(2)
  })

  it('takes a row with an identifier as created, whatever else is wrong with it', async () => {
    const lines = [`${line('E1')},A-77`, `${line('', '')},A-78`, `${line('E3')},`]
    const { rows } = await load(await openText([`${headings},assessmentId`, ...lines].join('\n')))
    expect(rows.map(({ state, submission }) => [state, submission?.identifier])).toEqual([
      ['accepted', 'A-77'],
      ['accepted', 'A-78'],
      ['ready', undefined],
    ])
    expect(JSON.parse(rows[1]?.warnings ?? '')).toHaveLength(2)
  })

  it('counts rows as it goes, in batches', async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => line(`E${index}`))
    const { counted, rows } = await load(await openText(csv(...lines)))
    expect([counted, rows.length]).toEqual([[500, 1_000, 1_200], 1_200])
  })

  it('remembers columns up to the last cell that is used, headed or not', async () => {
    const rows = [names, [...line('E1').split(','), null, 'beside the table']]
    const { loaded } = await load(await openWorkbook([{ name: 'Trips', rows }]))
    expect(loaded.sheets[0]?.columns.headings).toEqual([...names, '', ''])
  })

  it('of a sheet without rows below its headings is an error', async () => {
    await expect(load(await openText(`${headings}\n`))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('no rows below the headings in row 1'),
    })
  })
})

describe('hidden rows', () => {
  const sheet = { name: 'Trips', rows: [names, line('E1').split(','), line('E2').split(',')], hiddenRows: [3] }

  it.each([
    ['include', ['ready', 'ready'], 'included'],
    ['skip', ['ready', 'skipped'], 'left out'],
    [undefined, ['ready', 'ready'], 'included'],
  ] as const)('with --hidden %s are %j, and that is said', async (hidden, states, word) => {
    const { rows, said } = await load(await openWorkbook([sheet]), { hidden })
    expect(rows.map(({ state }) => state)).toEqual(states)
    expect(said.join('\n')).toContain(`1 hidden row is ${word}`)
  })
})

describe('what is said of a file', () => {
  it('is how it was read when that was a guess', async () => {
    const text = csv(line('E1').replace('Engineer', 'Köchin'))
    const { said, rows } = await load(await openText(Buffer.from(text, 'latin1')))
    expect(said.join('\n')).toContain('Windows-1252')
    expect(rows[0]?.submission?.request).toContain('Köchin')
  })

  it('is what only its cells show, too', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => line(`E${index}`).split(','))
    const source = await openWorkbook([{ name: 'Trips', rows: [names, ...lines] }])
    const notes: string[] = []
    const later: SheetSource = {
      ...source,
      get warnings() {
        return notes
      },
      select: () => undefined,
      requireUnchanged: async () => {},
      close: async () => {},
      async *rows() {
        yield* source.rows()
        if (notes.length === 0) notes.push('a formula in C5 has no value')
      },
    }
    expect((await load(later)).said).toContain('warn: a formula in C5 has no value')
  })

  it('is told once for all sheets, and of rows that are passed over only that they are', async () => {
    const total = (count: number) => ['Total', ...names.slice(1, -1).map(() => null), { formula: `SUM(Z1:Z${count})` }]
    const sheets = ['EMEA', 'AMER', 'APAC'].map((name, index) => {
      const lines = Array.from({ length: index + 1 }, (_, at) => line(`${name}${at}`).split(','))
      return { name, rows: [[...names, 'Workng days'], ...lines, total(index)] }
    })
    const { said } = await load(await openWorkbook(sheets), { sheets: 'all' })
    expect(said.filter((message) => message.startsWith('warn'))).toEqual([
      'warn: EMEA, AMER, APAC: the column “Workng days” is not read; if it is meant to be workingDays, rename it or use ‹columns›',
      'warn: EMEA: row 3 is passed over: a row of totals (likewise AMER: 4; APAC: 5)',
    ])
  })

  it('names the columns that are carried along, once, without those that the output refills', async () => {
    const content = `${headings},Cost centre,outcome\n${line('E1')},77,scored\n`
    const { said } = await load(await openText(content))
    const carried = said.filter((message) => message.includes('carried'))
    expect(carried).toEqual(['info: columns carried to the output as they are: “Cost centre”'])
  })

  it('names a column that is spelled much like one that is read', async () => {
    const { said } = await load(await openText(`${headings},Wrking days\n${line('E1')},3\n`))
    expect(said.join('\n')).toMatch(/“Wrking days” is not read; if it is meant to be workingDays/)
  })
})
