import { describe, expect, it } from 'vitest'
import { textField } from '../../rooms/operations.ts'
import { chooseSheets } from '../../rooms/pipeline/load.ts'
import type { Field } from '../../rooms/pipeline/model.ts'
import { firstRows, headingsOf, type SheetChoice } from '../../rooms/pipeline/tables.ts'
import type { SheetSource } from '../../rooms/sheet.ts'
import { openText, openWorkbook } from './sheets.ts'

function field(name: string, isRequiredColumn: boolean, aliases: string[] = []): Field {
  return { ...textField(name, name, '', ''), aliases, isRequiredColumn }
}

const fields = [
  field('employeeId', true, ['Staff ID']),
  field('destination', true, ['Host country']),
  field('remark', false),
]
const noChoice: SheetChoice = { sheets: undefined, preferred: undefined, columns: new Map(), defaults: new Map() }
const trips = [['Trips 2026'], ['Staff ID', 'Host country'], ['E1', 'Spain']]
const prose = [['Read me first'], ['This workbook has two tables.']]

/** Names of the sheets that are read. */
async function choose(source: SheetSource, choice: Partial<SheetChoice> = {}): Promise<string[]> {
  const { chosen } = await chooseSheets(source, fields, { ...noChoice, ...choice })
  return chosen.map((one) => one.source.sheet)
}

describe('the sheet to read', () => {
  const several = [
    { name: 'Read me', rows: prose },
    { name: 'EMEA', rows: trips },
    { name: 'Old', rows: trips, isHidden: true },
    { name: 'APAC', rows: [['Staff ID', 'Remark'], ['E9']] },
    { name: 'North America', rows: [...trips, ['E2', 'Italy']] },
  ]

  it('is the only visible one whose headings fit', async () => {
    const source = await openWorkbook(several.slice(0, 3))
    const { chosen, alsoFit } = await chooseSheets(source, fields, noChoice)
    expect(chosen.map(({ source, headings }) => [source.sheet, headings.rowNumber])).toEqual([['EMEA', 2]])
    expect(alsoFit).toEqual([{ name: 'Old', isVisible: false }])
  })

  it('must be said when several fit: all are named with their rows', async () => {
    await expect(choose(await openWorkbook(several))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('EMEA (1 row), "North America" (2 rows)'),
      hint: expect.stringMatching(/‹sheets› all .* ‹sheets› EMEA /),
      remedy: { kind: 'sheets', names: ['EMEA', 'North America'] },
    })
  })

  it('are all of them when all are asked for, and what is left out is known', async () => {
    const source = await openWorkbook(several)
    const { chosen, leftOut, nearMisses } = await chooseSheets(source, fields, { ...noChoice, sheets: 'all' })
    expect(chosen.map((one) => one.source.sheet)).toEqual(['EMEA', 'North America'])
    expect(leftOut).toEqual(['Read me', 'APAC'])
    expect(nearMisses.map(({ rule }) => rule)).toEqual([expect.stringMatching(/sheet “APAC”.*missing: destination/)])
  })

  it('are the ones that were named, hidden or not, in the order of the workbook and each once', async () => {
    const source = await openWorkbook(several)
    expect(await choose(source, { sheets: ['north america', 'old', 'North America'] })).toEqual([
      'Old',
      'North America',
    ])
    const { alsoFit } = await chooseSheets(source, fields, { ...noChoice, sheets: ['EMEA'] })
    expect(alsoFit).toEqual([{ name: 'North America', isVisible: true }])
  })

  it.each([
    [['EMEA', 'Asia'], /no worksheet Asia/],
    [['EMEA', 'APAC'], /sheet “APAC”.*missing: destination/],
  ])('that was named must be there and fit: %s', async (sheets, message) => {
    await expect(choose(await openWorkbook(several), { sheets })).rejects.toThrow(message)
  })

  it.each([
    [
      'Decisions',
      [{ name: 'Trips' }, { name: 'Decisions' }, { name: 'Decisions (2)' }],
      ['Decisions', 'Decisions (2)'],
    ],
    ['No such sheet', [{ name: 'Trips' }], ['Trips']],
    [undefined, [{ name: 'Trips' }, { name: 'Results', isOurs: true }], ['Results']],
  ])('is a table of ours that is read again, with all of its parts: %s', async (preferred, sheets, expected) => {
    const source = await openWorkbook(
      sheets.map(({ name, isOurs = false }: { name: string; isOurs?: boolean }) => ({
        name,
        rows: isOurs
          ? [
              ['Staff ID', 'Host country', 'outcome'],
              ['E1', 'Spain', 'scored'],
            ]
          : trips,
      })),
    )
    expect(await choose(source, { preferred })).toEqual(expected)
  })

  it('that fits nowhere is explained with the one that comes nearest, and everything it lacks', async () => {
    const source = await openWorkbook([
      { name: 'Read me', rows: [['Remark'], ['hello']] },
      {
        name: 'Trips',
        rows: [
          ['Staff ID', 'Hosting land', 'Remark'],
          ['E1', 'Spain', ''],
        ],
      },
    ])
    const choosing = chooseSheets(source, [...fields, field('residency', true)], noChoice)
    await expect(choosing).rejects.toMatchObject({ code: 'input', message: expect.stringMatching(/sheet "?“?Trips/) })
    await expect(choosing).rejects.toThrow(/destination.*residency/)
  })

  it('of a workbook without any row says so', async () => {
    const source = await openWorkbook([{ name: 'Sheet1', rows: [] }])
    await expect(chooseSheets(source, fields, noChoice)).rejects.toThrow('there are no rows')
  })

  it('of a CSV file is the file', async () => {
    const source = await openText('Staff ID;Host country\nE1;Spain\n')
    const { chosen } = await chooseSheets(source, fields, noChoice)
    expect(chosen[0]?.headings.columns).toHaveLength(2)
  })

  it('needs no column for a field that has a default', async () => {
    const source = await openText('Staff ID,Remark\nE1,x\n')
    await expect(chooseSheets(source, fields, noChoice)).rejects.toThrow('destination')
    const { chosen } = await chooseSheets(source, fields, {
      ...noChoice,
      defaults: new Map([['destination', 'Spain']]),
    })
    expect(chosen[0]?.headings.kind).toBe('found')
  })

  it('is found by own headings too', async () => {
    const source = await openText('Wer,Wohin\nE1,Spain\n')
    const columns = new Map([
      ['Wer', 'employeeId'],
      ['Wohin', 'destination'],
    ])
    const { chosen } = await chooseSheets(source, fields, { ...noChoice, columns })
    expect(chosen[0]?.headings.columns.map((column) => column.field)).toEqual(['employeeId', 'destination'])
  })
})

it('the rows among which headings are sought are the first twenty', async () => {
  const source = await openText(Array.from({ length: 50 }, (_, index) => `a${index},b`).join('\n'))
  const rows = await firstRows(source)
  expect([rows.length, rows[0]?.number, rows.at(-1)?.number]).toEqual([20, 1, 20])
})

it('headings are required as their columns are, but for those with a default', () => {
  expect(
    headingsOf(fields, new Map([['employeeId', 'E']])).map(({ field, isRequired }) => [field, isRequired]),
  ).toEqual([
    ['employeeId', false],
    ['destination', true],
    ['remark', false],
  ])
})
