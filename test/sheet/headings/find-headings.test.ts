import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FieldHeading, findHeadings, type HeadingSearch } from '../../rooms/sheet/headings.ts'
import type { Cell, SheetRow } from '../../rooms/sheet.ts'

const fields: FieldHeading[] = [
  { field: 'destination', aliases: ['Host country', 'To'], isRequired: true },
  { field: 'residency', aliases: ['Home country'], isRequired: true },
  { field: 'startDate', aliases: ['Trip start'], isRequired: true },
  { field: 'pastTripsDuration', aliases: ['Past trips'], isRequired: false },
  { field: 'workingDays', aliases: [], isRequired: false },
]

function row(number: number, ...texts: (string | Cell)[]): SheetRow {
  const cells = texts.map((text): Cell => (typeof text === 'string' ? { t: 's', v: text } : text))
  return { number, cells, isHidden: false }
}

/** `A` → `startDate`, … for the columns that have a field. */
function mapped(search: HeadingSearch): Record<string, number> {
  if (search.kind === 'none') return {}
  return Object.fromEntries(search.columns.flatMap(({ field, index }) => (field === undefined ? [] : [[field, index]])))
}

describe('findHeadings', () => {
  it.each([
    ['field names', ['destination', 'residency', 'startDate', 'pastTripsDuration']],
    ['aliases', ['Host country', 'Home country', 'Trip start', 'Past trips']],
    ['other case', ['DESTINATION', 'home COUNTRY', 'STARTDATE', 'past trips']],
    ['remarks and marks', ['Destination *', 'Home country:', 'Start date [yyyy-mm-dd]', 'Past trips (days)']],
    ['line breaks', ['Host\ncountry', 'Home\r\ncountry', 'Start\ndate', 'Past trips\n(last 12 months)']],
    ['accents and odd spaces', ['Déstination', '\u00a0Home\u00a0country\u200b', 'start_date', 'past-trips']],
    [
      'two names of one field',
      ['Destination / Host country', 'Residency | Home country', 'Trip start/Start date', 'Past trips'],
    ],
  ])('knows headings by %s', (_, headings) => {
    const search = findHeadings([row(1, ...headings)], fields)
    expect(search.kind).toBe('found')
    expect(mapped(search)).toEqual({ destination: 0, residency: 1, startDate: 2, pastTripsDuration: 3 })
  })

  it('takes a heading of two names for none where they are of two fields, or one is of none', () => {
    const search = findHeadings(
      [row(1, 'Destination', 'Residency', 'Start date', 'Past trips / Working days', 'Working days / Tage')],
      fields,
    )
    expect(mapped(search)).toEqual({ destination: 0, residency: 1, startDate: 2 })
  })

  it('finds the headings below title rows, blank cells and remarks', () => {
    const search = findHeadings(
      [
        row(1, 'Global mobility'),
        row(3, 'Destination', 'all'),
        row(7, '', 'Destination', { t: 'z' }, 'Residency', 'Start date', 'Notes', { t: 'n', v: 2026 }),
        row(8, '', 'Spain', '', 'France', '2026-03-01'),
      ],
      fields,
    )
    expect(search).toMatchObject({
      kind: 'found',
      rowNumber: 7,
      columns: [
        { index: 1, heading: 'Destination', field: 'destination' },
        { index: 3, heading: 'Residency', field: 'residency' },
        { index: 4, heading: 'Start date', field: 'startDate' },
        { index: 5, heading: 'Notes', field: undefined },
        { index: 6, heading: '2026', field: undefined },
      ],
    })
  })

  it('takes the first of two rows that name as many fields', () => {
    const rows = [row(2, 'Host country', 'Home country', 'Trip start'), row(3, 'destination', 'residency', 'startDate')]
    expect(findHeadings(rows, fields)).toMatchObject({ kind: 'found', rowNumber: 2 })
  })

  it('counts fields, not cells, when it compares rows', () => {
    const rows = [row(1, 'To', 'To', 'To', 'To'), row(2, 'To', 'Home country', 'Trip start')]
    expect(findHeadings(rows, fields)).toMatchObject({ kind: 'found', rowNumber: 2 })
  })

  it('looks at the first 20 rows only', () => {
    const titles = Array.from({ length: 20 }, (_, index) => row(index + 1, 'title'))
    const headings = row(21, 'destination', 'residency', 'startDate')
    expect(findHeadings([...titles, headings], fields).kind).toBe('none')
    expect(findHeadings([...titles.slice(1), headings], fields).kind).toBe('found')
  })

  it('names every missing column with the nearest heading', () => {
    const search = findHeadings([row(4, 'Residency', 'Notes', 'Comment', 'Budget', 'Host town', 'Strat date')], fields)
    expect(search).toMatchObject({
      kind: 'unfit',
      rowNumber: 4,
      faults: {
        missing: [
          { field: 'destination', nearest: { index: 4, heading: 'Host town' } },
          { field: 'startDate', nearest: { index: 5, heading: 'Strat date' } },
        ],
        doubled: [],
      },
    })
  })

  it('never offers a column of names for an identifier, nor one heading for two fields', () => {
    const ids = [
      { field: 'employeeId', aliases: ['Emp ID', 'Employee number'], isRequired: true, isIdentifier: true },
      { field: 'destination', aliases: ['Host country'], isRequired: true },
      { field: 'legalRight', aliases: ['Right to work in host country'], isRequired: true },
      { field: 'purpose', aliases: [], isRequired: true },
    ]
    const nearestOf = (...headings: string[]) => {
      const cells: Cell[] = ['purpose', ...headings].map((v) => ({ t: 's', v }))
      const search = findHeadings([{ number: 1, cells, isHidden: false }], ids)
      if (search.kind !== 'unfit') throw new Error(search.kind)
      return Object.fromEntries(search.faults.missing.map(({ field, nearest }) => [field, nearest?.heading]))
    }
    const none = { destination: undefined, legalRight: undefined }
    for (const name of [
      'EMP_NAME',
      'Employee name',
      'Surname employee',
      'Nom employee',
      'Nombre employee',
      'Mitarbeitername',
    ])
      expect(nearestOf(name)).toEqual({ employeeId: undefined, ...none })
    expect(nearestOf('EMP_NAME', 'EMP_IDNT')).toEqual({ employeeId: 'EMP_IDNT', ...none })
    expect(nearestOf('Host')).toEqual({ employeeId: undefined, destination: 'Host', legalRight: undefined })
  })

  it('offers no heading that has only whom it is about in common with a field', () => {
    const fields = [
      { field: 'employeeId', aliases: ['Employee ID'], isRequired: true, isIdentifier: true },
      { field: 'seniority', aliases: ['Employee level'], isRequired: true },
    ]
    const nearestOf = (heading: string) => {
      const cells: Cell[] = ['Employee ID', heading].map((v) => ({ t: 's', v }))
      const search = findHeadings([{ number: 1, cells, isHidden: false }], fields)
      return search.kind === 'unfit' ? search.faults.missing[0]?.nearest?.heading : search.kind
    }
    expect(nearestOf('Employee name')).toBeUndefined()
    expect(nearestOf('Staff level')).toBe('Staff level')
    expect(nearestOf('Employee pay level')).toBe('Employee pay level')
    const cells: Cell[] = ['Employee ID', 'Employee name'].map((v) => ({ t: 's', v }))
    const optional = fields.map((each) => ({ ...each, isRequired: false }))
    expect(findHeadings([{ number: 1, cells, isHidden: false }], optional)).toMatchObject({ nearMisses: [] })
  })

  it('says that there is no nearest heading when there is none', () => {
    const search = findHeadings([row(1, 'Residency', 'Start date', 'Budget')], fields)
    expect(search).toMatchObject({ kind: 'unfit', faults: { missing: [{ field: 'destination', nearest: undefined }] } })
  })

  it('lists every field that two columns claim, equal headings or not, optional or not', () => {
    const search = findHeadings(
      [row(1, 'Destination', 'Host country', 'Residency', 'Start date', 'Past trips', 'Past trips', 'Notes', 'Notes')],
      fields,
    )
    expect(search).toMatchObject({
      kind: 'unfit',
      faults: {
        missing: [],
        doubled: [
          { field: 'destination', columns: [{ index: 0 }, { index: 1 }] },
          { field: 'pastTripsDuration', columns: [{ index: 4 }, { index: 5 }] },
        ],
      },
    })
  })

  it('names optional fields whose heading is misspelled', () => {
    const search = findHeadings([row(1, 'Destination', 'Residency', 'Start date', 'Workin days', 'Notes')], fields)
    expect(search).toMatchObject({ kind: 'found', nearMisses: [{ field: 'workingDays', column: { index: 3 } }] })
  })

  it.each([
    ['no rows', [], undefined],
    ['unknown headings', [row(1, 'Report'), row(2, 'Ziel', 'Beginn')], { rowNumber: 2, headings: ['Ziel', 'Beginn'] }],
  ])('finds none among %s', (_, rows, fullest) => {
    const required = ['destination', 'residency', 'startDate']
    expect(findHeadings(rows, fields)).toEqual({ kind: 'none', required, fullest, uncomputed: [] })
  })

  it('reads headings in two lines whichever word stands above, and says of them what is missing', () => {
    const upper = row(1, 'Country', '', 'Trip', 'Budget')
    const merged = { ...upper, covered: [{ from: 1, to: 1, range: 'A1:B1' }] }
    expect(findHeadings([merged, row(2, 'Home', 'Host', 'start', 'in EUR')], fields)).toMatchObject({
      kind: 'found',
      rowNumber: 2,
      columns: [{ field: 'residency' }, { field: 'destination' }, { field: 'startDate' }, { field: undefined }],
    })
    expect(findHeadings([merged, row(2, 'Home', 'Hosting', 'start', 'in EUR')], fields)).toMatchObject({
      kind: 'unfit',
      firstLine: 1,
      rowNumber: 2,
      faults: { missing: [{ field: 'destination', nearest: { heading: 'Country Hosting' } }] },
    })
  })

  // Each took minutes when every row was compared with every name; a sheet may be a calendar or a matrix.
  it.each([
    ['texts', 20, 9_074, (at: number, column: number) => `text ${at} ${column}`, 'none'],
    [
      'texts with accents and remarks',
      20,
      16_384,
      (at: number, column: number) => `wörd ${column} (rów) ${at}`,
      'none',
    ],
    ['one name', 20, 16_384, () => 'Destination', 'unfit'],
  ])('does work that grows with the cells: %s', (_, count, width, textOf, kind) => {
    const rows = Array.from({ length: count }, (_, at) =>
      row(at + 1, ...Array.from({ length: width }, (_, column) => textOf(at, column))),
    )
    expect(findHeadings(rows, fields).kind).toBe(kind)
  })

  it('finds names behind a thousand other headings, once a row has one among the first', () => {
    const others = Array.from({ length: 1_500 }, (_, index) => `Week ${index}`)
    const search = findHeadings([row(1, 'Destination', ...others, 'Residency', 'Start date')], fields)
    expect(mapped(search)).toEqual({ destination: 0, residency: 1501, startDate: 1502 })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s for a heading like any other',
    (heading) => {
      const rows = [row(1, heading, 'Destination', 'Residency', 'Start date')]
      const columns = [{ index: 0, heading, field: undefined }, { index: 1 }, { index: 2 }, { index: 3 }]
      expect(findHeadings(rows, fields)).toMatchObject({ kind: 'found', columns })
      const own = [{ field: heading, aliases: [], isRequired: true }]
      expect(findHeadings(rows, own)).toMatchObject({ kind: 'found', columns: [{ field: heading }, {}, {}, {}] })
    },
  )

  it('refuses field tables with one alias for two fields', () => {
    const clashing = [
      { field: 'a', aliases: ['Same'], isRequired: true },
      { field: 'b', aliases: ['same (b)'], isRequired: true },
    ]
    expect(() => findHeadings([], clashing)).toThrow('belongs to a and to b')
  })

  it('maps columns one to one, whatever the order', () => {
    const headings = ['Destination', 'Residency', 'Start date', 'Past trips', 'Notes', '', 'Budget']
    fc.assert(
      fc.property(fc.shuffledSubarray(headings, { minLength: headings.length }), (shuffled) => {
        expect(mapped(findHeadings([row(1, ...shuffled)], fields))).toEqual({
          destination: shuffled.indexOf('Destination'),
          residency: shuffled.indexOf('Residency'),
          startDate: shuffled.indexOf('Start date'),
          pastTripsDuration: shuffled.indexOf('Past trips'),
        })
      }),
      { seed: 7 },
    )
  })
})

describe('own headings (--columns)', () => {
  const rows = [row(1, 'Zielland', 'Destination', 'Residency', 'Start date (actual)', 'Start date (planned)')]

  it('go before names and aliases', () => {
    const columns = new Map([
      ['Zielland', 'destination'],
      ['Start date (planned)', 'startDate'],
    ])
    const search = findHeadings(rows, fields, columns)
    expect(search.kind).toBe('found')
    expect(mapped(search)).toEqual({ destination: 0, residency: 2, startDate: 4 })
  })

  it('make a row the heading row', () => {
    const own = [row(1, 'Destination', '2026'), row(2, 'Ziel', 'Heimat', 'Beginn'), row(3, 'Spain', 'France', 'x')]
    const columns = new Map([
      ['ZIEL', 'Host country'],
      ['heimat', 'residency'],
      ['Beginn', 'startDate'],
    ])
    expect(findHeadings(own, fields, columns)).toMatchObject({ kind: 'found', rowNumber: 2 })
  })

  it('that the sheet lacks are reported with the nearest', () => {
    const columns = new Map([
      ['Ziellland', 'destination'],
      ['Start date (actual)', 'startDate'],
    ])
    const absent = [{ heading: 'Ziellland', nearest: { index: 0, heading: 'Zielland' } }]
    expect(findHeadings(rows, fields, columns)).toMatchObject({
      kind: 'unfit',
      faults: { unknownHeadings: absent },
    })
  })

  it('that the sheet lacks are no matter where another one names the same field: sheets of one run may differ', () => {
    const columns = new Map([
      ['Gastland', 'destination'],
      ['Zielland', 'destination'],
      ['Start date (actual)', 'startDate'],
    ])
    expect(mapped(findHeadings(rows, fields, columns))).toMatchObject({ destination: 0 })
  })

  it('that the sheet lacks are no matter where a known heading names the same field: a profile serves several layouts', () => {
    const english = [row(1, 'Host country', 'Residency', 'Start date'), row(2, 'Spain', 'France', 'x')]
    const columns = new Map([['Zielland', 'destination']])
    expect(findHeadings(english, fields, columns)).toMatchObject({
      kind: 'found',
      passedOver: [{ heading: 'Zielland', column: { index: 0, heading: 'Host country', field: 'destination' } }],
    })
  })

  it('may be kept out: a known heading is not read, and another column has its field', () => {
    const twice = [row(1, 'Zielland', 'Destination', 'Residency', 'Start date', 'Departure')]
    const columns = new Map([
      ['Destination', ''],
      ['Zielland', 'destination'],
      ['Departure', 'startDate'],
      ['Absent', ''],
    ])
    expect(mapped(findHeadings(twice, fields, columns))).toEqual({ destination: 0, residency: 2, startDate: 4 })
  })

  it('that name no field are reported with the nearest', () => {
    const columns = new Map([
      ['Zielland', 'destinaton'],
      ['Start date (actual)', 'startDate'],
    ])
    const misnamed = [{ heading: 'Zielland', field: 'destinaton', nearest: 'destination' }]
    expect(findHeadings(rows, fields, columns)).toMatchObject({
      kind: 'unfit',
      faults: { unknownFields: misnamed },
    })
  })

  it('that stand twice in the sheet, or lead to one field, are two columns for it', () => {
    const twice = [row(1, 'Land', 'Land', 'Residency', 'Start date')]
    const columns = new Map([['Land', 'destination']])
    const doubled = [{ field: 'destination', columns: [{ index: 0 }, { index: 1 }] }]
    expect(findHeadings(twice, fields, columns)).toMatchObject({ kind: 'unfit', faults: { doubled } })
  })
})

describe('a heading row that is named', () => {
  const rows = [
    ['Trips'],
    ['Ziel', 'Land'],
    ['Destination', 'Residency', 'Trip start'],
    ['Portugal', 'Spain', '2027-01-01'],
  ].map((cells, at): SheetRow => ({ number: at + 1, isHidden: false, cells: cells.map((v) => ({ t: 's', v })) }))
  const fields = ['destination', 'residency'].map((field) => ({ field, aliases: [], isRequired: true }))

  it('is taken as it is, whether it fits or not', () => {
    expect(findHeadings(rows, fields)).toMatchObject({ kind: 'found', rowNumber: 3 })
    expect(findHeadings(rows, fields, new Map(), 2)).toMatchObject({
      kind: 'unfit',
      rowNumber: 2,
      columns: [{ heading: 'Ziel' }, { heading: 'Land' }],
    })
    const own = new Map([
      ['Ziel', 'destination'],
      ['Land', 'residency'],
    ])
    expect(findHeadings(rows, fields, own, 2)).toMatchObject({ kind: 'found', rowNumber: 2 })
  })

  it('is found where that row is not there', () => {
    expect(findHeadings(rows, fields, new Map(), 9)).toMatchObject({ kind: 'found', rowNumber: 3 })
  })
})
