import { describe, expect, it } from 'vitest'
import { textField } from '../../../src/operations/fields.ts'
import { chooseSheet, firstRows, headingsOf, type SheetChoice } from '../../../src/pipeline/load/choose-sheet.ts'
import type { Field } from '../../../src/pipeline/operation.ts'
import { openText, openWorkbook } from './sheets.ts'

function field(name: string, isRequiredColumn: boolean, aliases: string[] = []): Field {
  return { ...textField(name, { aliases, title: name, meaning: '', example: '' }), isRequiredColumn }
}

const fields = [
  field('employeeId', true, ['Staff ID']),
  field('destination', true, ['Host country']),
  field('remark', false),
]
const noChoice: SheetChoice = { sheet: undefined, preferred: undefined, columns: new Map(), defaults: new Map() }
const trips = [['Trips 2026'], ['Staff ID', 'Host country'], ['E1', 'Spain']]
const prose = [['Read me first'], ['This workbook has two tables.']]

describe('the sheet to read', () => {
  it('is the first visible one whose headings fit', async () => {
    const source = await openWorkbook([
      { name: 'Read me', rows: prose },
      { name: 'Old trips', rows: trips, isHidden: true },
      { name: 'Empty', rows: [] },
      { name: 'Trips', rows: trips },
      { name: 'More trips', rows: trips },
    ])
    const { source: chosen, headings } = await chooseSheet(source, fields, noChoice)
    expect([chosen.sheet, headings.rowNumber]).toEqual(['Trips', 2])
  })

  it('is the preferred one when there is one, and its headings fit', async () => {
    const source = await openWorkbook([
      { name: 'Trips', rows: trips },
      { name: 'Decisions', rows: trips },
    ])
    const choose = (preferred: string) => chooseSheet(source, fields, { ...noChoice, preferred })
    expect((await choose('Decisions')).source.sheet).toBe('Decisions')
    expect((await choose('No such sheet')).source.sheet).toBe('Trips')
  })

  it('is the one that was named, and no other', async () => {
    const sheets = [
      { name: 'Read me', rows: prose },
      { name: 'Trips', rows: trips },
    ]
    const named = await openWorkbook(sheets, { sheet: 'trips' })
    expect((await chooseSheet(named, fields, { ...noChoice, sheet: 'trips' })).source.sheet).toBe('Trips')
    const wrong = await openWorkbook(sheets, { sheet: 'Read me' })
    await expect(chooseSheet(wrong, fields, { ...noChoice, sheet: 'Read me' })).rejects.toMatchObject({ code: 'input' })
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
    const choosing = chooseSheet(source, [...fields, field('residency', true)], noChoice)
    await expect(choosing).rejects.toMatchObject({ code: 'input', message: expect.stringMatching(/sheet "?“?Trips/) })
    await expect(choosing).rejects.toThrow(/destination.*residency/)
  })

  it('of a workbook without any row says so', async () => {
    const source = await openWorkbook([{ name: 'Sheet1', rows: [] }])
    await expect(chooseSheet(source, fields, noChoice)).rejects.toThrow('there are no rows')
  })

  it('of a CSV file is the file', async () => {
    const source = await openText('Staff ID;Host country\nE1;Spain\n')
    expect((await chooseSheet(source, fields, noChoice)).headings.columns).toHaveLength(2)
  })

  it('needs no column for a field that has a default', async () => {
    const source = await openText('Staff ID,Remark\nE1,x\n')
    await expect(chooseSheet(source, fields, noChoice)).rejects.toThrow('destination')
    const { headings } = await chooseSheet(source, fields, {
      ...noChoice,
      defaults: new Map([['destination', 'Spain']]),
    })
    expect(headings.kind).toBe('found')
  })

  it('is found by own headings too', async () => {
    const source = await openText('Wer,Wohin\nE1,Spain\n')
    const columns = new Map([
      ['Wer', 'employeeId'],
      ['Wohin', 'destination'],
    ])
    const { headings } = await chooseSheet(source, fields, { ...noChoice, columns })
    expect(headings.columns.map((column) => column.field)).toEqual(['employeeId', 'destination'])
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
