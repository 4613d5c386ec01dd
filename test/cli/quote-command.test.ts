import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { quoteCommand, resumeCommand, toCheckCommand, toRunCommand } from '../rooms/cli.ts'

it('a plain command line stays as it is', () => {
  expect(quoteCommand(['assess', 'trips.csv', '--set', 'a=b', '-o', './out/x.xlsx'], 'linux')).toBe(
    'rwa-batch assess trips.csv --set a=b -o ./out/x.xlsx',
  )
})

it
  .skipIf(process.platform === 'win32')
  .each(['my trips.csv', "it's.csv", '$HOME `x` "y"', 'a\nb', '', '*', '~/x', '🌍.csv'])(
  'a shell reads %j back as it was',
  (argument) => {
    const script = quoteCommand([argument], 'linux').replace('rwa-batch', "printf '%s'")
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(argument)
  },
)

it.each([
  ['trips.csv', 'trips.csv'],
  ['C:\\Users\\me\\trips.csv', 'C:\\Users\\me\\trips.csv'],
  ['my trips.csv', '"my trips.csv"'],
  ["it's.csv", '"it\'s.csv"'],
  ['a,b', '"a,b"'],
  ['', '""'],
])('on Windows %j is typed as %s', (argument, typed) => {
  expect(quoteCommand([argument], 'win32')).toBe(`rwa-batch ${typed}`)
})

it('the check of a run reads the same sheets in the same way', () => {
  const argv = [
    'assess',
    'q4.xlsx',
    '--sheet',
    'all',
    '--dry-run',
    '--set',
    'purpose=x',
    '-o',
    'out.xlsx',
    '--limit',
    '5',
  ]
  const reading = 'assess q4.xlsx --sheet all --set purpose=x'
  expect(toCheckCommand({ argv, platform: 'linux' })).toBe(`rwa-batch check ${reading} -o checked.xlsx`)
})

it.each([
  [
    ['assess', 'trips.csv', '--no-wait'],
    ['assess', 'trips.csv'],
  ],
  [
    ['assess', '--limit', '100', 'trips.csv', '--rate', '5'],
    ['assess', 'trips.csv', '--rate', '5'],
  ],
  [
    ['assess', 'trips.csv', '--limit=100', '--dry-run', '-q'],
    ['assess', 'trips.csv', '-q'],
  ],
])('the next command of %j is %j: nothing in it keeps the rest from being done', (given, next) => {
  expect(resumeCommand({ argv: given, platform: 'linux' })).toBe(quoteCommand(next, 'linux'))
})

it.each<[string[], string | undefined, readonly string[] | 'all' | undefined, string]>([
  [['web'], undefined, undefined, 'output/q3.corrected.xlsx'],
  [['web', 'q3.xlsx', '--no-open', '--port', '4021', '--json'], 'q3.xlsx', undefined, 'output/q3.corrected.xlsx'],
  [['web', '--port=0', '--lists', 'l.json'], undefined, 'all', 'output/q3.corrected.xlsx --sheet all --lists l.json'],
  [['web', '--sandbox'], undefined, ['Q 2', 'Q3'], "output/q3.corrected.xlsx --sheet 'Q 2' --sheet Q3 --sandbox"],
])('the page that was started by %j for %j says what does the same at a terminal', (argv, input, sheets, rest) => {
  const run = { operation: 'assess', file: 'output/q3.corrected.xlsx', sheets }
  expect(toRunCommand(argv, input, run, 'linux')).toBe(`rwa-batch assess ${rest}`)
})

it('answers about one sheet stand in the command that does the same', () => {
  const answers = {
    set: { purpose: 'Client visit' },
    dateFormats: ['DD.MM.YYYY', 'DD/MM/YY'],
    columns: 'output/c.json',
  }
  const run = { operation: 'assess', file: 'q3.xlsx', sheets: undefined, ...answers }
  expect(toRunCommand(['web'], undefined, run, 'linux')).toBe(
    "rwa-batch assess q3.xlsx --columns output/c.json --set 'purpose=Client visit' --date-format DD.MM.YYYY --date-format DD/MM/YY",
  )
})
