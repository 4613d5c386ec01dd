import { expect, it } from 'vitest'
import { describeRunStatus } from '../../../rooms/cli/output.ts'
import { rowStates } from '../../../rooms/contract.ts'
import { runStatus } from '../../../support/run-status.ts'

function lineOf(state: string, wasDone = false): string | undefined {
  const run = runStatus({ rows: 2, balance: [{ state, wasDone, count: 2 }] })
  return describeRunStatus(run, 0).find((line) => /^ {9}2 /.test(line))
}

it.each([
  ['sending', '         2  sending    on its way'],
  ['ready', '         2  ready      not sent'],
  ['accepted', '         2  accepted   waiting for scores'],
  ['unknown', '         2  unknown    to look up'],
])('a status says what the state %s means', (state, line) => {
  expect(lineOf(state)).toBe(line)
})

it('has words for every state, and says what was done before', () => {
  for (const state of rowStates) expect(lineOf(state), state).toMatch(/^ +2 {2}\w+ {2,}\w+/)
  expect(lineOf('scored', true)).toBe('         2  scored     already done by an earlier run')
})
