import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../../rooms/ledger/port.ts'
import { readSpan, selectCountableTrips } from '../../rooms/pipeline/figures.ts'
import { allTime, decided, recorded } from './recorded.ts'

type Facts = NonNullable<Parameters<typeof recorded>[0]>

/** What counts, by identifier, and why the rest does not. */
function sift(facts: readonly Facts[], period = allTime): [string[], string[]] {
  const all: RecordedRequest[] = facts.map((one, index) =>
    recorded({ id: index + 1, request: { remark: index }, ...one }),
  )
  const { counted, excluded } = selectCountableTrips(all, period)
  expect(counted.length + excluded.length).toBe(all.length)
  return [counted.map(({ identifier }) => identifier), excluded]
}

const same = { request: {} }
const gone = { place: 'gone' } as const

describe('what is history', () => {
  const refused = { state: 'rejected' } as const
  const scored = { runId: 2, request: {} }
  it.each<[string, Facts[], string]>([
    ['one that was refused, and is in no sheet any more', [{ ...refused, ...gone }], 'corrected'],
    ['one that could not be sent, and is in no sheet any more', [{ state: 'failed', ...gone }], 'corrected'],
    ['one that was not sent, and is in no sheet any more', [{ state: 'ready', ...gone }], 'corrected'],
    ['not one that may exist', [{ state: 'unknown', ...gone }], 'unknown'],
    [
      'one whose country was corrected in another file',
      [{ ...refused, request: { destination: 'Portgual' } }, scored],
      'corrected',
    ],
    [
      'one whose end was corrected in another file',
      [{ ...refused, request: { endDate: '2026-02-10T00:00:00.000Z' } }, scored],
      'corrected',
    ],
    ['one in which another cell was corrected', [{ ...refused, request: { seniority: 'Mgr' } }, scored], 'corrected'],
    [
      'not one beside which there is another trip of the same days in its sheet',
      [
        { ...refused, request: { destination: 'Portgual' } },
        { ...scored, runId: 1 },
      ],
      'rejected',
    ],
    [
      'not one that was refused again after the other file',
      [{ ...refused, runId: 3, request: { destination: 'Portgual' } }, scored],
      'rejected',
    ],
    [
      'not one of another trip to the same country',
      [{ ...refused, request: { startDate: '2026-05-01T00:00:00.000Z', endDate: '2026-05-09T00:00:00.000Z' } }, scored],
      'rejected',
    ],
    [
      'not one whose correction was refused, too',
      [
        { ...refused, request: { destination: 'Portgual' } },
        { ...scored, ...refused },
      ],
      'rejected',
    ],
  ])('%s', (_, facts, reason) => {
    expect(sift(facts)[1][0]).toBe(reason)
  })
})

describe('of what counts, no row stands for', () => {
  it.each<[string, Facts[], number]>([
    ['a trip in no sheet any more', [gone, {}], 1],
    ['not one that is canceled', [{ ...gone, latest: decided('Canceled') }], 0],
    [
      'not one whose edited version is held back',
      [
        { ...gone, supersededBy: 2 },
        { state: 'ready', place: 'held' },
      ],
      0,
    ],
    ['not one whose edited version was refused', [{ ...gone, supersededBy: 2 }, { state: 'rejected' }], 0],
    [
      'one whose edited version is in no sheet either',
      [
        { ...gone, supersededBy: 2 },
        { ...gone, state: 'ready' },
      ],
      1,
    ],
    [
      'not one that was assessed again, whichever is in the sheet',
      [
        { ...same, identifier: 'R-1' },
        { ...same, ...gone },
      ],
      0,
    ],
  ])('%s', (_, facts, abandoned) => {
    const all = facts.map((one, index) => recorded({ id: index + 1, request: { remark: index }, ...one }))
    expect(selectCountableTrips(all, allTime).abandoned).toBe(abandoned)
  })
})

describe('what counts', () => {
  it.each<[string, Facts, string | undefined]>([
    ['a scored trip', {}, undefined],
    ['one whose scores are waited for', { state: 'accepted' }, undefined],
    ['one whose scores took too long', { state: 'pending' }, undefined],
    ['one that is in no sheet any more', gone, undefined],
    ['one that is approved', { latest: decided('Compliance Approved') }, undefined],
    ['one whose rejection may not have been recorded', { latest: decided('Rejected', 'unknown') }, undefined],
    ['not one that is rejected', { latest: decided('Rejected') }, 'declined'],
    ['not one that is canceled', { latest: decided('Canceled') }, 'declined'],
    ['not one that was not sent', { state: 'ready' }, 'ready'],
    ['not one that is held back as changed', { state: 'ready', place: 'held' }, 'changed'],
    ['not one that a person said is not to be sent', { state: 'ready', place: 'kept' }, 'kept'],
    ['not one on its way', { state: 'sending' }, 'sending'],
    ['not one of which nobody knows', { state: 'unknown' }, 'unknown'],
    ['not one that was refused', { state: 'rejected' }, 'rejected'],
    ['not one that could not be sent', { state: 'failed' }, 'failed'],
    ['not one without a trip', { request: { destination: undefined } }, 'unnamed'],
    ['not one without dates', { request: { startDate: '' } }, 'undated'],
  ])('%s', (_, facts, reason) => {
    expect(sift([facts])).toEqual(reason === undefined ? [['R-1'], []] : [[], [reason]])
  })

  it.each<[string, Facts[], string[], string[]]>([
    ['the edited version', [{ ...gone, supersededBy: 2 }, {}], ['R-2'], ['replaced']],
    [
      'the last of three versions',
      [{ ...gone, supersededBy: 2 }, { ...gone, supersededBy: 3 }, gone],
      ['R-3'],
      ['replaced', 'replaced'],
    ],
    [
      'the first while the edited one was refused',
      [{ ...gone, supersededBy: 2 }, { state: 'rejected' }],
      ['R-1'],
      ['rejected'],
    ],
    [
      'the first while the edited one is unknown',
      [{ ...gone, supersededBy: 2 }, { state: 'unknown' }],
      ['R-1'],
      ['unknown'],
    ],
    ['the first when the sheet went back to it', [{ supersededBy: 2 }, gone], ['R-1'], ['replaced']],
    [
      'the first of three when the sheet went back to it',
      [{ supersededBy: 2 }, { ...gone, supersededBy: 3 }, gone],
      ['R-1'],
      ['replaced', 'replaced'],
    ],
    ['both when both are in a sheet', [{ supersededBy: 2 }, {}], ['R-1', 'R-2'], []],
    [
      'one of two that each took the place of the other',
      [
        { ...gone, supersededBy: 2 },
        { ...gone, supersededBy: 1 },
      ],
      ['R-2'],
      ['replaced'],
    ],
    ['the newest assessment of one trip', [same, same, same], ['R-3'], ['repeated', 'repeated']],
    ['the one that exists of one trip', [same, { ...same, state: 'unknown' }], ['R-1'], ['unknown']],
    [
      'none when the newest is rejected',
      [same, { ...same, latest: decided('Rejected') }],
      [],
      ['repeated', 'declined'],
    ],
    [
      'the newest, whatever was decided on an older one',
      [{ ...same, latest: decided('Canceled') }, same],
      ['R-2'],
      ['repeated'],
    ],
  ])('of several: %s', (_, facts, counted, excluded) => {
    expect(sift(facts)).toEqual([counted, excluded])
  })

  it.each([
    ['2026-03-10', ['R-1']],
    ['2026-03-11', []],
    ['2026-Q1', ['R-1']],
    ['2026-02', []],
    ['2026-03-01', ['R-1']],
    ['2026-02-28', []],
  ])('has a day in the period %s', (text, counted) => {
    expect(sift([{}], readSpan(text) ?? allTime)).toEqual([counted, counted.length === 0 ? ['outside'] : []])
  })

  it.each([
    ['2026-Q1', 1],
    ['2026-Q2', 0],
  ])('of a hire that has no end to speak of is so by its first day: in %s %s', (text, count) => {
    const request = { purpose: 'Hire From Anywhere', endDate: '2099-12-31' }
    expect(sift([{ request }], readSpan(text) ?? allTime)[0]).toHaveLength(count)
  })

  it('takes no longer than it must for somebody who is in every row', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      ...gone,
      supersededBy: index % 2 === 0 ? index + 2 : null,
    }))
    expect(sift(many)[0]).toHaveLength(1_000)
  })
})
