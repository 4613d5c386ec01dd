import { describe, expect, it } from 'vitest'
import { findOperation, operations } from '../rooms/operations.ts'
import { headingsOf } from '../rooms/pipeline/tables.ts'
import { findHeadings } from '../rooms/sheet/headings.ts'
import { createValueList } from '../rooms/sheet/values.ts'
import type { Cell } from '../rooms/sheet.ts'

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  'the fields of %s',
  (_, operation) => {
    const { fields } = operation.sheet

    it('are found by their titles without any option', () => {
      const cells = fields.map(({ about }): Cell => ({ t: 's', v: about.title }))
      const search = findHeadings([{ number: 1, cells, isHidden: false }], headingsOf(fields, new Map()))
      expect(search.kind).toBe('found')
      expect(search.kind === 'none' ? [] : search.columns.map(({ field }) => field)).toEqual(
        fields.map(({ name }) => name),
      )
    })

    it.each(fields.map((field) => [field.name, field] as const))('have an example that can be read: %s', (_, field) => {
      const { about } = field
      const cell: Cell = about.kind === 'integer' ? { t: 'n', v: Number(about.example) } : { t: 's', v: about.example }
      const settings = { lists: new Map([[field.name, createValueList([about.example])]]), datePattern: undefined }
      expect(field.read(cell, settings)).toMatchObject({ ok: true })
    })

    it('are described in sentences, and name an earlier date by its field', () => {
      for (const { about } of fields) {
        expect([about.meaning, about.expects, about.needed].filter((text) => !text.endsWith('.'))).toEqual([])
        if (about.notBefore !== undefined) expect(fields.map(({ name }) => name)).toContain(about.notBefore)
      }
    })

    it('have the one that names a row first among the telling ones, and in every sheet', () => {
      const named = fields.find(({ name }) => name === operation.request.identifyingFields[0])
      expect(named?.isRequiredColumn).toBe(true)
    })
  },
)

describe('an operation', () => {
  it.each(operations.map(({ name }) => name))('is found by its name: %s', (name) => {
    expect(findOperation(name).name).toBe(name)
  })

  it('that there is not is refused, with those that there are', () => {
    expect(() => findOperation('approve')).toThrow('“approve”: expected one of assess, decide, invite')
  })
})
