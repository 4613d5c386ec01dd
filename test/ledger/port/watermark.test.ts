import { expect, it } from 'vitest'
import { type EarlierDigests, explainRollback, type LedgerWatermark } from '../../rooms/ledger/port.ts'

const seen: LedgerWatermark = {
  ledgerId: 'a1',
  kind: 'database',
  opening: { number: 7, digest: 'o7' },
  attempt: { number: 40, digest: 'a40' },
  system: '77',
  timeline: '00000001',
}
const same: EarlierDigests = { opening: 'o7', attempt: 'a40' }

it.each<[string, Partial<LedgerWatermark>, Partial<EarlierDigests>, string | undefined]>([
  ['is as it was', {}, {}, undefined],
  ['was gone on with', { opening: { number: 9, digest: 'o9' }, attempt: { number: 55, digest: 'a55' } }, {}, undefined],
  ['does not say which server it is on', { system: '', timeline: '' }, {}, undefined],
  ['has a shorter log', { attempt: { number: 37, digest: 'a37' } }, {}, 'lacks the last 3 of 40 lines of its log'],
  [
    'was put back and gone on with by somebody else',
    { attempt: { number: 90, digest: 'a90' } },
    { attempt: 'x' },
    'line 40',
  ],
  [
    'was put back from before it was opened last',
    { opening: { number: 6, digest: 'o6' } },
    { opening: '' },
    'lacks opening 7',
  ],
  ['was opened by another copy since', { opening: { number: 9, digest: 'o9' } }, { opening: 'x7' }, 'lacks opening 7'],
  ['is on another server', { system: '78' }, {}, 'on another server than before'],
  ['is on a server that has taken over', { timeline: '00000002' }, {}, 'another server has taken over'],
  ['was moved to a file', { kind: 'file', opening: { number: 1, digest: 'o1' } }, { opening: '' }, undefined],
  ['was moved, and lost something', { kind: 'file' }, { attempt: '' }, 'line 40'],
])('a ledger that %s', (_, now, then, loss) => {
  const found = explainRollback(seen, { ...seen, ...now }, { ...same, ...then })
  if (loss === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(loss)
})

it('one that had no line yet cannot have lost any', () => {
  const empty = { number: 0, digest: '' }
  const before = { ...seen, opening: empty, attempt: empty }
  expect(explainRollback(before, seen, { opening: '', attempt: '' })).toBeUndefined()
})
