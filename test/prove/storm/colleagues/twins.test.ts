import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hurried } from '../../../support/altered.ts'
import { twins } from './twins.ts'

const folder = new URL('../../../../dist/bin', import.meta.url).pathname
const program = readdirSync(folder)
  .filter((name) => name.endsWith('.cjs'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))

// The twins themselves take minutes, and are played by `npm run prove` alone.
it.each([{ name: 'all times are short', guardless: hurried }, ...twins])(
  'what is replaced where $name is in the program, once',
  ({ guardless }) => {
    const found = guardless.map(({ from }) => [from, program.join('').split(from).length - 1])
    expect(found).toEqual(guardless.map(({ from }) => [from, 1]))
  },
)
