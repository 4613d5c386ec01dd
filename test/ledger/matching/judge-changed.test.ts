import { describe, expect, it } from 'vitest'
import { type ChangeJudgement, judgeChanged, referToChange } from '../../rooms/ledger/matching.ts'

const ledgerId = '01234567-89ab'
const requestHash = new Uint8Array([1, 2, 3])
const reference = referToChange(ledgerId, requestHash, 7)

interface Given {
  answer?: boolean
  sendChanged?: boolean
  /** A person kept the earlier version before: this one, or another. */
  keptFor?: number
  isCreated?: boolean
}

function judge({ answer, sendChanged = false, keptFor, isCreated = true }: Given): ChangeJudgement {
  const row = { requestHash, kept: keptFor === undefined ? 0 : 1, heldAgainst: keptFor ?? null }
  const answers = new Map(answer === undefined ? [] : [[reference, answer]])
  return judgeChanged(row, { id: 7, identifier: 'R-7', isCreated }, ledgerId, { sendChanged, answers })
}

describe('an edited row', () => {
  it.each<[string, Given, string]>([
    ['without an answer is held', {}, 'hold changed 0'],
    ['is sent when all are to be sent', { sendChanged: true }, 'send'],
    ['is sent after yes, which is logged', { answer: true }, 'send, logged ready'],
    ['is sent after yes, although it was kept before', { answer: true, keptFor: 7 }, 'send, logged ready'],
    ['is kept after no, which is logged', { answer: false }, 'hold kept 1, logged kept'],
    ['is kept after no, although all are to be sent', { answer: false, sendChanged: true }, 'hold kept 1, logged kept'],
    ['stays kept without another line in the log', { keptFor: 7 }, 'hold kept 1'],
    ['stays kept although all are to be sent', { keptFor: 7, sendChanged: true }, 'hold kept 1'],
    ['that was kept for another version is asked about', { keptFor: 8 }, 'hold changed 0'],
    [
      'is held after no while the earlier version is in doubt',
      { answer: false, isCreated: false },
      'hold changed 1, logged kept',
    ],
  ])('%s', (_, given, expected) => {
    const judged = judge(given)
    const held = judged.kind === 'hold' ? `hold ${judged.state} ${judged.kept}` : 'send'
    expect(judged.note === undefined ? held : `${held}, logged ${judged.note.outcome}`).toBe(expected)
  })

  it('that is held names the earlier version', () => {
    expect(judge({ answer: false })).toMatchObject({
      detail: '{"orphan":7,"isDeclined":true}',
      note: { detail: expect.stringContaining('R-7 stands') },
    })
  })
})
