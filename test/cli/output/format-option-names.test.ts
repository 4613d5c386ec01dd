import { expect, it } from 'vitest'
import { formatOptionNames } from '../../../src/cli/output/format-option-names.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { createHost } from '../../support/host.ts'
import { layerOf, readSources } from '../../support/source-tree.ts'

it.each([
  ['Say ‹hidden› include or ‹hidden› skip.', 'Say --hidden include or --hidden skip.'],
  ['add ‹dateFormat› DD.MM.YYYY, and ‹confirm›', 'add --date-format DD.MM.YYYY, and --yes'],
  ['the sheet says ‹oui› and ‹ledger ›', 'the sheet says ‹oui› and ‹ledger ›'],
  ['nothing is named', 'nothing is named'],
])('%s', (text, worded) => {
  expect(formatOptionNames(text)).toBe(worded)
})

it('every setting that a text names is an option of a command', () => {
  const texts = readSources().filter(({ path }) => layerOf(path) !== 'cli')
  const named = new Set(texts.flatMap(({ text }) => text.match(/‹[a-zA-Z]+›/g) ?? []))
  const commands = createProgram(createHost(), () => {}, true).commands.flatMap((command) => [
    command,
    ...command.commands,
  ])
  const options = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !options.has(formatOptionNames(name)))).toEqual([])
})
