import { expect, it } from 'vitest'
import { estimateRun, type KnownPace, type ScoreTiming, type Work } from '../../rooms/pipeline/model.ts'

const nothing: KnownPace = { latencyMs: undefined, inFlight: 8, perSecond: undefined }
const answering: KnownPace = { latencyMs: 200, inFlight: 8, perSecond: undefined }
const creating: Work = { toSend: 1_000, toAsk: 0, waits: false }
const waiting: Work = { toSend: 1_000, toAsk: 200, waits: true }
const scores: ScoreTiming = { callsEach: 1.5, patientCallsEach: 1.1, readyMs: 20_000 }

it.each<[string, Work, KnownPace, ScoreTiming | undefined, ReturnType<typeof estimateRun>]>([
  ['nothing known: nothing said', waiting, nothing, scores, undefined],
  ['nothing to do', { toSend: 0, toAsk: 9, waits: false }, answering, scores, undefined],
  [
    'created only, as fast as so many in flight are answered',
    creating,
    answering,
    undefined,
    { calls: 1_000, perSecond: 40, seconds: 25, isLeast: false },
  ],
  [
    'a pace below that',
    creating,
    { ...answering, perSecond: 10 },
    undefined,
    { calls: 1_000, perSecond: 10, seconds: 100, isLeast: false },
  ],
  [
    'a pace above that',
    creating,
    { ...answering, perSecond: 500 },
    undefined,
    { calls: 1_000, perSecond: 40, seconds: 25, isLeast: false },
  ],
  [
    'only the pace that was asked for: a bound',
    creating,
    { ...nothing, perSecond: 20 },
    undefined,
    { calls: 1_000, perSecond: 20, seconds: 50, isLeast: true },
  ],
  [
    'scores are asked for, and the last ones are waited for',
    waiting,
    answering,
    scores,
    { calls: 2_800, perSecond: 40, seconds: 90, isLeast: false },
  ],
  [
    'while creates wait for the pace, polls wait until they pay',
    waiting,
    { ...answering, perSecond: 10 },
    scores,
    { calls: 2_400, perSecond: 10, seconds: 260, isLeast: false },
  ],
  [
    'creates that are done before scores are ready leave nothing to wait for',
    { ...waiting, toSend: 100 },
    { ...answering, perSecond: 10 },
    scores,
    { calls: 550, perSecond: 10, seconds: 75, isLeast: false },
  ],
  [
    'nobody knows when scores are ready: a bound',
    waiting,
    answering,
    undefined,
    { calls: 2_200, perSecond: 40, seconds: 55, isLeast: true },
  ],
])('%s', (_, work, pace, known, expected) => {
  expect(estimateRun(work, pace, known)).toEqual(expected)
})
