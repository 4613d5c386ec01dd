import { expect, it } from 'vitest'
import { created, createStage, line, ready, type Stage } from '../../pipeline/stage.ts'
import type { Proof, RetrieveProof } from '../../rooms/client.ts'
import { pollScores } from '../../rooms/pipeline/poll.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'

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
  /** The row's place, or the identifier. */
  of: string
  at: number
}

interface Refusals {
  create?: [number[], Proof]
  poll?: [number[], RetrieveProof]
}

/** Sends and polls side by side; `refuse` says which requests, by their numbers, are told to wait. */
async function run(refuse: Refusals) {
  const sent: Sent[] = []
  let refusedAt = Number.NaN
  let refused = ''
  let [creates, polls] = [0, 0]
  const stage: Stage = await createStage({
    lines: Array.from({ length: 120 }, (_, index) => line(`E${index}`)),
    send: async (request) => {
      sent.push({ kind: 'create', of: request.employeeId, at: stage.clock.now() })
      creates += 1
      const isRefused = refuse.create?.[0].includes(creates) === true
      await stage.clock.sleep(isRefused ? 1 : latencyMs)
      if (isRefused) [refusedAt, refused] = [stage.clock.now(), request.employeeId]
      return isRefused && refuse.create !== undefined ? refuse.create[1] : created(request)
    },
    retrieve: async (id) => {
      sent.push({ kind: 'poll', of: id, at: stage.clock.now() })
      polls += 1
      const isRefused = refuse.poll?.[0].includes(polls) === true
      await stage.clock.sleep(isRefused ? 1 : latencyMs)
      if (isRefused) [refusedAt, refused] = [stage.clock.now(), id]
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
  return { sent, refused, refusedAt, states: new Set(stage.states()) }
}

it.each([
  ['creates are answered 429', { create: [[40, 41], tooMany] } satisfies Refusals],
  ['creates are answered 503 with Retry-After', { create: [[40, 41], unavailable] } satisfies Refusals],
  ['polls are answered 429', { poll: [[10, 11, 12, 13, 14, 15, 16, 17], throttled] } satisfies Refusals],
] as [string, Refusals][])(
  'when several %s nobody sends anything until it is over, then one goes alone, and all get done',
  async (_, refuse) => {
    const { sent, refusedAt, states } = await run(refuse)
    const later = sent.filter(({ at }) => at > refusedAt).toSorted((left, right) => left.at - right.at)
    const [probe, next] = later
    expect((probe?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(20_000)
    expect((next?.at ?? 0) - (probe?.at ?? 0)).toBeGreaterThanOrEqual(latencyMs)
    expect(new Set(later.map(({ kind }) => kind))).toEqual(new Set(['create', 'poll']))
    expect(states).toEqual(new Set(['done']))
  },
)

it.each([
  ['create', { create: [[40], tooMany] } satisfies Refusals],
  ['create, 503 with Retry-After,', { create: [[40], unavailable] } satisfies Refusals],
  ['poll', { poll: [[10], throttled] } satisfies Refusals],
] as [string, Refusals][])('a lone %s that is refused waits alone as long as was asked', async (_, refuse) => {
  const { sent, refused, refusedAt, states } = await run(refuse)
  const later = sent.filter(({ at }) => at > refusedAt)
  const itself = later.filter(({ of }) => of === refused)
  expect(Math.min(...itself.map(({ at }) => at)) - refusedAt).toBeGreaterThanOrEqual(20_000)
  const meanwhile = later.filter(({ at }) => at < refusedAt + 20_000)
  expect(meanwhile.length).toBeGreaterThan(100)
  expect(states).toEqual(new Set(['done']))
})
