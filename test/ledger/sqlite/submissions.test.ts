import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SubmissionState, submissionStates } from '../../../src/contract/states.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import { BatchError } from '../../../src/support/errors.ts'
import { attempt, createWorkspace, drive, load, type SentTo, sendAll, startOfTest, trip } from '../workspace.ts'

type Move = (ledger: Ledger, id: number) => Promise<unknown>

const accepted = { identifier: 'R-late', reportUrl: 'https://example.test/r', nextPollAt: startOfTest + 5_000 }

/** The service gives each of its own. */
function identifierOf(id: number): string {
  return `R-late-${id}`
}

/** Every move with the states it may start from and the one it leads to; from all others it is refused. */
const moves: Record<string, { from: readonly SubmissionState[]; to: SubmissionState; isLogged: boolean; make: Move }> =
  {
    intend: {
      from: ['ready'],
      to: 'sending',
      isLogged: false,
      make: ({ submissions }, id) => submissions.intend(id, startOfTest),
    },
    release: {
      from: ['sending'],
      to: 'ready',
      isLogged: true,
      make: ({ submissions }, id) => submissions.release(id, 'not sent', attempt),
    },
    accept: {
      from: ['sending', 'unknown'],
      to: 'accepted',
      isLogged: true,
      make: ({ submissions }, id) => submissions.accept(id, { ...accepted, identifier: identifierOf(id) }, attempt),
    },
    decide: {
      from: ['sending', 'unknown'],
      to: 'done',
      isLogged: true,
      make: ({ submissions }, id) => submissions.finish(id, 'E-1', attempt),
    },
    invite: {
      from: ['sending', 'unknown'],
      to: 'done',
      isLogged: true,
      make: ({ submissions }, id) => submissions.finish(id, 'U-1', attempt),
    },
    reject: {
      from: ['sending'],
      to: 'rejected',
      isLogged: true,
      make: ({ submissions }, id) => submissions.reject(id, 'destination', 'Incorrect Country', attempt),
    },
    fail: {
      from: ['sending'],
      to: 'failed',
      isLogged: true,
      make: ({ submissions }, id) => submissions.fail(id, 'no connection', attempt),
    },
    doubt: {
      from: ['sending'],
      to: 'unknown',
      isLogged: true,
      make: ({ submissions }, id) => submissions.doubt(id, 'time-out', 'raw', attempt),
    },
    score: {
      from: ['accepted'],
      to: 'done',
      isLogged: true,
      make: ({ submissions }, id) => submissions.score(id, '{}', attempt),
    },
    postpone: {
      from: ['accepted'],
      to: 'accepted',
      isLogged: false,
      make: ({ submissions }, id) => submissions.postpone(id, startOfTest),
    },
    leavePending: {
      from: ['accepted'],
      to: 'pending',
      isLogged: true,
      make: ({ submissions }, id) => submissions.leavePending(id, 'not ready', attempt),
    },
    strand: {
      from: ['accepted'],
      to: 'accepted',
      isLogged: true,
      make: ({ submissions }, id) => submissions.strand(id, 'Not Found', attempt),
    },
  }

async function bringTo(ledger: Ledger, id: number, state: SubmissionState): Promise<void> {
  if (state !== 'done') return drive(ledger, id, state)
  await drive(ledger, id, 'sending')
  await ledger.submissions.finish(id, 'E-0', attempt)
}

function openWithOne(): { ledger: Ledger; id: number } {
  const ledger = createWorkspace().open()
  const run = load(ledger, [trip('E1 March Spain')])
  return { ledger, id: ledger.submissions.readyPage(run, -1, 1)[0]?.id ?? Number.NaN }
}

describe('a move of a submission', () => {
  it('is allowed from the states of the diagram, and from all others refused with nothing changed and nothing logged', async () => {
    const ledger = createWorkspace().open()
    const pairs = Object.entries(moves).flatMap(([name, move]) =>
      submissionStates.map((state) => ({ name, move, state })),
    )
    const run = load(
      ledger,
      pairs.map(({ name, state }) => trip(`${name} ${state} Spain`)),
    )
    const ids = ledger.submissions.readyPage(run, -1, 1_000).map(({ id }) => id)
    for (const [index, { name, move, state }] of pairs.entries()) {
      const id = ids[index] ?? Number.NaN
      const pair = `${name} from ${state}`
      await bringTo(ledger, id, state)
      const before = { submission: ledger.submissions.get(id), log: ledger.attempts.of(id) }
      expect(before.submission?.state, pair).toBe(state)
      const refusal = await move.make(ledger, id).catch((error: unknown) => error)
      const after = { submission: ledger.submissions.get(id), log: ledger.attempts.of(id) }
      if (move.from.includes(state)) {
        expect(refusal, pair).toBeUndefined()
        expect(after.submission?.state, pair).toBe(move.to)
        expect(after.log.length - before.log.length, pair).toBe(move.isLogged ? 1 : 0)
      } else {
        expect(refusal, pair).toBeInstanceOf(BatchError)
        expect(refusal, pair).toMatchObject({ code: 'defect' })
        expect(after, pair).toEqual(before)
      }
    }
  })

  it('of a submission that does not exist is a defect', async () => {
    const { ledger } = openWithOne()
    await expect(ledger.submissions.intend(999, startOfTest)).rejects.toMatchObject({ code: 'defect' })
  })

  it('keeps to the diagram whatever moves are tried in whatever order, several in one turn', async () => {
    const { ledger } = openWithOne()
    const run = load(
      ledger,
      Array.from({ length: 60 }, (_, index) => trip(`model ${index} Spain`)),
    )
    const unused = ledger.submissions.readyPage(run, -1, 1_000).map(({ id }) => id)
    const turn = fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
        const id = unused.pop() ?? Number.NaN
        let state: SubmissionState = 'ready'
        let identifier: string | undefined
        let logged = 0
        for (const names of turns) {
          const expected: string[] = []
          for (const name of names) {
            const move = moves[name]
            const isAllowed = move?.from.includes(state) === true
            expected.push(isAllowed ? 'fulfilled' : 'rejected')
            if (move === undefined || !isAllowed) continue
            state = move.to
            logged += move.isLogged ? 1 : 0
            if (name === 'accept') identifier = identifierOf(id)
            if (name === 'decide') identifier = 'E-1'
            if (name === 'invite') identifier = 'U-1'
          }
          const results = await Promise.allSettled(names.map((name) => moves[name]?.make(ledger, id)))
          expect(results.map(({ status }) => status)).toEqual(expected)
        }
        expect(ledger.submissions.get(id)).toMatchObject({ state, identifier })
        expect(ledger.attempts.of(id)).toHaveLength(logged)
      }),
      { seed: 20_260_301, numRuns: 60, endOnFailure: true },
    )
  })
})

describe('an answer', () => {
  it('that came late turns unknown into accepted, and never the reverse', async () => {
    const { ledger, id } = openWithOne()
    await drive(ledger, id, 'unknown')
    await ledger.submissions.accept(id, accepted, attempt)
    await expect(ledger.submissions.doubt(id, 'time-out', '', attempt)).rejects.toMatchObject({ code: 'defect' })
    expect(ledger.submissions.get(id)).toMatchObject({
      state: 'accepted',
      identifier: 'R-late',
      reportUrl: accepted.reportUrl,
      acceptedAt: attempt.answeredAt,
      problem: undefined,
    })
  })

  it('with an identifier that another submission has is believed for neither of the others: unknown, with what came', async () => {
    const ledger = createWorkspace().open()
    const run = load(ledger, [trip('E1 March Spain'), trip('E2 March Spain'), trip('E3 March Spain')])
    const [one = 0, two = 0, three = 0] = ledger.submissions.readyPage(run, -1, 3).map(({ id }) => id)
    for (const id of [one, two, three]) await drive(ledger, id, 'sending')
    // In one transaction: nothing is committed yet that could be looked at.
    const ends = await Promise.all([one, two, three].map((id) => ledger.submissions.accept(id, accepted, attempt)))
    const reason = expect.stringContaining('the identifier R-late, which row 2 has already')
    expect(ends).toEqual([undefined, reason, reason])
    expect(ledger.submissions.get(one)).toMatchObject({ state: 'accepted', identifier: 'R-late' })
    for (const id of [two, three]) {
      expect(ledger.submissions.get(id)).toMatchObject({
        state: 'unknown',
        identifier: undefined,
        problem: reason,
        rawAnswer: JSON.stringify({ identifier: 'R-late', reportUrl: accepted.reportUrl }),
      })
      expect(ledger.attempts.of(id)).toMatchObject([{ outcome: 'unknown', detail: reason }])
    }
  })

  it('with an identifier that another company or operation has is believed', async () => {
    const ledger = createWorkspace().open()
    const ids = ['acme', 'globex'].map((company) => {
      const run = load(ledger, [trip('E1 March Spain')], { company })
      return ledger.submissions.readyPage(run, -1, 1)[0]?.id ?? Number.NaN
    })
    for (const id of ids) {
      await drive(ledger, id, 'sending')
      expect(await ledger.submissions.accept(id, accepted, attempt)).toBeUndefined()
    }
  })

  it('with an identifier for a submission that is not waiting for one is spilled, not lost', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = load(ledger, [trip('E1 March Spain')])
    await sendAll(ledger, run, 'done')
    const id = ledger.runs.rowPage(run, -1, 1)[0]?.submission?.id ?? Number.NaN
    await expect(ledger.submissions.accept(id, accepted, attempt)).rejects.toMatchObject({ code: 'defect' })
    expect(workspace.spilled).toEqual([
      { submission: id, identifier: 'R-late', reportUrl: accepted.reportUrl, request: '{"text":"E1 March Spain"}' },
    ])
  })

  it('is kept raw when what it proves is unknown', async () => {
    const { ledger, id } = openWithOne()
    await drive(ledger, id, 'unknown')
    expect(ledger.submissions.get(id)).toMatchObject({ problem: 'time-out', rawAnswer: '{"assessment_id":"cut' })
  })

  it('of a refusal is kept word for word, and gone once the row is sent again', async () => {
    const { ledger, id } = openWithOne()
    await drive(ledger, id, 'rejected')
    expect(ledger.submissions.get(id)).toMatchObject({ problemField: 'destination', problem: 'Incorrect Country' })
    load(ledger, [trip('E1 March Spain')])
    await ledger.submissions.intend(id, startOfTest)
    expect(ledger.submissions.get(id)).toMatchObject({ state: 'sending', problemField: undefined, problem: undefined })
  })
})

describe('the rows to send', () => {
  it('come in sheet order, in pages, only those of the run that are ready', async () => {
    const ledger = createWorkspace().open()
    load(ledger, [trip('E9 March Spain')], { file: '/other.csv' })
    const run = load(
      ledger,
      ['a', 'b', 'c', 'd', 'e'].map((note) => trip(`E1 March Spain ${note}`)),
    )
    const [first] = ledger.submissions.readyPage(run, -1, 1)
    await drive(ledger, first?.id ?? Number.NaN, 'sending')
    const page = ledger.submissions.readyPage(run, -1, 2)
    expect(page.map(({ rowNumber }) => rowNumber)).toEqual([3, 4])
    expect(ledger.submissions.readyPage(run, page[1]?.seq ?? -1, 9).map(({ rowNumber }) => rowNumber)).toEqual([5, 6])
  })
})

describe('the polls', () => {
  const states: readonly SentTo[] = ['accepted', 'accepted', 'done', 'pending', 'unknown', 'accepted']

  it('are those that are due, the longest due first', async () => {
    const ledger = createWorkspace().open()
    const run = load(
      ledger,
      states.map((state, index) => trip(`E${index} ${state} Spain`)),
    )
    const ids = ledger.submissions.readyPage(run, -1, 99).map(({ id }) => id)
    for (const [index, state] of states.entries()) await drive(ledger, ids[index] ?? Number.NaN, state)
    const [first = 0, second = 0, third = 0] = ids.filter((_, index) => states[index] === 'accepted')
    await ledger.submissions.postpone(first, startOfTest + 300)
    await ledger.submissions.postpone(second, startOfTest + 100)
    await ledger.submissions.postpone(third, startOfTest + 200)
    const due = ledger.submissions.duePolls(startOfTest + 200, 9)
    expect(due).toEqual([
      { id: second, identifier: `R-${second}`, subject: 'E1', acceptedAt: attempt.answeredAt },
      { id: third, identifier: `R-${third}`, subject: 'E5', acceptedAt: attempt.answeredAt },
    ])
    expect(ledger.submissions.nextPollAt()).toBe(startOfTest + 100)
    expect(ledger.submissions.nextPollAt(startOfTest + 200)).toBe(startOfTest + 300)
    expect(ledger.submissions.nextPollAt(startOfTest + 300)).toBeUndefined()
  })

  it('leave out what the service does not know, for the rest of the run', async () => {
    const { ledger, id } = openWithOne()
    await drive(ledger, id, 'accepted')
    await ledger.submissions.strand(id, 'Not Found', attempt)
    expect(ledger.submissions.nextPollAt()).toBeUndefined()
    expect(ledger.submissions.get(id)).toMatchObject({ state: 'accepted', problem: 'Not Found' })
  })
})
