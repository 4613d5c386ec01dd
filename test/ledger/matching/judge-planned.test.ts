import { expect, it } from 'vitest'
import { type SubmissionState, submissionStates } from '../../rooms/contract.ts'
import { judgePlanned, type PlannedChange, plannedKinds } from '../../rooms/ledger/matching.ts'
import { hashOf } from './lookup-of.ts'

const request = { json: '{}', similarityKey: undefined }
const key = { hash: hashOf('A'), ordinal: 0, generation: 0 }

/** For each state that the submission has come to meanwhile, in the order of `submissionStates`: d(ue), –(done), x (overtaken). */
const table: readonly [what: string, change: PlannedChange, verdicts: string][] = [
  // ready sending accepted pending done rejected failed unknown
  ['an answer', { kind: 'resolve', id: 1, sentAt: 5, to: 'ready', identifier: undefined }, '– – – – – – – d'],
  [
    'an answer about an earlier sending',
    { kind: 'resolve', id: 1, sentAt: 4, to: 'ready', identifier: undefined },
    '– – – – – – – –',
  ],
  ['another request', { kind: 'renew', id: 1, request: '{"a":1}' }, 'd – – – – d d –'],
  ['what was refused', { kind: 'ready', id: 1, epoch: undefined }, '– – – – – d d –'],
  ['what --again continues', { kind: 'ready', id: 1, epoch: 7 }, 'd – – – – d d –'],
  ['what is unknown, asked for', { kind: 'ready', id: 1, epoch: undefined, sentAt: 5 }, '– – – – – d d d'],
  ['what is unknown of a later sending', { kind: 'ready', id: 1, epoch: undefined, sentAt: 4 }, '– – – – – d d –'],
  ['a doubt, once it was sent here', { kind: 'doubt', id: 1, reason: '' }, '– – – – – – – –'],
  ['a poll', { kind: 'poll', id: 1 }, '– – – d – – – –'],
  ['the identifier of another', { kind: 'adopt', id: 1, identifier: 'R' }, 'd x x x x d d d'],
  ['its own identifier', { kind: 'adopt', id: 1, identifier: 'own' }, 'd x – – – d d d'],
  ['a content', { kind: 'describe', id: 1, key, request }, 'x x x x x x x x'],
  ['a hold', { kind: 'hold', id: 1, orphan: 2, kept: 0 }, 'd d d d d d d d'],
  ['a replacement', { kind: 'supersede', id: 1, orphan: 2 }, 'd d d d d d d d'],
  ['an epoch', { kind: 'epoch', id: 1, epoch: 7 }, 'd d d d d d d d'],
]

const letters = { due: 'd', done: '–', overtaken: 'x' } as const

it.each(table)('%s is made, done already, or overtaken, by what the submission is now', (_, change, verdicts) => {
  const judge = (state: SubmissionState) =>
    judgePlanned(change, { id: 1, state, sentAt: 5, identifier: 'own', bare: 0 })
  expect(submissionStates.map((state) => letters[judge(state)]).join(' ')).toBe(verdicts)
})

it('a doubt is made of what was never sent, and a content given to what has none', () => {
  const present = { id: 1, state: 'ready', sentAt: null, identifier: null, bare: 1 } as const
  expect(judgePlanned({ kind: 'doubt', id: 1, reason: '' }, present)).toBe('due')
  expect(judgePlanned({ kind: 'describe', id: 1, key, request }, present)).toBe('due')
})

it('every kind has its place in the order in which they are made', () => {
  expect(new Set(table.map(([, { kind }]) => kind))).toEqual(new Set(plannedKinds))
})
