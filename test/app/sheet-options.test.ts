import { expect, it } from 'vitest'
import { requireFieldNames } from '../../src/app/sheet-options.ts'
import { assessFields } from '../../src/operations/assess/fields.ts'

it('names of fields are taken', () => {
  expect(() => requireFieldNames('‹set›', ['purpose', 'employeeId'], assessFields)).not.toThrow()
})

it.each([
  ['employeId', 'Did you mean employeeId?'],
  ['destinations', 'Did you mean destination?'],
  ['Purpose', 'Did you mean purpose?'],
  ['colour', 'The fields are purpose, employeeId'],
])('“%s”, which is none, is refused: %s', (name, hint) => {
  expect(() => requireFieldNames('‹lists›', ['purpose', name], assessFields)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `‹lists› names “${name}”, which is no field`,
      hint: expect.stringContaining(hint),
    }),
  )
})
