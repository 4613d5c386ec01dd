import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'

it.each([
  ['a folder with other files', 'full', 2, 'has other files'],
  ['a file', 'full/file.txt', 1, 'no folder for the demo can be made'],
  ['a folder in one that is not there', 'nope/nope/demo', 1, 'no folder for the demo can be made'],
])('%s is refused, and left as it is', async (_, keep, code, said) => {
  const space = new Workspace()
  mkdirSync(space.path('full'))
  space.write('full/file.txt', 'kept')
  const refused = await space.run(['demo', '--keep', space.path(keep)])
  expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(said)])
  expect(readdirSync(space.path('full'))).toEqual(['file.txt'])
  expect(existsSync(space.path('nope/nope'))).toBe(false)
})
