import { expect, it } from 'vitest'
import { correctArguments, refuseSheetAsCommand } from '../rooms/cli.ts'
import { createHost } from '../support/host.ts'

it.each([
  [
    ['--help', 'assess'],
    ['assess', '--help'],
  ],
  [
    ['-h', 'status'],
    ['status', '-h'],
  ],
  [['--help'], ['--help']],
  [
    ['--help', '--json'],
    ['--help', '--json'],
  ],
  [
    ['assess', 'trips.csv', '--token-file', 't'],
    ['assess', 'trips.csv', '--token-file', 't'],
  ],
  [
    ['assess', '--', '--token'],
    ['assess', '--', '--token'],
  ],
])('%j is taken as %j', (given, taken) => {
  expect(correctArguments(given)).toEqual(taken)
})

it.each([[['assess', 'trips.csv', '--token', 'x']], [['assess', '--token=x', 'trips.csv']]])(
  'a token in %j is refused without being repeated, with the ways to give it',
  (argv) => {
    expect(() => correctArguments(argv)).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringMatching(/RWA_API_TOKEN.*--token-file/) }),
    )
  },
)

it.each([
  ['trips.xlsx', 'assess trips.xlsx'],
  ['trips.XLSM', 'assess trips.XLSM'],
  ['/home/ann/my trips.csv', "assess '/home/ann/my trips.csv'"],
  [import.meta.filename, `assess ${import.meta.filename}`],
])('a sheet in the place of a command, %s, is refused with the command that takes it', (sheet, command) => {
  const hint = expect.stringContaining(`rwa-batch ${command}. `)
  expect(() => refuseSheetAsCommand(createHost([sheet]), ['assess', 'status'])).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(`${sheet} is a file`), hint }),
  )
})

it.each([
  [['assess', 'trips.xlsx']],
  [['asses', 'trips.xlsx']],
  [['--help', 'trips.xlsx']],
  [[import.meta.dirname]],
  [[]],
])('%j begins with no sheet', (argv) => {
  expect(() => refuseSheetAsCommand(createHost(argv), ['assess'])).not.toThrow()
})
