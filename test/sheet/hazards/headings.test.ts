import { describe, expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import { headingsOf } from '../../rooms/pipeline/tables.ts'
import { findHeadings, type HeadingSearch } from '../../rooms/sheet/headings.ts'
import type { Cell, SheetRow } from '../../rooms/sheet.ts'

type Line = readonly (string | number | null)[]

const usual = [
  ['purpose', 'Purpose'],
  ['employeeId', 'Employee ID'],
  ['seniority', 'Seniority'],
  ['roleType', 'Role type'],
  ['citizenship', 'Citizenship'],
  ['destination', 'Host country'],
  ['residency', 'Home country'],
  ['startDate', 'Start date'],
  ['endDate', 'End date'],
  ['salesContracts', 'Sales contracts'],
  ['legalRight', 'Right to work'],
  ['benefitLocalMarket', 'Benefits local market'],
] as const

function find(lines: readonly Line[], covered: Record<number, SheetRow['covered']> = {}): HeadingSearch {
  const rows = lines.map((line, index): SheetRow => {
    const cells = line.map(
      (v): Cell => (v === null ? { t: 'z' } : typeof v === 'number' ? { t: 'n', v } : { t: 's', v }),
    )
    const over = covered[index + 1]
    return { number: index + 1, cells, isHidden: false, ...(over === undefined ? {} : { covered: over }) }
  })
  return findHeadings(rows, headingsOf(assess.sheet.fields, new Map()))
}

/** The usual headings, some of them replaced; `extra` ones follow. */
function lineWith(changes: Record<string, string>, ...extra: string[]): string[] {
  return [...usual.map(([field, heading]) => changes[field] ?? heading), ...extra]
}

function fieldsOf(search: HeadingSearch): (string | undefined)[] {
  return search.kind === 'found' ? search.columns.map(({ field }) => field) : [search.kind]
}

const fields = usual.map(([field]) => field)

describe('a heading is known however it is written:', () => {
  it.each([
    ['employeeId', ' EMPLOYEE  ID '],
    ['employeeId', 'Employee\nID'],
    ['employeeId', 'Employee\u00a0ID'],
    ['employeeId', 'Employee\u200b ID\ufeff'],
    ['employeeId', 'employee_id'],
    ['employeeId', 'Employee-ID:'],
    ['employeeId', 'Employee ID*'],
    ['employeeId', 'Employee ID (SAP)'],
    ['employeeId', 'Employee ID [required]'],
    ['employeeId', 'Ｅｍｐｌｏｙｅｅ　ＩＤ'],
    ['employeeId', 'Staff No.'],
    ['employeeId', 'EEID'],
    ['employeeId', 'Traveler ID'],
    ['employeeId', 'Personalnummer'],
    ['seniority', 'Grade / Level'.replace('Grade / ', '')],
    ['seniority', 'Job level'],
    ['roleType', 'Job function'],
    ['citizenship', 'Nationality(ies)'],
    ['citizenship', 'Country of passport'],
    ['destination', 'To (country)'],
    ['destination', 'Host Country\r\n(where the work is done)'],
    ['destination', 'Work country'],
    ['destination', 'Destination – Country'],
    ['residency', 'From (country)'],
    ['residency', 'Country of employment and residence'],
    ['startDate', 'From (date)'],
    ['startDate', 'Start date (dd/mm/yyyy)'],
    ['startDate', 'Start of stay'],
    ['startDate', 'Planned start date'],
    ['endDate', 'To (date)'],
    ['endDate', 'End Date\n[dd.mm.yyyy]'],
    ['endDate', 'Period to'],
    ['legalRight', 'Right to work? (Y/N)'],
    ['legalRight', 'Work authorization'],
    ['benefitLocalMarket', 'Benefit to local market?'],
    ['salesContracts', 'Sales/Contracts (Yes/No)'],
  ])('%s as %j', (field, heading) => {
    expect(fieldsOf(find([lineWith({ [field]: heading })]))).toEqual(fields)
  })

  it.each([
    ['Working days (net)', 'workingDays'],
    ['# working days', 'workingDays'],
    ['No. of workdays', 'workingDays'],
    ['Past trips (days)', 'pastTripsDuration'],
    ['Days already spent in host country', 'pastTripsDuration'],
    ['Hires over the next 2 years', 'numberHires'],
    ['Employee', undefined],
    ['Employee name', undefined],
    ['Hire date', undefined],
    ['Duration', undefined],
    ['Days', undefined],
    ['Country', undefined],
    ['Host city', undefined],
    ['Assessment number', undefined],
    ['Passport number', undefined],
    ['Work permit number', undefined],
    ['Department', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('%j beside them means %s', (heading, field) => {
    expect(fieldsOf(find([lineWith({}, heading)]))).toEqual([...fields, field])
  })
})

describe('the heading row is found', () => {
  const headings = lineWith({})
  const data = [
    'Work From Anywhere',
    'E1',
    'Mid',
    'Engineer',
    'Germany',
    'Spain',
    'Germany',
    '2026-01-05',
    '2026-01-09',
    'No',
    'Yes',
    'No',
  ]

  it.each<[string, readonly Line[], number]>([
    ['in the first row', [headings, data], 1],
    ['below a title', [['Trips of 2026'], headings, data], 2],
    [
      'below titles, dates and counts',
      [['Employee ID list'], [null, 'Printed', 46082], ['Host country: Spain'], headings, data],
      4,
    ],
    ['below a line of numbers', [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], headings, data], 2],
    [
      'in the twentieth row',
      [...Array.from({ length: 19 }, (_, index): Line => [`Note ${index}`]), headings, data],
      20,
    ],
    ['where it stands twice, the first time', [headings, data, headings], 1],
  ])('%s', (_, lines, rowNumber) => {
    const search = find(lines)
    expect([search.kind, search.kind === 'found' && search.rowNumber]).toEqual(['found', rowNumber])
  })

  it('in two lines, groups above and their parts below', () => {
    const groups = headings.map((heading, index): string | null =>
      index === 5 ? 'Country' : index === 7 ? 'Trip' : index > 4 && index < 9 ? null : heading,
    )
    const parts = headings.map(
      (_, index): string | null => ({ 5: 'To', 6: 'From', 7: 'Start', 8: 'End' })[index] ?? null,
    )
    const covered = {
      2: [
        { from: 6, to: 6, range: 'F2:G2' },
        { from: 8, to: 8, range: 'H2:I2' },
      ],
    }
    const search = find([['Trips'], groups, parts, data], covered)
    expect([fieldsOf(search), search.kind === 'found' && search.rowNumber]).toEqual([fields, 3])
  })

  it('in two lines, halves of one heading', () => {
    const upper = headings.map((heading) => heading.split(' ')[0] ?? '')
    const lower = headings.map((heading) => heading.split(' ').slice(1).join(' ') || null)
    expect(fieldsOf(find([upper, lower, data]))).toEqual(fields)
  })

  it('in three lines, groups of groups', () => {
    const top = headings.map((_, index) => (index === 5 ? 'Geography' : index === 7 ? 'Stay' : null))
    const groups = headings.map((heading, index): string | null =>
      index === 5 ? 'Country' : index === 7 ? 'Trip' : index > 4 && index < 9 ? null : heading,
    )
    const parts = headings.map(
      (_, index): string | null => ({ 5: 'Host', 6: 'Home', 7: 'Start', 8: 'End' })[index] ?? null,
    )
    const covered = (line: number) => [
      { from: 6, to: 6, range: `F${line}:G${line}` },
      { from: 8, to: 8, range: `H${line}:I${line}` },
    ]
    const search = find([['Trips'], top, groups, parts, data], { 2: covered(2), 3: covered(3) })
    expect([fieldsOf(search), search.kind === 'found' && search.rowNumber]).toEqual([fields, 4])
  })

  it('in two lines where nothing is merged, as in CSV', () => {
    const groups = headings.map((_, index) =>
      index === 0 ? 'Case' : index === 5 ? 'Country' : index === 7 ? 'Trip' : null,
    )
    const parts = headings.map((heading, index) => ({ 5: 'Host', 6: 'Home', 7: 'Start', 8: 'End' })[index] ?? heading)
    expect(fieldsOf(find([groups, parts, data]))).toEqual(fields)
  })

  it('in two lines, where a part below another group means something else', () => {
    const groups = [...headings.map((_, index) => (index === 7 ? 'Trip' : null)), 'Contract', null]
    const parts = [...headings.map((heading, index) => ({ 7: 'Start', 8: 'End' })[index] ?? heading), 'Start', 'End']
    const covered = [
      { from: 8, to: 8, range: 'H1:I1' },
      { from: 13, to: 13, range: 'M1:N1' },
    ]
    const search = find([groups, parts, [...data, 1, 2]], { 1: covered })
    expect(fieldsOf(search)).toEqual([...fields, undefined, undefined])
    expect(search.kind === 'found' && search.columns.at(-1)?.heading).toBe('Contract End')
  })

  it('never from a range merged over several rows, whose text stands in another one', () => {
    const upper = headings.map((heading, index) => (index < 2 ? null : (heading.split(' ')[0] ?? '')))
    const lower = headings.map((heading, index) =>
      index < 2 ? heading : heading.split(' ').slice(1).join(' ') || null,
    )
    const title = ['Trips', ...headings.slice(1).map(() => null)]
    const covered = { 1: [{ from: 1, to: 1, range: 'A1:B2' }], 2: [{ from: 0, to: 1, range: 'A1:B2' }] }
    expect(fieldsOf(find([title, upper, lower, data], covered))).toEqual(fields)
  })

  it('in one line, with some as high as the line of groups above', () => {
    const groups = [...headings.map((_, index) => (index === 0 ? 'Case' : null)), 'Working days', 'Remark']
    const parts = [...headings, null, null]
    const covered = [
      { from: 12, to: 12, range: 'M1:M2' },
      { from: 13, to: 13, range: 'N1:N2' },
    ]
    const search = find([groups, parts, data], { 2: covered })
    expect(fieldsOf(search)).toEqual([...fields, 'workingDays', undefined])
    expect(search.kind === 'found' && search.columns.at(-1)?.heading).toBe('Remark')
    expect(fieldsOf(find([groups, parts, data]))).toEqual([...fields, 'workingDays', undefined])
  })

  it('never in the first row of data, though a value is spelled like the heading that is missing', () => {
    const without = headings.map((heading, index) => (index === 3 ? 'Category' : heading))
    expect(find([without, data.map((value, index) => (index === 3 ? 'Function' : value))]).kind).toBe('unfit')
  })
})

describe('what cannot be told apart is refused', () => {
  it.each([
    ['two columns for one field', lineWith({}, 'Staff ID'), ['employeeId'], []],
    ['the same heading twice', lineWith({}, 'Start date'), ['startDate'], []],
    ['a column missing', lineWith({ legalRight: 'Visa' }), [], ['legalRight']],
  ])('%s', (_, line, doubled, missing) => {
    const search = find([line])
    if (search.kind !== 'unfit') throw new Error(search.kind)
    expect(search.faults.doubled.map(({ field }) => field)).toEqual(doubled)
    expect(search.faults.missing.map(({ field }) => field)).toEqual(missing)
  })

  it('a heading with a look-alike letter is named as the nearest', () => {
    const search = find([lineWith({ employeeId: 'Еmployee ID' })])
    if (search.kind !== 'unfit') throw new Error(search.kind)
    expect(search.faults.missing[0]?.nearest?.heading).toBe('Еmployee ID')
  })
})

it('no column that the output adds is taken for a field when it is read again', () => {
  const own = new Set(assess.sheet.fields.map(({ name }) => name))
  const added = assess.output.columns.map(({ heading }) => heading).filter((heading) => !own.has(heading))
  expect(fieldsOf(find([lineWith({}, ...added)]))).toEqual([...fields, ...added.map(() => undefined)])
})
