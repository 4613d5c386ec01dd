import { expect, it } from 'vitest'
import type { Proof, RetrieveProof } from '../../../src/client/evidence.ts'
import { pollScores } from '../../../src/pipeline/poll/poll-scores.ts'
import { sendRows } from '../../../src/pipeline/send/send-rows.ts'
import { created, createStage, line, ready, type Stage } from '../../pipeline/stage.ts'

const latencyMs = 100
const tooMany: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: 20_000 }
const unavailable: Proof = { kind: 'not-processed', reason: 'HTTP 503', retryAfterMs: 20_000 }
const throttled: RetrieveProof = {
  kind: 'retry',
  reason: 'HTTP 429',
  isConnection: false,
  isThrottled: true,
  isForeign: false,
  retryAfterMs: 20_000,
}

interface Sent {
  kind: 'create' | 'poll'
  at: number
}

/** Sends and polls side by side; `refuse` says which request, by its number, is told to wait. */
async function run(refuse: { create?: [number, Proof]; poll?: [number, RetrieveProof] }) {
  const sent: Sent[] = []
  let refusedAt = Number.NaN
  let [creates, polls] = [0, 0]
  const stage: Stage = await createStage({
    lines: Array.from({ length: 120 }, (_, index) => line(`E${index}`)),
    send: async (request) => {
      sent.push({ kind: 'create', at: stage.clock.now() })
      creates += 1
      const isRefused = creates === refuse.create?.[0]
      await stage.clock.sleep(isRefused ? 1 : latencyMs)
      if (isRefused) refusedAt = stage.clock.now()
      return isRefused && refuse.create !== undefined ? refuse.create[1] : created(request)
    },
    retrieve: async (id) => {
      sent.push({ kind: 'poll', at: stage.clock.now() })
      polls += 1
      const isRefused = polls === refuse.poll?.[0]
      await stage.clock.sleep(isRefused ? 1 : latencyMs)
      if (isRefused) refusedAt = stage.clock.now()
      return isRefused && refuse.poll !== undefined ? refuse.poll[1] : ready(id)
    },
  })
  const submitting = { isDone: false }
  const submit = async (): Promise<void> => {
    await sendRows(stage.context)
    submitting.isDone = true
    stage.context.pollWait.wake()
  }
  await stage.clock.runFreely(Promise.all([submit(), pollScores(stage.context, submitting)]))
  return { sent, refusedAt, states: new Set(stage.states()) }
}

it.each([
  ['a create is answered 429', { create: [40, tooMany] as [number, Proof] }],
  ['a create is answered 503 with Retry-After', { create: [40, unavailable] as [number, Proof] }],
  ['a poll is answered 429', { poll: [10, throttled] as [number, RetrieveProof] }],
])('when %s nobody sends anything until it is over, then one goes alone, and all get done', async (_, refuse) => {
  const { sent, refusedAt, states } = await run(refuse)
  const later = sent.filter(({ at }) => at > refusedAt).toSorted((left, right) => left.at - right.at)
  const [probe, next] = later
  expect((probe?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(20_000)
  expect((next?.at ?? 0) - (probe?.at ?? 0)).toBeGreaterThanOrEqual(latencyMs)
  expect(new Set(later.map(({ kind }) => kind))).toEqual(new Set(['create', 'poll']))
  expect(states).toEqual(new Set(['done']))
})
