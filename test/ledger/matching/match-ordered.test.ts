import { describe, expect, it } from 'vitest'
import { type KnownSubmission, matchOrdered, type Recorded, SubmissionChanges } from '../../rooms/ledger/matching.ts'
import type { LoadSettings } from '../../rooms/ledger/port.ts'
import { hashOf, knownAs, settings } from './lookup-of.ts'

type Known = KnownSubmission & Partial<Recorded>

function place(text: string, known: readonly Known[], changed: Partial<LoadSettings> = {}) {
  const moves = new SubmissionChanges({ ...settings, ...changed }, 10)
  const rows = text.split(' ').map((content, seq) => {
    const request = { json: content, similarityKey: undefined, isUnknownElsewhere: content === 'Q' }
    const kept = content === '-' ? undefined : { hash: hashOf(content), request }
    return { seq, sheet: 0, rowNumber: seq + 2, kept }
  })
  const recorded = known.map((each) => ({ isOwn: 0, ...each }))
  const placed = matchOrdered({ ...settings, ...changed }, 'X', rows, recorded, moves)
  return {
    rows: placed.map(({ seq, submission, held, wasDone }) =>
      [seq, held, submission?.id, wasDone ? 'done' : undefined].filter((part) => part !== undefined).join(' '),
    ),
    moves: [...moves.added, ...moves.planned].map((move) =>
      move.kind === 'create'
        ? `create ${move.id} as ${move.key.generation} of ${move.orderKey}`
        : `${move.kind} ${move.id}`,
    ),
  }
}

const done = (content: string, id: number, more: Partial<KnownSubmission> = {}): Known =>
  knownAs(content, 'done', { id, ...more })
const own = (content: string, id: number): Known => ({ ...done(content, id), isOwn: 1 })

describe('rows of one thing', () => {
  it.each<[string, string, Known[], Partial<LoadSettings>, string[], string[]]>([
    ['that are new', 'A R', [], {}, ['0 10', '1 11'], ['create 10 as 0 of X', 'create 11 as 0 of X']],
    [
      'that say the same next to each other',
      'A A R',
      [],
      {},
      ['0 10', '1 duplicate 10', '2 11'],
      ['create 10 as 0 of X', 'create 11 as 0 of X'],
    ],
    [
      'that come back to what they said',
      'A R A',
      [],
      {},
      ['0 10', '1 11', '2 12'],
      ['create 10 as 0 of X', 'create 11 as 0 of X', 'create 12 as 1 of X'],
    ],
    ['that nothing is sent for', 'A - A', [], {}, ['0 10', '2 11'], ['create 10 as 0 of X', 'create 11 as 1 of X']],
    ['that are done', 'A R', [done('A', 1), done('R', 2)], {}, ['0 1 done', '1 2 done'], []],
    ['of another sheet, replaced', 'A', [done('A', 1), done('R', 2)], {}, ['0 10'], ['create 10 as 1 of X']],
    ['replaced by another', 'A', [own('A', 1), done('R', 2)], {}, ['0 superseded 1'], []],
    [
      'replaced, and sent anew',
      'A',
      [own('A', 1), done('R', 2)],
      { sendChanged: true },
      ['0 10'],
      ['create 10 as 1 of X'],
    ],
    ['perhaps replaced by another', 'A', [own('A', 1), knownAs('R', 'unknown', { id: 2 })], {}, ['0 superseded 1'], []],
    [
      'that this sheet replaced, and edited back',
      'A',
      [own('A', 1), own('R', 2)],
      {},
      ['0 10'],
      ['create 10 as 1 of X'],
    ],
    [
      'both replaced by another',
      'A R',
      [own('A', 1), own('R', 2), done('P', 3)],
      {},
      ['0 superseded 1', '1 superseded 2'],
      [],
    ],
    [
      'of which the last was replaced',
      'A R',
      [own('A', 1), own('R', 2), done('A', 3)],
      {},
      ['0 3 done', '1 superseded 2'],
      [],
    ],
    [
      'of which one is new',
      'A C',
      [own('A', 1), done('R', 2)],
      {},
      ['0 superseded 1', '1 10'],
      ['create 10 as 0 of X'],
    ],
    [
      'behind a new one',
      'C A',
      [own('A', 1), done('R', 2)],
      {},
      ['0 10', '1 11'],
      ['create 10 as 0 of X', 'create 11 as 1 of X'],
    ],
    [
      'of which the new one is in force already',
      'A R P',
      [own('A', 1), own('R', 2), done('A', 3), done('P', 4)],
      {},
      ['0 superseded 1', '1 superseded 2', '2 4 done'],
      [],
    ],
    [
      'repeated, and replaced by another',
      'A A C',
      [own('A', 1), done('R', 2)],
      {},
      ['0 superseded 1', '1 duplicate 1', '2 10'],
      ['create 10 as 0 of X'],
    ],
    [
      'replaced, before new ones that may say the same',
      'A C C',
      [own('A', 1), done('R', 2)],
      { allowDuplicates: true },
      ['0 superseded 1', '1 10', '2 11'],
      ['create 10 as 0 of X', 'create 11 as 1 of X'],
    ],
    ['another decided the same since', 'A', [own('A', 1), done('R', 2), done('A', 3)], {}, ['0 3 done'], []],
    [
      'that are wanted anew',
      'A',
      [done('A', 1)],
      { epoch: { id: 7, unfinished: new Set() } },
      ['0 10'],
      ['create 10 as 1 of X'],
    ],
    ['that were refused', 'A', [knownAs('A', 'rejected')], {}, ['0 1'], ['renew 1', 'ready 1']],
    [
      'that were never sent, oldest first',
      'A',
      [knownAs('A', 'ready', { id: 2, generation: 1 }), knownAs('A', 'ready')],
      {},
      ['0 1'],
      ['renew 1'],
    ],
    ['that are unknown', 'A R', [knownAs('A', 'unknown')], {}, ['0 1', '1 10'], ['create 10 as 0 of X']],
    [
      'that are unknown, and to be tried again',
      'A',
      [knownAs('A', 'unknown')],
      { retryUnknown: true },
      ['0 1'],
      ['ready 1'],
    ],
    [
      'that were refused after a doubt',
      'A',
      [knownAs('A', 'failed', { doubted: 1 })],
      {},
      ['0 1'],
      ['renew 1', 'ready 1'],
    ],
    ['that are unknown elsewhere', 'Q', [], {}, ['0 10'], ['create 10 as 0 of X', 'doubt 10']],
  ])('%s: %s', (_, text, known, changed, rows, moves) => {
    expect(place(text, known, changed)).toEqual({ rows, moves })
  })
})
