import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { quoteCommand } from '../../src/cli/quote-command.ts'

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
