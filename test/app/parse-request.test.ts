import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseRefresh, parseRequest, parseSendOptions, requireFieldNames } from '../rooms/app.ts'
import { assess, assessFields } from '../rooms/operations.ts'

it.each<[input: string | undefined, sandbox: boolean, name: string]>([
  [undefined, false, 'refreshed.xlsx'],
  [undefined, true, 'refreshed.simulated.xlsx'],
  ['trips.csv', false, 'trips.refreshed.xlsx'],
  ['trips.csv', true, 'trips.refreshed.simulated.xlsx'],
])('a refresh of %s, simulated %s, goes to %s', (input, sandbox, name) => {
  const { output } = parseRefresh({ input, sandbox })
  expect(output).toBe(join('output', name))
})

it('what the sandbox made up has another name than what a service said', () => {
  const names = [false, true].map((sandbox) => parseRequest(assess, { input: 'trips.xlsx', sandbox }).output)
  expect(names).toEqual([join('output', 'trips.assessed.xlsx'), join('output', 'trips.assessed.simulated.xlsx')])
})

it('an output is never named as a device of Windows, whatever the input is called', () => {
  expect(parseRequest(assess, { input: 'share/CON.csv' }).output).toBe(join('output', '_CON.assessed.xlsx'))
})

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
  expect(parseSendOptions({ waitForServiceMs }).waitForServiceMs).toBe(expected)
})

it.each([-1, 0.5, Number.NaN, Number.NEGATIVE_INFINITY])('it is not waited for %d ms', (waitForServiceMs) => {
  expect(() => parseSendOptions({ waitForServiceMs })).toThrow(
    `waitForServiceMs must be a whole number of 0 or more, not ${waitForServiceMs}`,
  )
})
