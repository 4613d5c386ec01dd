import { expect, it } from 'vitest'
import { mendArguments } from '../../src/cli/plain-mistakes.ts'

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
  expect(mendArguments(given)).toEqual(taken)
})

it.each([[['assess', 'trips.csv', '--token', 'x']], [['assess', '--token=x', 'trips.csv']]])(
  'a token in %j is refused without being repeated, with the ways to give it',
  (argv) => {
    expect(() => mendArguments(argv)).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringMatching(/RWA_API_TOKEN.*--token-file/) }),
    )
  },
)
