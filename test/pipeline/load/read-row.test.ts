import { describe, expect, it } from 'vitest'
import type { Problem } from '../../rooms/contract.ts'
import { assess } from '../../rooms/operations.ts'
import { type ReadRow, RowFilter, type RowReader, readRow } from '../../rooms/pipeline/load.ts'
import { createFixList, createValueList } from '../../rooms/sheet/values.ts'
import { type Cell, uncomputedCell } from '../../rooms/sheet.ts'

const good: Readonly<Record<string, Cell>> = {
  purpose: { t: 's', v: 'Work From Anywhere' },
  employeeId: { t: 's', v: 'E1' },
  seniority: { t: 's', v: 'Mid' },
  roleType: { t: 's', v: 'Engineer' },
  citizenship: { t: 's', v: 'Germany' },
  destination: { t: 's', v: 'Spain' },
  residency: { t: 's', v: 'Germany' },
  startDate: { t: 'd', v: '2026-05-04T00:00:00' },
  endDate: { t: 'd', v: '2026-05-15T00:00:00' },
  salesContracts: { t: 's', v: 'No' },
  pastTripsDuration: { t: 'n', v: 0 },
  legalRight: { t: 's', v: 'Yes' },
  benefitLocalMarket: { t: 'b', v: false },
}

const hire: Readonly<Record<string, Cell>> = {
  purpose: { t: 's', v: 'hire' },
  pastTripsDuration: { t: 's', v: 'never looked at' },
  urgency: { t: 's', v: 'High' },
  numberHires: { t: 's', v: '3' },
}

interface Choices {
  cells?: Record<string, Cell>
  /** Columns that the sheet does not have. */
  without?: readonly string[]
  /** Cells past the last heading. */
  extra?: readonly Cell[]
  defaults?: Record<string, string>
  values?: Record<string, Record<string, string>>
  isWidthFixed?: boolean
  /** Counts what the defaults fill. */
  filled?: Map<string, number>
}

/** Reads a row of a sheet whose columns are headed like `My purpose`; the row is line 7. */
function read({
  cells = {},
  without = [],
  extra = [],
  defaults = {},
  values = {},
  isWidthFixed = false,
  filled = new Map(),
}: Choices): ReadRow {
  const all: Record<string, Cell> = { ...good, ...cells }
  const fields = Object.keys(all).filter((field) => !without.includes(field))
  const columns = fields.map((field, index) => ({ index, field, heading: `My ${field}` }))
  const reader: RowReader = {
    filled,
    operation: assess,
    columns,
    foldedHeadings: new Map(),
    columnOf: new Map(columns.map((column) => [column.field, column])),
    uses: new Map(),
    filter: new RowFilter(new Map(), columns, 'trips.csv'),
    load: {
      defaults: new Map(Object.entries(defaults)),
      values: new Map(Object.entries(values).map(([field, entries]) => [field, createFixList(entries)])),
      lists: new Map([['destination', createValueList(['Spain', 'Portugal'])]]),
      datePattern: undefined,
      hidden: undefined,
    },
    width: fields.length,
    recordWidth: fields.length,
    dateOrders: new Map(),
    isWidthFixed,
    now: Date.UTC(2026, 0, 1),
    cancelColumn: undefined,
    outcomeColumn: undefined,
  }
  const row = {
    number: 7,
    isHidden: false,
    cells: [...fields.map((field) => all[field] ?? { t: 'z' as const }), ...extra],
  }
  return readRow(reader, row)
}

function problemOf({ problems }: ReadRow, field: string): Problem | undefined {
  return problems.find((problem) => problem.field === field)
}

describe('a row', () => {
  it('in good order gives the values of its fields', () => {
    const { values, problems, warnings } = read({})
    expect([problems, warnings]).toEqual([[], []])
    expect(Object.fromEntries(values)).toMatchObject({
      purpose: 'Work From Anywhere',
      startDate: '2026-05-04T00:00:00.000Z',
      pastTripsDuration: 0,
      benefitLocalMarket: 'No',
    })
  })

  it('has all its problems listed at once, each with cell, heading, value, rule and hint', () => {
    const result = read({
      cells: {
        seniority: { t: 's', v: 'Boss' },
        employeeId: { t: 'z' },
        destination: { t: 's', v: 'Spian' },
        startDate: { t: 's', v: '03/04/2026' },
        pastTripsDuration: { t: 'n', v: 12.5 },
      },
    })
    expect(result.problems.map(({ field, cell, heading, value }) => [field, cell, heading, value])).toEqual([
      ['employeeId', 'B7', 'My employeeId', ''],
      ['seniority', 'C7', 'My seniority', 'Boss'],
      ['destination', 'F7', 'My destination', 'Spian'],
      ['startDate', 'H7', 'My startDate', '03/04/2026'],
      ['pastTripsDuration', 'K7', 'My pastTripsDuration', '12.5'],
    ])
    expect(result.problems.every(({ rule }) => rule.startsWith('must '))).toBe(true)
    expect(problemOf(result, 'destination')?.hint).toContain('Spain')
    expect(problemOf(result, 'employeeId')?.hint).toContain('‹set› employeeId=')
    expect(problemOf(result, 'startDate')?.hint).toContain('‹dateFormat›')
    expect(result.problems.map(({ field, remedy }) => [field, remedy?.kind])).toEqual(
      expect.arrayContaining([
        ['destination', 'use'],
        ['employeeId', 'default'],
        ['startDate', 'dateOrder'],
      ]),
    )
  })

  it.each(['pastTripsDuration', 'workingDays', 'destination', 'startDate', 'purpose'])(
    'with a formula in %s that was never calculated is invalid, and no default fills it',
    (field) => {
      const result = read({ cells: { [field]: uncomputedCell }, defaults: { [field]: 'anything' } })
      expect(problemOf(result, field)).toMatchObject({
        rule: 'must hold a value; its formula was never calculated',
        hint: expect.stringContaining('Open the file in a spreadsheet program and save it'),
      })
      expect(result.values.has(field)).toBe(false)
    },
  )

  it('for a hire neither reads nor needs what a trip does, and the other way round', () => {
    const asHire = read({ cells: hire })
    expect(asHire.problems).toEqual([])
    expect([asHire.values.get('urgency'), asHire.values.get('numberHires')]).toEqual(['High', 3])
    expect(asHire.values.has('pastTripsDuration')).toBe(false)
    const asTrip = read({ cells: { urgency: { t: 'e', v: '#N/A' }, numberHires: { t: 's', v: 'many' } } })
    expect(asTrip.problems).toEqual([])
    expect([...asTrip.values.keys()]).not.toContain('urgency')
  })

  it('whose purpose cannot be read is not blamed for what another purpose would need', () => {
    const { problems } = read({ cells: { purpose: { t: 's', v: 'Holiday' } }, without: ['pastTripsDuration'] })
    expect(problems.map(({ field }) => field)).toEqual(['purpose'])
  })

  it.each<[string, Choices, string, string]>([
    ['a column that is missing', { without: ['pastTripsDuration'] }, 'is needed for this row', 'Add the column'],
    ['a cell that is empty', { cells: { pastTripsDuration: { t: 'z' } } }, 'must not be empty', 'Fill the cell'],
  ])('says for %s what to do', (_, choices, rule, hint) => {
    const problem = problemOf(read(choices), 'pastTripsDuration')
    expect(problem?.rule).toContain(rule)
    expect(problem?.hint).toContain(hint)
  })

  it('lets an optional cell be empty', () => {
    expect(read({ cells: { workingDays: { t: 'z' } } }).problems).toEqual([])
  })

  it('is checked across its fields too', () => {
    const { problems } = read({ cells: { endDate: { t: 'd', v: '2026-05-01T00:00:00' } } })
    expect(problems).toMatchObject([{ field: 'endDate', cell: 'I7', value: '2026-05-01' }])
  })

  it('is warned about what is odd, and goes on', () => {
    const { problems, warnings } = read({ cells: { workingDays: { t: 'n', v: 99 } } })
    expect(problems).toEqual([])
    expect(warnings).toMatchObject([{ field: 'workingDays', cell: 'N7', value: '99' }])
  })
})

describe('--set', () => {
  it('fills empty cells and missing columns, and leaves others alone', () => {
    const defaults = { pastTripsDuration: '12', legalRight: 'not sure', seniority: 'Low' }
    const { values, problems } = read({
      without: ['pastTripsDuration'],
      cells: { legalRight: { t: 's', v: ' ' } },
      defaults,
    })
    expect(problems).toEqual([])
    expect([values.get('pastTripsDuration'), values.get('legalRight'), values.get('seniority')]).toEqual([
      12,
      'Unsure',
      'Mid',
    ])
  })

  it('with a value that no row can have is said with that value', () => {
    const { problems } = read({ cells: { seniority: { t: 'z' } }, defaults: { seniority: 'Boss' } })
    expect(problems).toMatchObject([
      { field: 'seniority', cell: 'C7', value: 'Boss', rule: 'must be Low, Mid or Senior' },
    ])
  })
})

describe('--values', () => {
  it('gives a cell another value than it holds, also an empty one, before --set does, and says so', () => {
    const { values, problems, corrections } = read({
      cells: { destination: { t: 's', v: ' spanien ' }, legalRight: { t: 'z' }, startDate: { t: 's', v: 'asap' } },
      values: { destination: { Spanien: 'Spain' }, legalRight: { '': 'No' }, startDate: { ASAP: '2026-05-04' } },
      defaults: { legalRight: 'Yes' },
    })
    expect(problems).toEqual([])
    expect(['destination', 'legalRight', 'startDate'].map((field) => values.get(field))).toEqual([
      'Spain',
      'No',
      '2026-05-04T00:00:00.000Z',
    ])
    expect(corrections.map(({ field, column, meant }) => [field, column, meant])).toEqual([
      ['destination', 5, 'Spain'],
      ['startDate', 7, '2026-05-04'],
      ['legalRight', 11, 'No'],
    ])
  })

  it('says what an id lost that nobody sees, like a correction, but of no cell that it gives a value', () => {
    const unseen = { t: 's', v: 'E-\u202e321\u202c' } as const
    const { values, corrections, warnings } = read({ cells: { employeeId: unseen } })
    expect([values.get('employeeId'), corrections]).toEqual([
      'E-321',
      [{ field: 'employeeId', column: 1, meant: 'E-321' }],
    ])
    expect(warnings).toMatchObject([{ field: 'employeeId', cell: 'B7', code: 'id-unseen-dropped' }])
    const given = read({ cells: { employeeId: unseen }, values: { employeeId: { [unseen.v]: 'E-\u200b9' } } })
    expect(given.corrections.map(({ meant }) => meant)).toEqual(['E-\u200b9'])
  })

  it('may empty a cell, which --set then fills', () => {
    const cells = { pastTripsDuration: { t: 's', v: '-' } } as const
    const emptied = { cells, values: { pastTripsDuration: { '-': '' } } }
    expect(problemOf(read(emptied), 'pastTripsDuration')).toMatchObject({ value: '- → ', rule: 'must not be empty' })
    expect(read({ ...emptied, defaults: { pastTripsDuration: '0' } }).values.get('pastTripsDuration')).toBe(0)
  })

  it('is shown where what it gives does not fit the rest of the row', () => {
    const cells = { endDate: { t: 's', v: 'soon' } } as const
    const { problems } = read({ cells, values: { endDate: { soon: '2026-05-01' } } })
    expect(problems).toMatchObject([{ field: 'endDate', value: 'soon → 2026-05-01' }])
  })

  it('fills no column that the sheet does not have, and no field that does not apply', () => {
    const values = { urgency: { '': 'High' }, legalRight: { '': 'No' } }
    const { problems, corrections } = read({ without: ['legalRight'], cells: { urgency: { t: 'z' } }, values })
    expect([problems.map(({ field }) => field), corrections]).toEqual([['legalRight'], []])
  })

  it('makes no row of a total', () => {
    const blank = Object.fromEntries(Object.keys(good).map((field) => [field, { t: 'z' } as const]))
    const cells = { ...blank, purpose: { t: 's', v: 'Total' }, pastTripsDuration: { t: 'n', v: 48 } } as const
    const empty = { '': 'No' }
    const { stray, corrections } = read({
      cells,
      values: { salesContracts: empty, legalRight: empty, benefitLocalMarket: empty },
    })
    expect([stray?.code, corrections]).toEqual(['totals', []])
  })

  it('counts what a default fills in rows of data only', () => {
    const filled = new Map<string, number>()
    const defaults = { legalRight: 'Yes' }
    read({ cells: { legalRight: { t: 'z' } }, defaults, filled })
    const blank = Object.fromEntries(Object.keys(good).map((field) => [field, { t: 'z' } as const]))
    read({ cells: { ...blank, purpose: { t: 's', v: 'Total' } }, defaults, filled })
    expect([...filled]).toEqual([['legalRight', 1]])
  })
})

describe('the shape of a row', () => {
  it('of a CSV file may not be wider than its headings', () => {
    const { problems } = read({ extra: [{ t: 's', v: 'slipped' }], isWidthFixed: true })
    expect(problems).toMatchObject([{ field: '', cell: 'N7', value: 'slipped' }])
    expect(problems[0]?.rule).toContain('14 instead of 13')
  })

  it.each([
    ['of a CSV file may have empty cells past its headings', [{ t: 's', v: '' }], true],
    ['of a worksheet may have cells beside the table', [{ t: 's', v: 'a note' }], false],
  ] as const)('%s', (_, extra, isWidthFixed) => {
    expect(read({ extra, isWidthFixed }).problems).toEqual([])
  })

  const long: Cell = { t: 's', v: 'x'.repeat(32_768) }

  it.each<[string, Choices, string]>([
    ['a column of ours', { cells: { roleType: long } }, 'D7'],
    ['a column that is only carried along', { cells: { remark: long } }, 'N7'],
    ['a column that does not apply to the row', { cells: { urgency: long } }, 'N7'],
  ])('has no cell longer than a workbook holds, in %s: one problem', (_, choices, cell) => {
    const { problems } = read(choices)
    expect(problems.map((problem) => [problem.cell, problem.value.length])).toEqual([[cell, 80]])
    expect(problems[0]?.rule).toMatch(/at most 32.?767 characters/)
  })
})
