import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder, createLedger, createLogger, headings, line } from '../../pipeline/stage.ts'
import type { Problem } from '../../rooms/contract.ts'
import type { Message } from '../../rooms/messages.ts'
import { assess } from '../../rooms/operations.ts'
import { loadInput } from '../../rooms/pipeline/load.ts'
import type { LoadOptions } from '../../rooms/pipeline/model.ts'
import { openSheet } from '../../rooms/sheet.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { loadDefaults, resendNothing } from '../../support/run-defaults.ts'
import { wordsOf } from '../../support/words.ts'
import { styles, workbookParts, worksheet, zip } from '../reading/workbook-parts.ts'

const names = headings.split(',')

interface Seen {
  states: string[]
  problems: Problem[]
  warnings: string[]
  said: string[]
  requests: Record<string, unknown>[]
}

/** What becomes of the rows of a file. */
async function load(content: string | Buffer, options: Partial<LoadOptions> = {}): Promise<Seen> {
  const file = join(createFolder(), typeof content === 'string' ? 'trips.csv' : 'trips.xlsx')
  writeFileSync(file, content)
  const source = await openSheet(file, {})
  onTestFinished(() => source.close())
  const clock = new ManualClock()
  const ledger = createLedger(createFolder(), clock)
  const logger = createLogger()
  const request = {
    operation: assess,
    target: await ledger.targets.find('https://example.test/version-test', 'default'),
    file: '/trips',
    load: { ...loadDefaults, ...options },
    resend: resendNothing,
  }
  const loaded = await loadInput(source, request, ledger, { clock, logger })
  const rows = await ledger.runs.rowPage(loaded.runId, -1, 1000)
  const details = rows.map(({ detail }): { problems?: Problem[]; reason?: Message } => JSON.parse(detail ?? '{}'))
  return {
    states: rows.map(
      ({ state }, index) =>
        `${state}${details[index]?.reason === undefined ? '' : `: ${wordsOf(details[index].reason)}`}`,
    ),
    problems: details.flatMap(({ problems }) => problems ?? []),
    warnings: rows.flatMap(({ warnings }) => JSON.parse(warnings ?? '[]').map(({ rule }: Problem) => rule)),
    said: logger.said.filter((message) => message.startsWith('warn')),
    requests: rows.flatMap(({ submission }) => (submission === undefined ? [] : [JSON.parse(submission.request)])),
  }
}

type Value = string | number | null

function xml(values: readonly Value[], row: number): string {
  const cells = values.map((value, index) => {
    const at = `r="${String.fromCharCode(65 + index)}${row}"`
    if (value === null) return ''
    return typeof value === 'number'
      ? `<c ${at} s="${index === 7 || index === 8 ? 1 : 0}"><v>${value}</v></c>`
      : `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

function workbook(lines: readonly (readonly Value[])[], merges: readonly string[] = [], columns = ''): Buffer {
  const rows = lines.map((values, index) => xml(values, index + 1)).join('')
  const after =
    merges.length === 0 ? '' : `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  const sheet = worksheet(rows, after).replace('<sheetData>', `${columns}<sheetData>`)
  return zip(workbookParts('', { 'xl/worksheets/sheet1.xml': sheet, 'xl/styles.xml': styles('', 'd/m/yyyy') }))
}

function cells(employeeId: string, changes: Record<string, Value> = {}): Value[] {
  const values: Value[] = line(employeeId).split(',')
  for (const [name, value] of Object.entries(changes)) values[names.indexOf(name)] = value
  return values
}

describe('merged cells', () => {
  it('in a column that is read refuse the rows they cover, and are named', async () => {
    const rows = [names, cells('E1'), cells(''), cells('')]
    const { states, problems } = await load(workbook(rows, ['B2:B4']))
    expect(states).toEqual(['ready', 'invalid', 'invalid'])
    expect(problems.map(({ cell, rule, hint }) => [cell, rule, hint.slice(0, 45)])).toEqual([
      ['B3', 'must hold its own value; it is merged into B2:B4', 'Only the first cell of B2:B4 has the value: u'],
      ['B4', 'must hold its own value; it is merged into B2:B4', 'Only the first cell of B2:B4 has the value: u'],
    ])
  })

  it('are not filled from --set, which would not be what the sheet shows', async () => {
    const rows = [names, cells('E1', { legalRight: 'No' }), cells('E2', { legalRight: null })]
    const { states } = await load(workbook(rows, ['L2:L3']), { defaults: new Map([['legalRight', 'Yes']]) })
    expect(states).toEqual(['ready', 'invalid'])
  })

  it('count in optional columns too, and do not matter where they show nothing or are not read', async () => {
    const rows = [
      [...names, 'workingDays', 'Remark'],
      [...cells('E1'), '4', 'long'],
      [...cells('E2'), null, null],
      [...cells('E3'), null, null],
      [...cells('E4'), null, null],
    ]
    const { states } = await load(workbook(rows, ['N2:N3', 'O2:O5', 'N4:N5']))
    expect(states).toEqual(['ready', 'invalid', 'ready', 'ready'])
  })

  it('of titles and of headings do not matter', async () => {
    const rows = [['Trips of 2026'], names, cells('E1')]
    expect((await load(workbook(rows, ['A1:M1', 'A2:A2']))).states).toEqual(['ready'])
  })
})

describe('rows that are no rows of data', () => {
  const totals: Value[] = names.map((_, index) => (index === 0 ? 'Total' : index === 10 ? '12' : null))

  it('are told in a sentence each', async () => {
    const rows = [
      names,
      cells('E1'),
      ['Source: HR system'],
      totals,
      names.map((_, index) => (index === 10 ? 7 : null)),
      ['Grand total', '1'],
    ]
    const { states } = await load(workbook(rows))
    expect(states).toEqual([
      'ready',
      'skipped: a note or a title, no data',
      'skipped: a row of totals',
      'skipped: a row of totals',
      'skipped: a row of totals',
    ])
  })

  it('are left to their user where they may be rows that somebody has begun', async () => {
    const rows = [
      names,
      cells('E1'),
      ['Anna Lee'],
      ['Total', 'E-77', null, null, 'Spain'],
      names.map((_, index) => (index === 1 ? 4711 : null)),
    ]
    const { states, problems } = await load(workbook(rows))
    expect(states).toEqual(['ready', 'invalid', 'invalid', 'invalid'])
    expect(problems.map(({ cell, hint }) => `${cell} ${hint.split(':')[0]}`)).toEqual([
      'A3 It looks like a note or a title',
      'A4 It looks like a row of totals',
      'B5 It looks like a row of totals',
    ])
  })

  it('are passed over where they repeat the headings', async () => {
    const lines = [headings, line('E1'), headings, line('E2'), headings.toUpperCase()]
    const { states } = await load(lines.join('\n'))
    expect(states).toEqual(['ready', 'skipped: the headings once more', 'ready', 'skipped: the headings once more'])
  })

  it('are not what a half-filled row is: each of its empty cells is named', async () => {
    const { problems } = await load(
      workbook([names, cells('E1', { destination: null, residency: null, citizenship: null, seniority: null })]),
    )
    expect(problems.map(({ cell }) => cell)).toEqual(['C2', 'E2', 'F2', 'G2'])
  })

  it('are not what a row with an identifier alone is: it is asked for', async () => {
    const rows = [
      [...names, 'assessmentId'],
      [...names.map(() => null), 'A-77'],
    ]
    expect((await load(workbook(rows))).states).toEqual(['accepted'])
  })
})

describe('lines of CSV', () => {
  it('that are too long or too short say so', async () => {
    const short = line('E2').split(',').slice(0, 9).join(',')
    const { states, problems } = await load([headings, `${line('E1')},more`, short].join('\n'))
    expect(states).toEqual(['invalid', 'invalid'])
    expect(problems.filter(({ field }) => field === '').map(({ cell, rule }) => [cell, rule])).toEqual([
      ['N2', 'must not have more values than there are columns (14 instead of 13)'],
      ['J3', 'must have as many values as there are columns (9 instead of 13)'],
    ])
  })

  it('that only lack optional values are sent, with a warning', async () => {
    const { states, warnings } = await load([`${headings},workingDays`, line('E1'), `${line('E2')},3`].join('\n'))
    expect([states, warnings]).toEqual([['ready', 'ready'], ['The line has 13 values instead of 14.']])
  })

  it('that only lack columns nobody reads are as good as others', async () => {
    const { warnings } = await load([`${headings},Remark`, line('E1')].join('\n'))
    expect(warnings).toEqual([])
  })

  it('that a stray quotation mark runs together are pointed at', async () => {
    const lines = [`Name,${headings}`, `"Ann,${line('E1')}`, `"Bob,${line('E2')}`, `Cy,${line('E3')}`]
    const { said } = await load(lines.join('\n'))
    expect(said.join()).toMatch(/record 2 contains a text with line breaks that looks like further records/)
  })
})

describe('damage that a whole column shows', () => {
  it('zeros lost in front of ids', async () => {
    const { said } = await load([headings, line('00123'), line('00124'), line('125')].join('\n'))
    expect(said.join()).toMatch(/one id is shorter than the usual 5 digits \(B4\)/)
  })

  it('days taken for months', async () => {
    const rows = [
      names,
      cells('E1', { startDate: 46057 }),
      cells('E2', { startDate: 46085 }),
      cells('E3', { startDate: '13/05/2026' }),
    ]
    const { said } = await load(workbook(rows))
    expect(said.join()).toMatch(/“startDate”: a program could not read H4 as a date, and none of its 2 other dates/)
  })

  it('hidden columns that are read', async () => {
    const columns =
      '<cols><col min="1" max="1" width="9"/><col min="3" max="4" hidden="1"/><col min="20" max="16384" hidden="true"/></cols>'
    const { said, states } = await load(workbook([names, cells('E1')], [], columns))
    expect([states, said]).toEqual([['ready'], ['warn: Hidden columns are read like the others: C, D.']])
  })
})

describe('dates', () => {
  it('of a formula on an empty cell are refused in words that say so', async () => {
    const { problems } = await load(workbook([names, cells('E1', { startDate: 0 })]))
    expect(problems[0]?.hint).toMatch(/holds 0, which a formula gives for an empty cell/)
  })

  it('that are numbers are refused with the date they may stand for', async () => {
    const { problems } = await load(workbook([names, cells('E1', { startDate: '46082', endDate: 46092 })]))
    expect(problems.map(({ cell }) => cell)).toEqual(['H2'])
  })
})
