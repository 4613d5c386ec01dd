import { describe, expect, it } from 'vitest'
import { assess, decide, invite } from '../../rooms/operations.ts'
import { exampleMarker } from '../../rooms/pipeline/tables.ts'
import { describeField, planForm } from '../../rooms/pipeline/template.ts'
import { createValueList } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

const none = new Map()
const manyCountries = Array.from({ length: 200 }, (_, index) => `Country ${index}`)

function exampleOf(form: ReturnType<typeof planForm>, row: number, title: string): Cell | undefined {
  return form.examples[row]?.[form.sheet.columns.findIndex(({ heading }) => heading === title)]
}

describe('the form of an operation', () => {
  it.each([
    [assess, 'Employee ID', 2],
    [decide, 'Assessment ID', 1],
    [invite, 'Staff ID', 1],
  ] as const)('has examples that are marked where a row is named (%#)', (operation, title, count) => {
    const form = planForm(operation, none)
    expect(form.examples).toHaveLength(count)
    for (const row of form.examples.keys()) expect(exampleOf(form, row, title)).toEqual({ t: 's', v: exampleMarker })
  })

  it('leaves out what only the service gives out', () => {
    expect(planForm(assess, none).fields.map(({ name }) => name)).not.toContain('assessmentId')
  })

  it('fills of an example what applies to it', () => {
    const form = planForm(assess, none)
    expect([0, 1].map((row) => exampleOf(form, row, 'Past trips duration'))).toEqual([{ t: 'n', v: 0 }, { t: 'z' }])
    expect([0, 1].map((row) => exampleOf(form, row, 'Urgency')?.t)).toEqual(['z', 's'])
    expect(exampleOf(form, 0, 'Start date')).toEqual({ t: 'd', v: '2026-03-02T00:00:00' })
  })

  it('offers closed values, and listed ones when they are known: long lists by their range', () => {
    const lists = new Map([
      ['destination', createValueList(manyCountries)],
      ['urgency', createValueList(['Now', 'Later'])],
    ])
    const form = planForm(assess, lists)
    const dropDown = (title: string) => form.sheet.columns.find(({ heading }) => heading === title)?.dropDown
    expect(dropDown('Seniority')).toEqual(['Low', 'Mid', 'Senior'])
    expect(dropDown('Urgency')).toEqual(['Now', 'Later'])
    expect(dropDown('Destination')).toEqual({ range: 'Lists!$A$2:$A$201' })
    expect(dropDown('Citizenship')).toBeUndefined()
    expect(form.lists.map(({ field }) => field)).toEqual(['destination'])
    // An example that is not on the company's list would be a bad one.
    expect(exampleOf(form, 0, 'Destination')).toEqual({ t: 's', v: 'Country 0' })
  })

  it('keeps an end date behind its start date, and identifiers as text', () => {
    const { columns } = planForm(assess, none).sheet
    const start = columns.findIndex(({ heading }) => heading === 'Start date')
    expect(columns[start + 1]?.entry).toMatchObject({ kind: 'date', notBefore: start })
    expect(columns.find(({ heading }) => heading === 'Employee ID')?.entry).toEqual({ kind: 'text' })
  })

  it('says at each heading what it is, what it takes, when it is needed, and an example', () => {
    const status = decide.sheet.fields[1]
    if (status === undefined) throw new Error('there is no status')
    expect(describeField(status.about, status.about.values).split('\n')).toEqual([
      'The decision.',
      'One of: Pending, Manager Approved, Compliance Approved, Rejected, Canceled.',
      'Empty: nothing is decided for the row.',
      'Example: Compliance Approved',
    ])
  })
})
