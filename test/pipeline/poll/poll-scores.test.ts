import { describe, expect, it } from 'vitest'
import type { RetrieveProof } from '../../rooms/client.ts'
import { PollSchedule } from '../../rooms/pipeline/engine.ts'
import { pollScores } from '../../rooms/pipeline/poll.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'
import { createStage, line, ready, type Stage, type StageChoices } from '../stage.ts'

const pending: RetrieveProof = { kind: 'pending' }
const trouble: RetrieveProof = {
  kind: 'retry',
  reason: 'HTTP 502',
  isConnection: false,
  isThrottled: false,
  isForeign: false,
  retryAfterMs: undefined,
}
const cutOff: RetrieveProof = { ...trouble, reason: 'connection refused', isConnection: true }

const lines = ['E1', 'E2', 'E3'].map((id) => line(id))

/** Creates every row, then asks for the scores; a poll is noted as who, and how long after creation. */
async function run(choices: Omit<StageChoices, 'lines'> & { lines?: readonly string[] }) {
  const polls: { id: string; afterMs: number; at: number }[] = []
  const stage: Stage = await createStage({
    lines,
    ...choices,
    retrieve: (identifier) => {
      polls.push({ id: identifier, afterMs: stage.clock.now() - start, at: stage.clock.now() })
      return choices.retrieve?.(identifier) ?? ready(identifier)
    },
  })
  const start = stage.clock.now()
  await stage.clock.runFreely(sendRows(stage.context))
  const poll = (): Promise<void> => stage.clock.runFreely(pollScores(stage.context, { isDone: true }))
  return { stage, polls, poll }
}

function timesOf(polls: readonly { id: string; afterMs: number }[], id: string): number[] {
  return polls.filter((poll) => poll.id === id).map(({ afterMs }) => afterMs)
}

describe('polling', () => {
  it('keeps the scores of every row and asks once more for what was pending', async () => {
    const answers = [pending, pending]
    const { stage, polls, poll } = await run({
      retrieve: (id) => (id === 'A-E2' ? answers.shift() : undefined) ?? ready(id),
    })
    await poll()
    expect(stage.states()).toEqual(['done', 'done', 'done'])
    expect(['A-E1', 'A-E2', 'A-E3'].map((id) => timesOf(polls, id).length)).toEqual([1, 3, 1])
    expect(stage.look('SELECT result FROM submissions WHERE id = 1')).toEqual([
      { result: JSON.stringify((ready('A-E1') as { result: object }).result) },
    ])
  })

  it('asks first when the schedule says, never at once', async () => {
    const schedule = new PollSchedule({ readyMs: Array.from({ length: 20 }, () => 31_000) })
    for (let id = 1_000; id < 1_021; id += 1) schedule.firstPollAt(id, 0)
    const { polls, poll } = await run({ schedule })
    await poll()
    expect(Math.min(...polls.map(({ afterMs }) => afterMs))).toBeGreaterThanOrEqual(30_000)
  })

  it('puts off what is due before it can be ready, as others have shown, without a call', async () => {
    const schedule = new PollSchedule()
    for (let id = 1_000; id < 1_021; id += 1) schedule.firstPollAt(id, 0)
    const { stage, polls, poll } = await run({ schedule })
    for (let id = 1_000; id < 1_020; id += 1) schedule.nextPollAt(id, 0, 39_000)
    for (let id = 1_000; id < 1_020; id += 1) schedule.onReady(id, 0, 40_000 + 300 * (id - 1_000))
    await poll()
    expect(Math.min(...polls.map(({ afterMs }) => afterMs))).toBeGreaterThanOrEqual(39_000)
    expect(stage.states()).toEqual(['done', 'done', 'done'])
  })

  it('asks the last time at the bound, and leaves the row pending', async () => {
    const { stage, polls, poll } = await run({ retrieve: () => pending, options: { pollTimeoutMs: 60_000 } })
    await poll()
    expect(stage.states()).toEqual(['pending', 'pending', 'pending'])
    for (const id of ['A-E1', 'A-E2', 'A-E3']) expect(timesOf(polls, id).at(-1)).toBe(60_000)
    expect((await stage.ledger.attempts.of(1)).at(-1)?.outcome).toBe('pending')
  })

  it('counts the bound from creation: a later run asks once for what is older, and it can still be scored', async () => {
    const first = await run({ retrieve: () => pending, options: { pollTimeoutMs: 60_000 } })
    await first.poll()
    await first.stage.clock.advance(3_600_000)
    const answers = [pending]
    const later = await createStage({
      lines,
      after: first.stage,
      options: { pollTimeoutMs: 60_000 },
      retrieve: (id) => answers.shift() ?? ready(id),
    })
    const before = later.clock.now()
    await later.clock.runFreely(pollScores(later.context, { isDone: true }))
    expect(later.states()).toEqual(['pending', 'done', 'done'])
    expect(later.clock.now() - before).toBeLessThan(1_000)
  })

  it('leaves what the service does not find accepted, with its words, and does not ask again', async () => {
    const { stage, polls, poll } = await run({
      retrieve: (id) => (id === 'A-E2' ? { kind: 'not-found', message: 'Not Found', isInContract: true } : ready(id)),
    })
    await poll()
    expect(stage.states()).toEqual(['done', 'accepted', 'done'])
    expect(timesOf(polls, 'A-E2')).toHaveLength(1)
    expect(stage.look('SELECT problem FROM submissions WHERE id = 2')).toEqual([{ problem: 'Not Found' }])
  })

  it('takes no scores of somebody else: the row stays accepted, with its identifier and the reason', async () => {
    const message = 'its employee is “E9”, not “E2”; none of its scores is taken'
    const { stage, polls, poll } = await run({
      retrieve: (id) => (id === 'A-E2' ? { kind: 'mixed-up', message } : ready(id)),
    })
    await poll()
    expect(stage.states()).toEqual(['done', 'accepted', 'done'])
    expect(timesOf(polls, 'A-E2')).toHaveLength(1)
    expect(stage.look('SELECT identifier, problem, result FROM submissions WHERE id = 2')).toEqual([
      { identifier: 'A-E2', problem: message, result: null },
    ])
  })

  it.each<[string, RetrieveProof]>([
    ['is left pending', pending],
    ['is somebody else’s', { kind: 'mixed-up', message: 'its employee is “E9”' }],
    ['is not found', { kind: 'not-found', message: 'Not Found', isInContract: true }],
    ['never gives a good answer', trouble],
  ])('forgets the watched assessment that %s, so that it does not spoil what is learned', async (_, proof) => {
    const forgotten: number[] = []
    const schedule = new PollSchedule()
    schedule.forget = (id) => void forgotten.push(id)
    const { poll } = await run({ schedule, retrieve: () => proof, options: { pollTimeoutMs: 5_000 } })
    await poll()
    expect(forgotten.toSorted()).toEqual([1, 2, 3])
  })

  it('tries again after a bad answer, until the bound', async () => {
    const { stage, polls, poll } = await run({
      lines: lines.slice(0, 1),
      retrieve: () => trouble,
      options: { pollTimeoutMs: 15_000 },
    })
    await poll()
    expect(timesOf(polls, 'A-E1').length).toBeGreaterThan(4)
    expect(timesOf(polls, 'A-E1').at(-1)).toBeLessThanOrEqual(16_000)
    expect(stage.states()).toEqual(['pending'])
    expect(stage.look('SELECT problem FROM submissions')).toEqual([{ problem: (trouble as { reason: string }).reason }])
  })

  it('takes the scores that come after trouble', async () => {
    const answers = [trouble, trouble, pending]
    const { stage, poll } = await run({ lines: lines.slice(0, 1), retrieve: (id) => answers.shift() ?? ready(id) })
    await poll()
    expect(stage.states()).toEqual(['done'])
  })

  it('waits beyond the bound where nobody could be asked, and asks once the service is back', async () => {
    let isBack = false
    const { stage, polls, poll } = await run({
      lines: lines.slice(0, 1),
      retrieve: () => (isBack ? pending : cutOff),
      options: { pollTimeoutMs: 15_000 },
    })
    void stage.clock.sleep(60_000).then(() => {
      isBack = true
    })
    await poll()
    expect(timesOf(polls, 'A-E1').filter((at) => at >= 60_000)).toHaveLength(1)
    expect([stage.states(), stage.context.gate.halt]).toEqual([['pending'], undefined])
  })

  it('leaves what could not be asked to the next run, however few there are', async () => {
    const { stage, poll } = await run({
      lines: lines.slice(0, 1),
      retrieve: () => cutOff,
      options: { pollTimeoutMs: 15_000 },
    })
    await poll()
    expect([stage.states(), stage.context.gate.halt?.kind]).toEqual([['accepted'], 'unreachable'])
  })

  it('when nothing can be reached, asks one at a time and gives up after two minutes', async () => {
    const many = Array.from({ length: 40 }, (_, index) => line(`E${index}`))
    const { stage, polls, poll } = await run({
      lines: many,
      retrieve: () => cutOff,
      options: { pollTimeoutMs: 3_600_000 },
    })
    await poll()
    expect(stage.context.gate.halt?.kind).toBe('unreachable')
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
    const afterOpening = polls.slice(14).map(({ at }) => at)
    expect(new Set(afterOpening).size).toBe(afterOpening.length)
  })

  it('ends the run at a refused token, and asks nothing more', async () => {
    const { stage, polls, poll } = await run({
      retrieve: () => ({ kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' }),
      options: { concurrency: 1 },
    })
    await poll()
    expect([polls.length, stage.context.gate.halt?.kind]).toEqual([1, 'authorisation'])
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
  })

  it('spreads the polls as the creations were spread, and never spins', async () => {
    const many = Array.from({ length: 30 }, (_, index) => line(`E${index}`))
    const { stage, polls, poll } = await run({ lines: many, options: { rate: 5, concurrency: 1 } })
    await poll()
    const times = [...new Set(polls.map(({ at }) => at))]
    expect(times.length).toBeGreaterThan(20)
    expect(stage.clock.waits.length).toBeLessThan(400)
    expect(stage.clock.waits.every((ms) => ms > 0)).toBe(true)
  })
})

describe('polling while rows are still being sent', () => {
  it('wakes for what is accepted meanwhile, and ends when both are through', async () => {
    const many = Array.from({ length: 25 }, (_, index) => line(`E${index}`))
    const stage: Stage = await createStage({
      lines: many,
      options: { concurrency: 2 },
      send: async ({ employeeId }) => {
        await stage.clock.sleep(700)
        return { kind: 'done', identifier: `A-${employeeId}`, reportUrl: '' }
      },
    })
    const submitting = { isDone: false }
    const submit = async (): Promise<void> => {
      await sendRows(stage.context)
      submitting.isDone = true
      stage.context.pollWait.wake()
    }
    await stage.clock.runFreely(Promise.all([submit(), pollScores(stage.context, submitting)]))
    expect(new Set(stage.states())).toEqual(new Set(['done']))
  })

  it('sleeps while nothing is due, however long the sending takes, and wakes when the run stops', async () => {
    const stage = await createStage({ lines })
    const polling = pollScores(stage.context, { isDone: false })
    await stage.clock.advance(600_000)
    expect(stage.clock.waits).toHaveLength(11)
    stage.context.gate.stop({ kind: 'interrupted' })
    await polling
    expect(stage.clock.sleeping).toBe(0)
  })

  it('lists what is due once for all rows that are accepted within 20 ms', async () => {
    const stage = await createStage({ lines })
    const { submissions } = stage.ledger
    const list = submissions.duePolls
    let lists = 0
    submissions.duePolls = (...given) => {
      lists += 1
      return list(...given)
    }
    const polling = pollScores(stage.context, { isDone: false })
    for (let accepted = 0; accepted < 100; accepted += 1) {
      await stage.clock.advance(1)
      stage.context.pollWait.wake()
    }
    expect(lists).toBeLessThan(8)
    stage.context.gate.stop({ kind: 'interrupted' })
    await polling
  })

  it('breaks off when the ledger cannot take an answer, and says what broke', async () => {
    const { stage, polls, poll } = await run({ options: { concurrency: 1 } })
    stage.ledger.submissions.score = () => Promise.reject(new Error('disk full'))
    await expect(poll()).rejects.toThrow('disk full')
    expect([stage.context.gate.halt?.kind, polls.length]).toEqual(['broken', 1])
  })
})
