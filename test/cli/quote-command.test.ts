import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { quoteCommand, toNextArguments } from '../../src/cli/quote-command.ts'

it('a plain command line stays as it is', () => {
  expect(quoteCommand(['assess', 'trips.csv', '--set', 'a=b', '-o', './out/x.xlsx'])).toBe(
    'npx rwa-batch assess trips.csv --set a=b -o ./out/x.xlsx',
  )
})

it
  .skipIf(process.platform === 'win32')
  .each(['my trips.csv', "it's.csv", '$HOME `x` "y"', 'a\nb', '', '*', '~/x', '🌍.csv'])(
  'a shell reads %j back as it was',
  (argument) => {
    const script = quoteCommand([argument]).replace('npx rwa-batch', "printf '%s'")
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
  expect(quoteCommand([argument], 'win32')).toBe(`npx rwa-batch ${typed}`)
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
  expect(toNextArguments(given)).toEqual(next)
})
