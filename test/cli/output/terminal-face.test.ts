import { expect, it } from 'vitest'
import { terminalFace } from '../../rooms/cli/output.ts'
import { wordNote } from '../../rooms/messages.ts'
import { layerOf, readSources, readWords } from '../../support/source-tree.ts'
import { createWholeProgram } from '../../support/whole-program.ts'

it.each([
  ['hidden', '--hidden'],
  ['dateFormat', '--date-format'],
  ['confirm', '--yes'],
  ['sheets', '--sheet'],
  ['oui', '‹oui›'],
])('the setting %s is %s on the command line', (name, option) => {
  expect(terminalFace.option(name)).toBe(option)
})

it('a text that an earlier version stored names options, too', () => {
  expect(wordNote('Say ‹hidden› skip; ‹oui› and ‹ledger › stay.', undefined, terminalFace)).toBe(
    'Say --hidden skip; ‹oui› and ‹ledger › stay.',
  )
})

it('every setting that a message names is an option of a command', () => {
  const texts = [...readSources().filter(({ path }) => layerOf(path) === 'messages'), readWords()]
  const named = new Set(
    texts.flatMap(({ text }) =>
      [...text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '').matchAll(/(?:\boption\('|‹)(\w+)(?:'\)|›)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  )
  const commands = createWholeProgram().commands.flatMap((command) => [command, ...command.commands])
  const options = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)))
  expect(named.size).toBeGreaterThan(30)
  expect([...named].filter((name) => !options.has(terminalFace.option(name)))).toEqual([])
})
