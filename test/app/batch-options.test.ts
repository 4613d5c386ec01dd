import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toBatchOptions, toRefreshOptions } from '../rooms/app.ts'
import { assess } from '../rooms/operations.ts'

it.each<[input: string | undefined, sandbox: boolean, name: string]>([
  [undefined, false, 'refreshed.xlsx'],
  [undefined, true, 'refreshed.simulated.xlsx'],
  ['trips.csv', false, 'trips.refreshed.xlsx'],
  ['trips.csv', true, 'trips.refreshed.simulated.xlsx'],
])('a refresh of %s, simulated %s, goes to %s', (input, sandbox, name) => {
  const { output } = toRefreshOptions({ input, sandbox })
  expect(output).toBe(join('output', name))
})

it('what the sandbox made up has another name than what a service said', () => {
  const names = [false, true].map((sandbox) => toBatchOptions(assess, { input: 'trips.xlsx', sandbox }).output)
  expect(names).toEqual([join('output', 'trips.assessed.xlsx'), join('output', 'trips.assessed.simulated.xlsx')])
})

it('an output is never named as a device of Windows, whatever the input is called', () => {
  expect(toBatchOptions(assess, { input: 'share/CON.csv' }).output).toBe(join('output', '_CON.assessed.xlsx'))
})
