import { describe, expect, it } from 'vitest'
import { assess } from '../../rooms/operations.ts'
import type { ReadSettings } from '../../rooms/pipeline/model.ts'
import { createValueList, parseDatePattern } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

const noSettings: ReadSettings = { lists: new Map(), datePattern: undefined }
const settings: ReadSettings = {
  lists: new Map([['destination', createValueList(['Spain', 'Côte d’Ivoire'])]]),
  datePattern: parseDatePattern('DD/MM/YYYY'),
}

function text(v: string): Cell {
  return { t: 's', v }
}

/** The value read, or the rule that it breaks. */
function read(field: string, cell: Cell, how: ReadSettings = noSettings): string | number | { rule: string } {
  const found = assess.sheet.fields.find(({ name }) => name === field)
  if (found === undefined) throw new Error(`no field ${field}`)
  const reading = found.read(cell, how)
  return reading.ok ? reading.value : { rule: reading.rule }
}

const may4 = '2026-05-04T00:00:00.000Z'

describe('a cell', () => {
  it.each<[string, Cell, string | number]>([
    ['purpose', text('work from anywhere'), 'Work From Anywhere'],
    ['purpose', text('WFA'), 'Work From Anywhere'],
    ['purpose', text(' Hire-from-anywhere '), 'Hire From Anywhere'],
    ['purpose', text('hire'), 'Hire From Anywhere'],
    ['employeeId', text('00123'), '00123'],
    ['employeeId', { t: 'n', v: 123, f: '00000' }, '00123'],
    ['employeeId', { t: 'n', v: 4711 }, '4711'],
    ['seniority', text('SENIOR'), 'Senior'],
    ['seniority', text('junior'), 'Low'],
    ['roleType', text(' Software  Engineer '), 'Software Engineer'],
    ['citizenship', text('Côte d’Ivoire'), 'Côte d’Ivoire'],
    ['destination', text('Atlantis'), 'Atlantis'],
    ['startDate', { t: 'd', v: '2026-05-04T00:00:00' }, may4],
    ['startDate', text('2026-05-04'), may4],
    ['endDate', text('2026-05-04T09:30:00+02:00'), '2026-05-04T09:30:00.000+02:00'],
    ['workingDays', { t: 'n', v: 9 }, 9],
    ['workingDays', text('9'), 9],
    ['salesContracts', { t: 'b', v: true }, 'Yes'],
    ['salesContracts', text('n'), 'No'],
    ['benefitLocalMarket', text('FALSE'), 'No'],
    ['legalRight', text('unsure'), 'Unsure'],
    ['legalRight', text('Not sure'), 'Unsure'],
    ['legalRight', text('tbc'), 'Unsure'],
    ['legalRight', text('don’t know'), 'Unsure'],
    ['legalRight', text('?'), 'Unsure'],
    ['pastTripsDuration', text('0'), 0],
    ['urgency', text('Within 3 months'), 'Within 3 months'],
    ['numberHires', { t: 'n', v: 3 }, 3],
    ['assessmentId', text(' 1699x42 '), '1699x42'],
    ['assessmentId', { t: 'n', v: 7, f: '000' }, '007'],
  ])('of %s: %j is read as %j', (field, cell, expected) => {
    expect(read(field, cell)).toBe(expected)
  })

  it.each<[string, Cell, RegExp]>([
    ['purpose', text('Holiday'), /Work From Anywhere or Hire From Anywhere/],
    ['employeeId', { t: 'n', v: 1.23e15 }, /damaged/],
    ['seniority', text('Boss'), /Low, Mid or Senior/],
    ['destination', { t: 'e', v: '#N/A' }, /#N\/A/],
    ['startDate', text('03/04/2026'), /date written as/],
    ['startDate', { t: 'n', v: 46_000 }, /not the number/],
    ['endDate', text('2026-02-30'), /exists/],
    ['workingDays', { t: 'n', v: 12.5 }, /whole/],
    ['pastTripsDuration', text('-1'), /0/],
    ['salesContracts', text('perhaps'), /Yes or No/],
    ['legalRight', text('perhaps'), /Yes, No or Unsure/],
    ['numberHires', text('many'), /whole/],
    ['assessmentId', { t: 'n', v: 1.23e18 }, /damaged/],
  ])('of %s: %j breaks a rule', (field, cell, rule) => {
    expect(read(field, cell)).toEqual({ rule: expect.stringMatching(rule) })
  })

  it.each(['citizenship', 'destination', 'residency'])('%s never is a number of a passport', (name) => {
    const field = assess.sheet.fields.find((each) => each.name === name)
    expect(field?.read({ t: 's', v: 'C4VP1' }, noSettings)).toMatchObject({
      ok: false,
      rule: 'must be a country; it holds digits',
    })
    expect(field?.read({ t: 'n', v: 123456789 }, noSettings)).toMatchObject({ ok: false })
    expect(field?.read({ t: 's', v: 'Côte d’Ivoire' }, noSettings)).toMatchObject({ ok: true })
  })

  it('is read by --lists and --date-format when they are given', () => {
    expect(read('destination', text('cote d ivoire'), settings)).toBe('Côte d’Ivoire')
    expect(read('destination', text('Atlantis'), settings)).toMatchObject({ rule: expect.any(String) })
    expect(read('citizenship', text('Atlantis'), settings)).toBe('Atlantis')
    expect(read('startDate', text('03/04/2026'), settings)).toBe('2026-04-03T00:00:00.000Z')
  })
})

describe('a field', () => {
  const none = new Map()
  const work = new Map([['purpose', 'Work From Anywhere']])
  const hire = new Map([['purpose', 'Hire From Anywhere']])

  it.each([
    ['pastTripsDuration', [true, false, false]],
    ['urgency', [false, true, false]],
    ['numberHires', [false, true, false]],
    ['seniority', [true, true, true]],
  ])('%s applies to work, hire and a purpose that cannot be read: %j', (name, expected) => {
    const applies = assess.sheet.fields.find((field) => field.name === name)?.appliesTo ?? (() => true)
    expect([work, hire, none].map((values) => applies(values))).toEqual(expected)
  })

  it.each([
    [
      'needed in every row, so its column is',
      [
        'purpose',
        'employeeId',
        'seniority',
        'roleType',
        'citizenship',
        'destination',
        'residency',
        'startDate',
        'endDate',
        'salesContracts',
        'legalRight',
        'benefitLocalMarket',
      ],
      true,
      true,
    ],
    ['needed in some rows, so its column may be missing', ['pastTripsDuration', 'urgency', 'numberHires'], false, true],
    ['optional', ['workingDays', 'assessmentId'], false, false],
  ])('%s: %j', (_, names, isRequiredColumn, isNeeded) => {
    const found = assess.sheet.fields.filter(
      (field) => field.isRequiredColumn === isRequiredColumn && field.isNeeded === isNeeded,
    )
    expect(found.map(({ name }) => name)).toEqual(names)
  })

  it('is there for all that the contract has, and the purpose comes first', () => {
    expect(assess.sheet.fields[0]?.name).toBe('purpose')
    expect(assess.sheet.fields).toHaveLength(17)
  })
})
