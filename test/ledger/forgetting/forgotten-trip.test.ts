import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { submissionStates } from '../../rooms/contract.ts'
import {
  digestContent,
  type Fate,
  judgeSubmission,
  keepReferences,
  type SubmissionFacts,
} from '../../rooms/ledger/forgetting.ts'

describe('what becomes of an identity', () => {
  const always: Readonly<Partial<Record<SubmissionFacts['state'], Fate>>> = {
    done: 'hidden',
    rejected: 'destroyed',
    failed: 'destroyed',
  }
  it.each(submissionStates)('of a submission that is %s, with each kind of rows', (state) => {
    const fates = (['open', 'held', 'none'] as const).map((rows) =>
      judgeSubmission({ state, doubted: 0, forgottenAt: null, rows }),
    )
    const fate = always[state] ?? 'open'
    expect(fates).toEqual(state === 'ready' ? ['open', 'hidden', 'destroyed'] : [fate, fate, fate])
  })

  it.each(submissionStates)('once an earlier sending of one that is %s may have been processed', (state) => {
    const fate = judgeSubmission({ state, doubted: 1, forgottenAt: null, rows: 'none' })
    expect(fate).toBe(state === 'done' ? 'hidden' : 'open')
  })

  it.each(submissionStates)('of one that is %s and was forgotten: it stays so', (state) => {
    expect(judgeSubmission({ state, doubted: 1, forgottenAt: 1, rows: 'open' })).toBe('forgotten')
  })
})

describe('the detail of a row', () => {
  it.each([
    [null, null],
    ['{"ofRow":3,"ofSheet":0,"shared":"email a@b.example"}', '{"ofRow":3,"ofSheet":0}'],
    ['{"orphan":7,"isDeclined":true}', '{"orphan":7,"isDeclined":true}'],
    ['{"problems":[{"cell":"B2","written":"Zoë"}]}', null],
    ['{"reason":{"code":"hidden","facts":{}}}', null],
    ['no JSON', null],
  ])('%s keeps %s', (detail, kept) => {
    expect(keepReferences(detail)).toBe(kept)
  })
})

describe('the digest of a content', () => {
  it('is what the method in an audit says', () => {
    const text = `0a\n${JSON.stringify(['detail', '{"a":1}'])}`
    expect(digestContent('0a', 'detail', '{"a":1}')).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it.each([
    ['0b', 'detail', '{}'],
    ['0a', 'detail{}', ''],
    ['0a', '', 'detail{}'],
  ])('is another one for %s, %s, %s', (salt, detail, request) => {
    expect(digestContent(salt, detail, request)).not.toBe(digestContent('0a', 'detail', '{}'))
  })
})
