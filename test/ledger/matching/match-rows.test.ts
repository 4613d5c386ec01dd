import { describe, expect, it } from 'vitest'
import {
  type AddedChange,
  hashRow,
  type LookupResult,
  matchRows,
  type PlannedChange,
} from '../../rooms/ledger/matching.ts'
import type { LoadedRow, LoadSettings, RowContent } from '../../rooms/ledger/port.ts'
import { hashOf, knownAs, nothing, settings } from './lookup-of.ts'

/** `A` is a row of content A, `A?` one that an output calls unknown, `A!x` one that claims x; `A=R` names R as well, `=R` names R alone. */
function contentOf(text: string): RowContent {
  const [, content = '', doubt = '', claim, identifier] =
    /^(?<content>\w*)(?<doubt>\??)(?:!(?<claim>\w+))?(?:=(?<name>\w+))?$/.exec(text) ?? []
  const claims = claim === undefined ? [] : [claim]
  const request = { json: `"${content}"`, identity: { content }, similarityKey: undefined, claims }
  const doubted = { ...request, isUnknownElsewhere: doubt === '?' }
  if (identifier === undefined) return { kind: 'request', request: doubted }
  return { kind: 'identified', identifier, request: content === '' ? undefined : request }
}

function rowsOf(text: string): LoadedRow[] {
  const unread = { sheet: 0, isHidden: false, cells: '[]', warnings: undefined, orderKey: undefined }
  return text.split(' ').map((word, index) => ({ ...unread, rowNumber: index + 2, content: contentOf(word) }))
}

function show(move: AddedChange | PlannedChange): string {
  switch (move.kind) {
    case 'create':
    case 'describe': {
      const { ordinal, generation } = move.key
      return `${move.kind} ${move.id} as ${ordinal}.${generation}`
    }
    case 'adopt':
      return `adopt ${move.id} ${move.identifier}`
    case 'repoint':
      return `repoint ${move.id} ${move.to}`
    default:
      return `${move.kind} ${move.id}`
  }
}

function place(text: string, facts: Partial<LookupResult> = {}, changed: Partial<LoadSettings> = {}) {
  const placed = matchRows({ ...settings, ...changed }, rowsOf(text).map(hashRow), { ...nothing, ...facts })
  const rows = placed.rows.map(({ placement: { held, detail, submission, wasDone } }) => {
    if (held === undefined) return `${submission?.id}${wasDone ? ' done' : ''}`
    const { ofRow, shared } = JSON.parse(detail ?? '{}')
    return `${held} of ${ofRow}${shared === undefined ? '' : ` by ${shared}`}`
  })
  return { rows, moves: [...placed.added, ...placed.planned].map(show), placed }
}

/** A row of the run that was placed before these came. */
const at = { sheet: 0, rowNumber: 99 }
const standing = { ...at, hash: hashOf('A'), last: 0, ordinal: 0, submissionId: 1 }
const allowed = { allowDuplicates: true }
const again = { epoch: { id: 7, unfinished: new Set([5]) } }
const bare = knownAs('of R', 'accepted', { id: 2, bare: 1 })
const named = { ...bare, identifier: 'R' }

describe('a row', () => {
  it.each<[string, string, Partial<LookupResult>, Partial<LoadSettings>, string[], string[]]>([
    ['is new', 'A', {}, {}, ['10'], ['create 10 as 0.0']],
    ['is equal to one that came with it', 'A A', {}, {}, ['10', 'duplicate of 2'], ['create 10 as 0.0']],
    ['is equal to one of before', 'A', { contents: [standing] }, {}, ['duplicate of 99'], []],
    ['is equal, and that is allowed', 'A A', {}, allowed, ['10', '11'], ['create 10 as 0.0', 'create 11 as 1.0']],
    [
      'is the second of what was created twice',
      'A A',
      { known: [knownAs('A', 'done'), knownAs('A', 'done', { id: 2, ordinal: 1 })] },
      {},
      ['1 done', '2 done'],
      [],
    ],
    ['was done', 'A', { known: [knownAs('A', 'done')] }, {}, ['1 done'], []],
    ['is being sent', 'A', { known: [knownAs('A', 'sending')] }, {}, ['1'], []],
    ['is ready', 'A', { known: [knownAs('A', 'ready')] }, {}, ['1'], ['renew 1']],
    ['was refused', 'A', { known: [knownAs('A', 'rejected')] }, {}, ['1'], ['renew 1', 'ready 1']],
    ['has failed', 'A', { known: [knownAs('A', 'failed')] }, {}, ['1'], ['renew 1', 'ready 1']],
    ['is pending', 'A', { known: [knownAs('A', 'pending')] }, {}, ['1'], ['poll 1']],
    ['is unknown', 'A', { known: [knownAs('A', 'unknown')] }, {}, ['1'], []],
    [
      'is unknown, and to be tried again',
      'A',
      { known: [knownAs('A', 'unknown')] },
      { retryUnknown: true },
      ['1'],
      ['ready 1'],
    ],
    ['is unknown elsewhere', 'A?', {}, {}, ['10'], ['create 10 as 0.0', 'doubt 10']],
    ['is unknown elsewhere, and to be tried again', 'A?', {}, { retryUnknown: true }, ['10'], ['create 10 as 0.0']],
    [
      'is unknown elsewhere, and known here',
      'A?',
      { known: [knownAs('A', 'failed')] },
      {},
      ['1'],
      ['renew 1', 'ready 1'],
    ],
    ['was done, and is wanted anew', 'A', { known: [knownAs('A', 'done')] }, again, ['10'], ['create 10 as 0.1']],
    ['was done in what is carried on', 'A', { known: [knownAs('A', 'done', { epoch: 5 })] }, again, ['1 done'], []],
    ['is unknown, and all is wanted anew', 'A', { known: [knownAs('A', 'unknown')] }, again, ['1'], []],
    ['is ready, and all is wanted anew', 'A', { known: [knownAs('A', 'ready')] }, again, ['1'], ['renew 1', 'ready 1']],
    [
      'was done before what was given up',
      'A',
      { known: [knownAs('A', 'done'), knownAs('A', 'ready', { id: 2, generation: 1 })] },
      {},
      ['1 done'],
      [],
    ],
    [
      'shares a claim',
      'A!x B!x C',
      {},
      {},
      ['10', 'duplicate of 2 by x', '11'],
      ['create 10 as 0.0', 'create 11 as 0.0'],
    ],
    ['shares a claim with one of before', 'B!x', { claims: [{ ...at, claim: 'x' }] }, {}, ['duplicate of 99 by x'], []],
    ['shares a claim as an equal row', 'A!x A!x', {}, {}, ['10', 'duplicate of 2'], ['create 10 as 0.0']],
  ])('that %s: %s', (_, text, facts, changed, rows, moves) => {
    const found = place(text, facts, changed)
    expect([found.rows, found.moves]).toEqual([rows, moves])
  })
})

describe('a row that names an identifier', () => {
  it.each<[string, string, Partial<LookupResult>, Partial<LoadSettings>, string[], string[]]>([
    ['is from elsewhere', 'A=R', {}, {}, ['10'], ['create 10 as 0.0', 'adopt 10 R']],
    ['is from elsewhere, without content', '=R', {}, {}, ['10'], ['create 10 as 0.0', 'adopt 10 R']],
    ['comes twice', '=R =R', {}, {}, ['10', 'duplicate of 2'], ['create 10 as 0.0', 'adopt 10 R']],
    ['comes before an equal row', 'A=R A', {}, {}, ['10', 'duplicate of 2'], ['create 10 as 0.0', 'adopt 10 R']],
    ['comes after an equal row', 'A A=R', {}, {}, ['10', 'duplicate of 2'], ['create 10 as 0.0', 'adopt 10 R']],
    ['is known', 'A=R', { known: [{ ...knownAs('A', 'done'), identifier: 'R' }] }, {}, ['1 done'], []],
    [
      'is known, and edited',
      'B=R',
      { known: [{ ...knownAs('A', 'pending'), identifier: 'R' }] },
      {},
      ['1'],
      ['poll 1'],
    ],
    [
      'keeps an equal row from what it was created for',
      'B=R A',
      { known: [{ ...knownAs('A', 'done'), identifier: 'R' }] },
      {},
      ['1 done', 'duplicate of 2'],
      [],
    ],
    [
      'has a row of before',
      '=R',
      { known: [{ ...knownAs('A', 'done'), identifier: 'R' }], holders: [{ ...at, submissionId: 1 }] },
      {},
      ['duplicate of 99'],
      [],
    ],
    ['says what became of one that is unknown', 'A=R', { known: [knownAs('A', 'unknown')] }, {}, ['1'], ['adopt 1 R']],
    [
      'is another than that of the content',
      'A=R',
      { known: [knownAs('A', 'done')] },
      {},
      ['10'],
      ['create 10 as 0.0', 'adopt 10 R'],
    ],
    ['was known alone', 'A=R', { known: [named] }, {}, ['2'], ['describe 2 as 0.0']],
    ['was known alone, and stays so', '=R', { known: [named] }, {}, ['2'], []],
    ['was known alone, and the content was created', 'A=R', { known: [named, knownAs('A', 'done')] }, {}, ['2'], []],
    [
      'was known alone, and comes after an equal row',
      'A A=R',
      { known: [named] },
      {},
      ['2', 'duplicate of 2'],
      ['create 10 as 0.0', 'repoint 10 2', 'describe 2 as 0.1'],
    ],
    [
      'was known alone, and comes after one of before',
      'A=R',
      { known: [knownAs('A', 'ready'), named], contents: [standing], holders: [{ ...at, submissionId: 1 }] },
      {},
      ['duplicate of 99'],
      ['repoint 1 2', 'describe 2 as 0.1'],
    ],
  ])('that %s: %s', (_, text, facts, changed, rows, moves) => {
    const found = place(text, facts, changed)
    expect([found.rows, found.moves]).toEqual([rows, moves])
  })
})

it('passes over a place that is held, and leaves the facts as they were', () => {
  const first = { ...knownAs('A', 'done'), identifier: 'R' }
  const facts = { ...nothing, known: [first, knownAs('A', 'unknown', { id: 2, ordinal: 1 })] }
  const before = structuredClone(facts)
  expect(place('B=R A', facts, allowed).rows).toEqual(['1 done', '2'])
  expect(facts).toEqual(before)
})

it('takes what a row claims down once, for the rows that come later', () => {
  expect(place('A!x B!y A!x', { claims: [{ ...at, claim: 'y' }] }).placed.claims).toEqual([
    { claim: 'x', sheet: 0, rowNumber: 2 },
  ])
})

it('notes who said what of what was unknown', () => {
  const known = [knownAs('A', 'unknown', { rawAnswer: 'cut' }), knownAs('B', 'unknown', { id: 2 })]
  const { placed } = place('A B=R', { known }, { retryUnknown: true })
  expect(placed.planned.map(({ note }) => note)).toEqual([
    { operation: 'resend', outcome: 'ready', detail: expect.stringContaining('the earlier answer was: cut') },
    { operation: 'resolve', outcome: 'accepted', detail: 'the sheet names R for it' },
  ])
})

it('keeps the request of a row that waits for its turn, and asks nothing about it', () => {
  const [row] = rowsOf('A').map((loaded) => hashRow({ ...loaded, orderKey: 'k' }))
  const placed = row === undefined ? undefined : matchRows(settings, [row], nothing)
  expect(placed).toMatchObject({
    added: [],
    planned: [],
    rows: [{ placement: { held: 'skipped', hash: hashOf('A') } }],
  })
  expect(JSON.parse(placed?.rows[0]?.placement.detail ?? '')).toMatchObject({ json: '"A"' })
})
