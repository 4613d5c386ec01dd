import { expect, it } from 'vitest'
import { describeEstimate, describeSending } from '../../rooms/cli/output.ts'

const known = { calls: 108, perSecond: 10, seconds: 41, isLeast: false }
const production = { operation: 'assess', targetLabel: 'https://service.example/api', isTestTarget: false }
const test = { operation: 'decide', targetLabel: 'https://service.example/version-test/api', isTestTarget: true }
const sandbox = { operation: 'invite', targetLabel: 'sandbox:/home/x/output/sandbox.sqlite', isTestTarget: true }

it.each([
  [
    { ...production, toSend: 54, later: 0, toAsk: 0, estimate: known },
    'assess: 54 to send to https://service.example/api (production), about 40 s',
  ],
  [
    { ...test, toSend: 20_000, later: 0, toAsk: 0, estimate: undefined },
    'decide: 20,000 to send to https://service.example/version-test/api (test environment)',
  ],
  [
    { ...sandbox, toSend: 0, later: 0, toAsk: 0, estimate: undefined },
    'invite: nothing to send to sandbox:/home/x/output/sandbox.sqlite (simulated sandbox)',
  ],
  [
    { ...production, toSend: 0, later: 0, toAsk: 1_200, estimate: { ...known, isLeast: true } },
    'assess: nothing to send to https://service.example/api (production), 1,200 scores to ask for, at least 40 s',
  ],
  [
    { ...test, toSend: 100, later: 19_900, toAsk: 0, estimate: undefined },
    'decide: 100 to send to https://service.example/version-test/api (test environment), 19,900 left for later by --limit',
  ],
])('says in one line what is sent, how much, where, and whether that is a test: %j', (sending, line) => {
  expect(describeSending(sending)).toBe(line)
})

it.each([
  [0.2, 'about 1 s'],
  [7.4, 'about 7 s'],
  [43, 'about 45 s'],
  [89, 'about 90 s'],
  [92, 'about 2 min'],
  [2_000, 'about 33 min'],
  [5_399, 'about 1 h 30 min'],
  [7_260, 'about 2 h'],
  [100_000, 'about 27 h 45 min'],
])('an estimate of %d s has no odd seconds: %s', (seconds, words) => {
  expect(describeEstimate({ ...known, seconds })).toBe(words)
})
