import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as library from '../../src/index.ts'
import { requireProfile, toJsonSchema } from '../rooms/app/profile.ts'
import { assess } from '../rooms/operations.ts'
import { changedTable, unknownTable } from '../rooms/pipeline/earlier-output.ts'
import { correctionsTable, problemsTable } from '../rooms/pipeline/tables.ts'
import { orphansTable } from '../rooms/pipeline/write.ts'
import { createWholeProgram } from '../support/whole-program.ts'

// What users build on. A change here is a change for them: it belongs in the change log.

describe('the surface', () => {
  it('of the library: the names that it exports', () => {
    expect(Object.keys(library).toSorted()).toMatchSnapshot('values')
    expect(typeNames()).toMatchSnapshot('types')
  })

  const program = createWholeProgram()

  const inner = program.commands.flatMap((command) => command.commands)
  it.each([program, ...program.commands, ...inner].map((command) => [command.name(), command] as const))(
    'of the command line: the help of %s',
    (_, command) => {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 120 }).outputHelp()
      expect(help).toMatchSnapshot()
    },
  )

  it('of the command line: every command shows an example', () => {
    for (const command of program.commands) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      expect(help, command.name()).toContain('\nExample:\n  ')
      // The package has no clone beside it.
      expect(help, command.name()).not.toMatch(/\bsamples\/|\bnpm run\b|\.mjs\b/)
    }
  })

  it('of the command line: every help ends with the exit codes', () => {
    const commands = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)]
    for (const command of commands) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      const [end = '', guide] = help.trimEnd().split('\n\nThe guide: ')
      expect(end.split('\n').at(-2), command.name()).toMatch(/^ {2}75 {3}the service could not be reached/)
      expect(guide, command.name()).toBe(command === program ? 'rwa-batch help' : undefined)
    }
  })

  it('of the profile: its JSON Schema', () => {
    expect(toJsonSchema()).toMatchSnapshot()
  })

  it.each([
    ['a key of a sheet', { columns: {} }],
    ['a key of one run', { dryRun: true, assess: { again: true } }],
    ['a key that is misspelt', { baseURL: 'https://x.example', assess: { dateFormat: 'DD.MM.YYYY' } }],
    ['a key of another operation', { decide: { dateFormats: 'DD.MM.YYYY' } }],
    ['values of other kinds', { concurrency: '8', rate: 0, requestTimeout: 45, retryStatus: 503, fourEyes: 'yes' }],
    ['values out of bounds', { retries: 0, retryStatus: [200], distrustStatus: [500], assess: { delimiter: '||' } }],
    ['fields that are none', { assess: { columns: { Ziel: 'destinaton' }, set: { colour: 'red' }, hidden: 'no' } }],
  ])('of the profile: the refusal of %s', (_, profile) => {
    expect(() => requireProfile('rwa-batch.json', profile)).toThrowErrorMatchingSnapshot()
  })

  it('of the output: the headings of its sheets', () => {
    const { columns, extraSheets = [] } = assess.output
    const locate = () => undefined
    const sheets = [
      { name: 'Results', columns },
      problemsTable(false, locate),
      changedTable(assess, [], { locate }),
      correctionsTable(false, locate),
      unknownTable(assess, false),
      orphansTable(assess),
      ...extraSheets.map(({ name, columnsFor }) => ({ name, columns: columnsFor([]) })),
    ]
    const headings = sheets.map(({ name, columns }) => [name, columns.map(titleOf).join(', ')])
    expect(Object.fromEntries(headings)).toMatchSnapshot()
  })
})

/** In a workbook, and in a CSV file where that differs. */
function titleOf({ heading, title }: { heading: string; title?: string }): string {
  return title === undefined ? heading : `${title} (${heading})`
}

function typeNames(): string[] {
  const text = readFileSync(new URL('../../src/index.ts', import.meta.url), 'utf8')
  const lists = [...text.matchAll(/export (type )?\{([^}]*)\}/g)]
  return lists
    .flatMap(([, isType, names = '']) =>
      names
        .split(',')
        .flatMap((name) =>
          (isType && name.trim() !== '') || /^\s*type /.test(name) ? [name.trim().replace(/^type /, '')] : [],
        ),
    )
    .toSorted()
}
