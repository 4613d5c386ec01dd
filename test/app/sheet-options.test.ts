import { expect, it } from 'vitest'
import { requireFieldNames, toSendOptions } from '../rooms/app.ts'
import { assessFields } from '../rooms/operations/assess.ts'

it('names of fields are taken', () => {
  expect(() => requireFieldNames('set', ['purpose', 'employeeId'], assessFields)).not.toThrow()
})

it.each([
  ['employeId', 'Did you mean employeeId?'],
  ['destinations', 'Did you mean destination?'],
  ['Purpose', 'Did you mean purpose?'],
  ['colour', 'The fields are purpose, employeeId'],
])('“%s”, which is none, is refused: %s', (name, hint) => {
  expect(() => requireFieldNames('lists', ['purpose', name], assessFields)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `“${name}” is not a field (‹lists›)`,
      hint: expect.stringContaining(hint),
    }),
  )
})

it.each([
  [undefined, 120_000],
  [0, 0],
  [28_800_000, 28_800_000],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('a service that cannot be reached is waited for: %s is %d ms', (waitForServiceMs, expected) => {
  expect(toSendOptions({ waitForServiceMs }).waitForServiceMs).toBe(expected)
})

it.each([-1, 0.5, Number.NaN, Number.NEGATIVE_INFINITY])('it is not waited for %d ms', (waitForServiceMs) => {
  expect(() => toSendOptions({ waitForServiceMs })).toThrow(
    `waitForServiceMs must be a whole number of 0 or more, not ${waitForServiceMs}`,
  )
})
