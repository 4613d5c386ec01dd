import { describe, expect, it } from 'vitest'
import type { Proof } from '../../rooms/client.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'
import { created, createStage, line, noAnswer, notSent, refusal, type Send, type Stage, tooMany } from '../stage.ts'

const five = ['E1', 'E2', 'E3', 'E4', 'E5'].map((id) => line(id))

/** Answers the requests of one employee in turn; everybody else's well. */
function answering(employeeId: string, ...answers: Proof[]): Send & { sent: string[] } {
  const sent: string[] = []
  const send: Send = (request) => {
    sent.push(request.employeeId)
    return (request.employeeId === employeeId ? answers.shift() : undefined) ?? created(request)
  }
  return Object.assign(send, { sent })
}

function submit({ clock, context }: Stage): Promise<void> {
  return clock.runFreely(sendRows(context))
}

describe('submitting', () => {
  it('sends every ready row once, in order, and keeps what the service returned', async () => {
    const send = answering('E1')
    const stage = await createStage({ lines: five, send })
    await submit(stage)
    expect(send.sent).toEqual(['E1', 'E2', 'E3', 'E4', 'E5'])
    expect(stage.look('SELECT identifier, report_url FROM submissions WHERE id = 3')).toEqual([
      { identifier: 'A-E3', report_url: 'https://reports.example/A-E3' },
    ])
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
  })

  it('has the intent on disk before the service hears of it, and the outcome before anything else follows', async () => {
    const seen: unknown[] = []
    const stage = await createStage({
      lines: five,
      options: { concurrency: 1 },
      send: (request) => {
        seen.push(stage.look('SELECT state FROM submissions ORDER BY id').map((row) => Object.values(row as object)[0]))
        return created(request)
      },
    })
    await submit(stage)
    expect(seen.slice(0, 3)).toEqual([
      ['sending', 'ready', 'ready', 'ready', 'ready'],
      ['accepted', 'sending', 'ready', 'ready', 'ready'],
      ['accepted', 'accepted', 'sending', 'ready', 'ready'],
    ])
  })

  it('sends the first row alone, and the others once it was answered', async () => {
    let inFlight = 0
    let isAnswered = false
    const most = { before: 0, after: 0 }
    const stage = await createStage({
      lines: Array.from({ length: 12 }, (_, index) => line(`E${index}`)),
      send: async (request) => {
        inFlight += 1
        const when = isAnswered ? 'after' : 'before'
        most[when] = Math.max(most[when], inFlight)
        await stage.clock.sleep(100)
        inFlight -= 1
        isAnswered = true
        return created(request)
      },
    })
    await submit(stage)
    expect(most).toEqual({ before: 1, after: 4 })
  })

  it('takes no more rows from the ledger than it can use', async () => {
    const stage = await createStage({
      lines: Array.from({ length: 30 }, (_, index) => line(`E${index}`)),
      options: { concurrency: 2 },
      send: () => new Promise(() => {}),
    })
    void sendRows(stage.context)
    await stage.clock.settle()
    expect(stage.states().filter((state) => state === 'sending')).toHaveLength(1)
  })
})

describe('what was surely not sent', () => {
  it('is tried again after a growing wait, and then is accepted', async () => {
    const send = answering('E2', notSent, notSent)
    const stage = await createStage({ lines: five, send })
    await submit(stage)
    expect(send.sent.filter((id) => id === 'E2')).toHaveLength(3)
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
    const [first = 0, second = 0] = stage.clock.waits
    expect([first >= 250 && first <= 500, second >= 500 && second <= 1_000]).toEqual([true, true])
  })

  it('never fails for it while others go through, and every try is in the log', async () => {
    const stage = await createStage({
      lines: five,
      options: { retries: 1 },
      send: answering('E2', notSent, notSent, notSent, notSent),
    })
    await submit(stage)
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
    expect((await stage.ledger.attempts.of(2)).map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 4 }, () => 'not-sent'),
      'accepted',
    ])
  })

  it('waits no longer than two seconds for the next try', async () => {
    const stage = await createStage({
      lines: five.slice(0, 2),
      send: answering('E2', ...Array.from({ length: 8 }, () => notSent)),
    })
    await submit(stage)
    expect(Math.max(...stage.clock.waits)).toBeLessThanOrEqual(2_000)
    expect(stage.states()).toEqual(['accepted', 'accepted'])
  })

  it.each([
    [1, 120_000],
    [2, 120_000],
    [60, 120_000],
    [2, 600_000],
  ])('stays ready when nothing can be reached: of %d rows, which the run gives up after %d ms', async (count, ms) => {
    const stage = await createStage({
      lines: Array.from({ length: count }, (_, index) => line(`E${index}`)),
      options: { retries: 1, waitForServiceMs: ms },
      send: () => notSent,
    })
    const beganAt = stage.clock.now()
    await submit(stage)
    const tookMs = stage.clock.now() - beganAt
    expect(stage.context.gate.halt).toEqual({ kind: 'unreachable', message: 'connection refused' })
    expect(new Set(stage.states())).toEqual(new Set(['ready']))
    expect([tookMs >= ms, tookMs <= ms + 2_000]).toEqual([true, true])
  })

  it('has all its tries for what reaches the service', async () => {
    const stage = await createStage({
      lines: five.slice(0, 2),
      options: { retries: 2 },
      send: answering('E2', notSent, tooMany, notSent, notSent),
    })
    await submit(stage)
    expect(stage.states()).toEqual(['accepted', 'accepted'])
  })

  it('is sent when the service comes back', async () => {
    let isBack = false
    const stage = await createStage({
      lines: five,
      send: (request) => (isBack ? created(request) : notSent),
      options: { retries: 9 },
    })
    void stage.clock.sleep(60_000).then(() => {
      isBack = true
    })
    await submit(stage)
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
    expect(stage.said).toEqual([
      'warn: the service cannot be reached (connection refused); trying for 2m',
      'warn: the service can be reached again',
    ])
  })
})

describe('what was surely not processed', () => {
  it('is tried again after the hold that the service asked for, and nothing else goes meanwhile', async () => {
    const times: number[] = []
    let isRefused = false
    const stage = await createStage({
      lines: five,
      send: (request) => {
        times.push(stage.clock.now())
        if (request.employeeId !== 'E2' || isRefused) return created(request)
        isRefused = true
        return tooMany
      },
    })
    await submit(stage)
    const gaps = times.map((at, index) => at - (times[index - 1] ?? at))
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(5_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_250)
    expect(new Set(stage.states())).toEqual(new Set(['accepted']))
  })

  it('is failed when the tries are used up', async () => {
    const stage = await createStage({ lines: five.slice(0, 2), send: answering('E2', tooMany, tooMany, tooMany) })
    await submit(stage)
    expect(stage.states()).toEqual(['accepted', 'failed'])
  })
})

describe('what is unknown', () => {
  it('is never sent again, and its raw answer is kept', async () => {
    const send = answering('E2', { kind: 'unknown', reason: 'cut', raw: '{"assessment_id":"A-', isForeign: false })
    const stage = await createStage({ lines: five, send })
    await submit(stage)
    expect(send.sent.filter((id) => id === 'E2')).toHaveLength(1)
    expect(stage.states()[1]).toBe('unknown')
    expect(stage.look('SELECT raw_answer FROM submissions WHERE id = 2')).toEqual([
      { raw_answer: '{"assessment_id":"A-' },
    ])
  })

  it('is every row but the first that is answered with one identifier; a few of them stop the sending', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => line(`E${index}`))
    const stage = await createStage({
      lines,
      send: () => ({ kind: 'done', identifier: 'A-same', reportUrl: '' }),
      options: { concurrency: 1 },
    })
    await submit(stage)
    expect(stage.context.gate.halt).toEqual({ kind: 'mixed-up', count: 3 })
    // The next request goes out while the third answer is still on its way to the disk.
    expect(stage.states()).toEqual(['accepted', ...Array(4).fill('unknown'), ...Array(15).fill('ready')])
    expect(stage.look("SELECT COUNT(*) AS owners FROM submissions WHERE identifier = 'A-same'")).toEqual([
      { owners: 1 },
    ])
  })

  it('time and again stops the sending; the rest stays ready', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => line(`E${index}`))
    const stage = await createStage({ lines, send: () => noAnswer, options: { maxUnknown: 3 } })
    await submit(stage)
    expect(stage.context.gate.halt).toEqual({ kind: 'unknowns', count: 3 })
    expect(stage.states().filter((state) => state === 'unknown')).toHaveLength(3)
    expect(stage.states().filter((state) => state === 'ready')).toHaveLength(17)
  })
})

describe('a run that stops', () => {
  it.each<[string, Proof, string]>([
    [
      'a refused token leaves the row and all others ready',
      { kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' },
      'ready',
    ],
    [
      'a redirect that may answer a processed request leaves the row unknown',
      { kind: 'stop', cause: 'redirect', message: 'HTTP 302', isProcessed: 'unknown', raw: '' },
      'unknown',
    ],
  ])('%s', async (_, proof, state) => {
    const send = answering('E1', proof)
    const stage = await createStage({ lines: five, send })
    await submit(stage)
    expect([send.sent, stage.states()]).toEqual([['E1'], [state, 'ready', 'ready', 'ready', 'ready']])
  })

  it('lets requests in flight finish and leaves the others ready', async () => {
    const stage = await createStage({
      lines: Array.from({ length: 12 }, (_, index) => line(`E${index}`)),
      send: async (request) => {
        await stage.clock.sleep(100)
        if (request.employeeId === 'E1') stage.context.gate.stop({ kind: 'interrupted' })
        return created(request)
      },
    })
    await submit(stage)
    const states = stage.states()
    expect(states.filter((state) => state === 'accepted').length).toBeLessThanOrEqual(5)
    expect(new Set(states)).toEqual(new Set(['accepted', 'ready']))
  })

  it('does not wait for the next try of a row', async () => {
    const stage = await createStage({ lines: five.slice(0, 1), send: () => notSent })
    const submitting = sendRows(stage.context)
    await stage.clock.settle()
    const before = stage.clock.now()
    stage.context.gate.stop({ kind: 'interrupted' })
    await submitting
    expect([stage.clock.now() - before, stage.states()]).toEqual([0, ['ready']])
  })

  it('sends nothing while somebody is asked about a column, and goes on when told so', async () => {
    const sentAt: number[] = []
    const lines = Array.from({ length: 60 }, (_, index) => line(`E${index}`))
    const stage = await createStage({
      lines,
      send: async () => {
        sentAt.push(stage.clock.now())
        await stage.clock.sleep(10)
        return refusal
      },
      ask: async () => {
        await stage.clock.sleep(3_600_000)
        return true
      },
    })
    await submit(stage)
    const asked = stage.clock.waits.includes(3_600_000)
    const longest = Math.max(...sentAt.map((at, index) => at - (sentAt[index - 1] ?? at)))
    const before = sentAt.filter((at) => at < (sentAt[0] ?? 0) + 1_000_000).length
    expect([asked, longest >= 3_599_000, new Set(stage.states())]).toEqual([true, true, new Set(['rejected'])])
    // Twenty refusals, and what was in flight with the last of them.
    expect(before).toBeLessThanOrEqual(20 + 4)
  })

  it('sends nothing more once the ledger cannot be written', async () => {
    const sent: string[] = []
    const stage = await createStage({
      lines: Array.from({ length: 20 }, (_, index) => line(`E${index}`)),
      send: (request) => {
        sent.push(request.employeeId)
        return created(request)
      },
    })
    const { submissions } = stage.ledger
    const claim = submissions.claim
    let claims = 0
    submissions.claim = (id, runId, now) => {
      claims += 1
      return claims === 5 ? Promise.reject(new Error('disk full')) : claim(id, runId, now)
    }
    await expect(submit(stage)).rejects.toThrow('disk full')
    expect(stage.context.gate.halt).toMatchObject({ kind: 'broken', error: { message: 'disk full' } })
    // Those whose intent was durable in the same moment are on their way; none that had not begun.
    expect(sent.length).toBeLessThanOrEqual(4 + 3)
    expect(stage.states().filter((state) => state === 'sending')).toHaveLength(0)
  })

  it('sends what another run gave back after all others were sent, and not what a limit forbids', async () => {
    for (const limit of [undefined, 4]) {
      const send = answering('E1')
      const stage = await createStage({ lines: five, send, options: { limit } })
      const { submissions } = stage.ledger
      const { readyPage } = submissions
      // Another run is sending it until all others have been sent.
      submissions.readyPage = async (...asked) =>
        (await readyPage(...asked)).filter(({ rowNumber }) => rowNumber !== 3 || send.sent.length === 4)
      await submit(stage)
      expect(send.sent).toEqual(['E1', 'E3', 'E4', 'E5', ...(limit === undefined ? ['E2'] : [])])
    }
  })

  it('that broke in the middle of the rows ends, and says what broke', async () => {
    const stage = await createStage({ lines: five })
    stage.ledger.submissions.readyPage = () => {
      throw new Error('disk read error')
    }
    await expect(submit(stage)).rejects.toThrow('disk read error')
  })
})
