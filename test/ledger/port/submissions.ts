import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SubmissionState, submissionStates } from '../../rooms/contract.ts'
import type { Claim, Settlement } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { scale } from '../../support/scale.ts'
import { attempt, claimOne, drive, lastRun, load, type SentTo, settlementTo, startOfTest, trip } from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

/** Makes a move, with the claim on the submission if there is one, and says whether it was made. */
type Make = (ledger: Ledger, id: number, claim: Claim) => Promise<boolean>

const accepted = { to: 'accepted', identifier: 'R-late', reportUrl: 'https://example.test/r' } as const
const nextPollAt = startOfTest + 5_000

interface Move {
  from: readonly SubmissionState[]
  to: SubmissionState
  isLogged: boolean
  make: Make
}

/** Nobody was ever given it. */
const noClaim = { holder: 0, number: 0 }

function settling(to: Settlement['to']): Move {
  return {
    from: ['sending'],
    to,
    isLogged: true,
    make: async ({ submissions }, id, claim) => {
      const end = await submissions.settle(claim, settlementTo(to, id), attempt).catch((error: unknown) => error)
      if (!(end instanceof Error)) return true
      expect(end).toMatchObject({ code: 'defect' })
      return false
    },
  }
}

/** Every move with the states it may start from and the one it leads to; from all others it is refused. */
const moves: Record<string, Move> = {
  accept: settling('accepted'),
  finish: settling('done'),
  reject: settling('rejected'),
  fail: settling('failed'),
  release: settling('ready'),
  doubt: settling('unknown'),
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
  claim: {
    from: ['ready'],
    to: 'sending',
    isLogged: false,
    make: async (ledger, id) => (await ledger.submissions.claim(id, lastRun(ledger), startOfTest)) !== undefined,
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
    make: ({ submissions }, id) => submissions.keepWithMessage(id, 'Not Found', attempt),
  },
  noteUnknown: {
    from: ['unknown'],
    to: 'unknown',
    isLogged: true,
    make: ({ submissions }, id) => submissions.annotateUnknown(id, 'it is there', attempt),
  },
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeSubmissions(name: string, createStore: () => LedgerStore): void {
  describe(`submissions of ${name}`, () => {
    async function openWithOne(workspace = workspaceOf(createStore)): Promise<{ ledger: Ledger; id: number }> {
      const ledger = await workspace.open()
      const run = await load(ledger, [trip('E1 March Spain')])
      return { ledger, id: (await ledger.submissions.readyPage(run, -1, 1))[0]?.id ?? Number.NaN }
    }

    describe('a move of a submission', () => {
      it('is made from the states of the diagram, and from all others not, with nothing changed and nothing logged', async () => {
        const ledger = await openNew(createStore)
        const pairs = Object.entries(moves).flatMap(([name, move]) =>
          submissionStates.map((state) => ({ name, move, state })),
        )
        const run = await load(
          ledger,
          pairs.map(({ name, state }) => trip(`${name} ${state} Spain`)),
        )
        const ids = (await ledger.submissions.readyPage(run, -1, 1_000)).map(({ id }) => id)
        for (const [index, { name, move, state }] of pairs.entries()) {
          const id = ids[index] ?? Number.NaN
          const pair = `${name} from ${state}`
          const claim = state === 'sending' ? await claimOne(ledger, id) : { id, ...noClaim }
          if (state !== 'sending') await drive(ledger, id, state)
          const before = { submission: await ledger.submissions.get(id), log: await ledger.attempts.of(id) }
          expect(before.submission?.state, pair).toBe(state)
          const isAllowed = move.from.includes(state)
          expect(await move.make(ledger, id, claim), pair).toBe(isAllowed)
          const after = { submission: await ledger.submissions.get(id), log: await ledger.attempts.of(id) }
          if (!isAllowed) expect(after, pair).toEqual(before)
          else {
            expect(after.submission?.state, pair).toBe(move.to)
            expect(after.log.length - before.log.length, pair).toBe(move.isLogged ? 1 : 0)
          }
        }
      })

      it('keeps to the diagram whatever moves are tried in whatever order, several in one turn', async () => {
        const { ledger } = await openWithOne()
        const run = await load(
          ledger,
          Array.from({ length: 60 }, (_, index) => trip(`model ${index} Spain`)),
        )
        const unused = (await ledger.submissions.readyPage(run, -1, 1_000)).map(({ id }) => id)
        const turn = fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 1, maxLength: 3 })
        await fc.assert(
          fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
            const id = unused.pop() ?? Number.NaN
            let state: SubmissionState = 'ready'
            let claim: Claim = { id, ...noClaim }
            let logged = 0
            for (const names of turns) {
              const expected: boolean[] = []
              const results = names.map(async (name) => {
                if (name !== 'claim') return (await moves[name]?.make(ledger, id, claim)) === true
                const given = await ledger.submissions.claim(id, lastRun(ledger), startOfTest)
                claim = given ?? claim
                return given !== undefined
              })
              const held = state === 'sending'
              for (const name of names) {
                const move = moves[name]
                // What is claimed in this turn can be settled in a later one only.
                const isEnd = move?.from.includes('sending') === true
                const isAllowed = move?.from.includes(state) === true && (!isEnd || held)
                expected.push(isAllowed)
                if (!isAllowed) continue
                state = move?.to ?? state
                logged += move?.isLogged ? 1 : 0
              }
              expect(await Promise.all(results)).toEqual(expected)
            }
            expect((await ledger.submissions.get(id))?.state).toBe(state)
            expect(await ledger.attempts.of(id)).toHaveLength(logged)
          }),
          { seed: 20_260_301, numRuns: scale({ full: 60, short: 20, quick: 12 }), endOnFailure: true },
        )
      })
    })

    describe('a claim', () => {
      it('is given to one who asks, of however many, and only for what is ready', async () => {
        const { ledger, id } = await openWithOne()
        const given = await Promise.all([1, 2, 3].map(() => ledger.submissions.claim(id, lastRun(ledger), startOfTest)))
        expect(given.filter((claim) => claim !== undefined)).toHaveLength(1)
        expect(await ledger.submissions.claim(id, lastRun(ledger), startOfTest)).toBeUndefined()
        expect(await ledger.submissions.claim(999, lastRun(ledger), startOfTest)).toBeUndefined()
      })

      it('ends once: what is unknown by its own answer stays so, and nothing that is known becomes unknown', async () => {
        const { ledger, id } = await openWithOne()
        const claim = await claimOne(ledger, id)
        await ledger.submissions.settle(claim, settlementTo('unknown', id), attempt)
        for (const to of ['accepted', 'ready', 'unknown'] as const) {
          const end = ledger.submissions.settle(claim, settlementTo(to, id), attempt)
          await expect(end).rejects.toMatchObject({ code: 'defect' })
        }
      })
    })

    describe('an answer', () => {
      it('that an identifier came with is kept with its times', async () => {
        const { ledger, id } = await openWithOne()
        const end = { ...accepted, nextPollAt }
        expect(await ledger.submissions.settle(await claimOne(ledger, id), end, attempt)).toEqual(end)
        expect(await ledger.submissions.get(id)).toMatchObject({
          state: 'accepted',
          identifier: 'R-late',
          reportUrl: accepted.reportUrl,
          acceptedAt: attempt.answeredAt,
          problem: undefined,
        })
      })

      it('with an identifier that another submission has is believed for neither of the others: unknown, with what came', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain'), trip('E3 March Spain')])
        const [one = 0, two = 0, three = 0] = (await ledger.submissions.readyPage(run, -1, 3)).map(({ id }) => id)
        const claims = await Promise.all([one, two, three].map((id) => claimOne(ledger, id)))
        // In one transaction: nothing is committed yet that could be looked at.
        const end = { ...accepted, nextPollAt }
        const ends = await Promise.all(claims.map((claim) => ledger.submissions.settle(claim, end, attempt)))
        const reason = expect.stringContaining('the identifier R-late, which row 2 has already')
        expect(ends).toMatchObject([end, { to: 'unknown', reason }, { to: 'unknown', reason }])
        expect(await ledger.submissions.get(one)).toMatchObject({ state: 'accepted', identifier: 'R-late' })
        for (const id of [two, three]) {
          expect(await ledger.submissions.get(id)).toMatchObject({
            state: 'unknown',
            identifier: undefined,
            problem: reason,
            rawAnswer: JSON.stringify({ identifier: 'R-late', reportUrl: accepted.reportUrl }),
          })
          expect(await ledger.attempts.of(id)).toMatchObject([{ outcome: 'unknown', detail: reason }])
        }
      })

      it('with an identifier that another company or operation has is believed', async () => {
        const ledger = await openNew(createStore)
        const ids: number[] = []
        for (const company of ['acme', 'globex']) {
          const run = await load(ledger, [trip('E1 March Spain')], { company })
          ids.push((await ledger.submissions.readyPage(run, -1, 1))[0]?.id ?? Number.NaN)
        }
        for (const id of ids) {
          const end = { ...accepted, nextPollAt }
          expect(await ledger.submissions.settle(await claimOne(ledger, id), end, attempt)).toEqual(end)
        }
      })

      it('is kept raw when what it proves is unknown', async () => {
        const { ledger, id } = await openWithOne()
        await drive(ledger, id, 'unknown')
        expect(await ledger.submissions.get(id)).toMatchObject({
          problem: 'time-out',
          rawAnswer: '{"assessment_id":"cut',
        })
      })

      it('of a refusal is kept word for word, and gone once the row is sent again', async () => {
        const { ledger, id } = await openWithOne()
        await drive(ledger, id, 'rejected')
        expect(await ledger.submissions.get(id)).toMatchObject({
          problemField: 'destination',
          problem: 'Incorrect Country',
          rawAnswer: '{}',
        })
        await load(ledger, [trip('E1 March Spain')])
        await claimOne(ledger, id)
        expect(await ledger.submissions.get(id)).toMatchObject({
          state: 'sending',
          problemField: undefined,
          problem: undefined,
          rawAnswer: undefined,
        })
      })
    })

    describe('the rows to send', () => {
      it('come in sheet order, in pages, only those of the run that are ready', async () => {
        const ledger = await openNew(createStore)
        await load(ledger, [trip('E9 March Spain')], { file: '/other.csv' })
        const run = await load(
          ledger,
          ['a', 'b', 'c', 'd', 'e'].map((note) => trip(`E1 March Spain ${note}`)),
        )
        const [first] = await ledger.submissions.readyPage(run, -1, 1)
        await drive(ledger, first?.id ?? Number.NaN, 'sending')
        const page = await ledger.submissions.readyPage(run, -1, 2)
        expect(page.map(({ rowNumber }) => rowNumber)).toEqual([3, 4])
        expect(
          (await ledger.submissions.readyPage(run, page[1]?.seq ?? -1, 9)).map(({ rowNumber }) => rowNumber),
        ).toEqual([5, 6])
      })
    })

    describe('the polls', () => {
      const states: readonly SentTo[] = ['accepted', 'accepted', 'done', 'pending', 'unknown', 'accepted']

      it('are those that are due, the longest due first', async () => {
        const ledger = await openNew(createStore)
        const run = await load(
          ledger,
          states.map((state, index) => trip(`E${index} ${state} Spain`)),
        )
        const ids = (await ledger.submissions.readyPage(run, -1, 99)).map(({ id }) => id)
        for (const [index, state] of states.entries()) await drive(ledger, ids[index] ?? Number.NaN, state)
        const [first = 0, second = 0, third = 0] = ids.filter((_, index) => states[index] === 'accepted')
        await ledger.submissions.postpone(first, startOfTest + 300)
        await ledger.submissions.postpone(second, startOfTest + 100)
        await ledger.submissions.postpone(third, startOfTest + 200)
        const due = await ledger.submissions.duePolls(run, startOfTest + 200, 9)
        expect(due).toEqual([
          { id: second, identifier: `R-${second}`, subject: 'E1', acceptedAt: attempt.answeredAt },
          { id: third, identifier: `R-${third}`, subject: 'E5', acceptedAt: attempt.answeredAt },
        ])
        // As many others as are asked for, however many are being polled.
        expect(await ledger.submissions.duePolls(run, startOfTest + 200, 1, [second])).toEqual(due.slice(1))
        expect(await ledger.submissions.duePolls(run, startOfTest + 200, 9, [second, third])).toEqual([])
        expect(await ledger.submissions.nextPollAt(run, 0)).toBe(startOfTest + 100)
        expect(await ledger.submissions.nextPollAt(run, startOfTest + 200)).toBe(startOfTest + 300)
        expect(await ledger.submissions.nextPollAt(run, startOfTest + 300)).toBeUndefined()
      })

      it('leave out what the service does not know, for the rest of the run', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [trip('E1 March Spain')])
        const id = (await ledger.submissions.readyPage(run, -1, 1))[0]?.id ?? Number.NaN
        await drive(ledger, id, 'accepted')
        await ledger.submissions.keepWithMessage(id, 'Not Found', attempt)
        expect(await ledger.submissions.nextPollAt(run, 0)).toBeUndefined()
        expect(await ledger.submissions.get(id)).toMatchObject({ state: 'accepted', problem: 'Not Found' })
      })
    })
  })
}
