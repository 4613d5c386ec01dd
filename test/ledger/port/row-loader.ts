import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { scale } from '../../support/scale.ts'
import {
  drive,
  identified,
  invalid,
  load,
  type SentTo,
  sendAll,
  startOfTest,
  statesOf,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { openNew, withNew } from './suite.ts'

const march = trip('E1 March Spain')
const april = trip('E2 April Italy')
const may = trip('E3 May Japan')

async function rowsOf(ledger: Ledger, run: number) {
  return await ledger.runs.rowPage(run, -1, 1_000)
}

/** The row number that each duplicate row is said to repeat; undefined for other rows. */
async function repeatedRows(ledger: Ledger, run: number): Promise<(number | undefined)[]> {
  return (await rowsOf(ledger, run)).map(({ state, detail }) =>
    state === 'duplicate' ? JSON.parse(detail ?? '{}').ofRow : undefined,
  )
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRegister(name: string, createStore: () => LedgerStore): void {
  describe(`the register of ${name}`, () => {
    describe('the same content', () => {
      it('is the same submission, wherever it stands in whatever file, and is never sent again', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march, april, may])
        expect(await sendAll(ledger, first)).toHaveLength(3)
        const [a, b, c] = await submissionsOf(ledger, first)
        const second = await load(ledger, [may, trip('E4 June Peru'), march, april], { file: '/renamed.xlsx' })
        expect(await submissionsOf(ledger, second)).toMatchObject([c, expect.any(Number), a, b])
        expect(await sendAll(ledger, second)).toEqual(['E4 June Peru'])
        expect((await rowsOf(ledger, second)).map(({ wasDone }) => wasDone)).toEqual([true, false, true, true])
      })

      it('is something else for another company', async () => {
        const ledger = await openNew(createStore)
        const ours = await submissionsOf(ledger, await load(ledger, [march]))
        const theirs = await submissionsOf(
          ledger,
          await load(ledger, [march], { company: 'acme', file: '/theirs.csv' }),
        )
        expect(ours).not.toEqual(theirs)
      })

      it('counts on over the batches of one sheet', async () => {
        const ledger = await openNew(createStore)
        const target = await ledger.targets.find('https://example.test', 'default')
        const run = await ledger.runs.begin({
          operation: 'assess',
          doneWord: 'scored',
          target,
          file: '/trips.csv',
          sheets: [''],
          isAgain: false,
          now: startOfTest,
        })
        const settings = {
          runId: run.id,
          operation: 'assess',
          target,
          epoch: undefined,
          allowDuplicates: false,
          retryUnknown: false,
          now: startOfTest,
        }
        const cells = '[{"t":"text","v":"x"}]'
        const row = { sheet: 0, isHidden: true, cells, warnings: '[1]', orderKey: undefined, content: march }
        const first = ledger.rowLoader.add(settings, 0, [{ ...row, rowNumber: 5 }])
        await Promise.all([first, ledger.rowLoader.add(settings, 1, [{ ...row, rowNumber: 9, warnings: undefined }])])
        expect(await rowsOf(ledger, run.id)).toMatchObject([
          { seq: 0, rowNumber: 5, isHidden: true, cells: row.cells, warnings: '[1]', state: 'ready' },
          { seq: 1, rowNumber: 9, warnings: undefined, state: 'duplicate', detail: '{"ofRow":5,"ofSheet":0}' },
        ])
      })
    })

    describe('equal rows of one sheet', () => {
      it('are sent once; the others are duplicates that name the first and show its result', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [march, april, march, march])
        expect(await sendAll(ledger, run)).toHaveLength(2)
        expect(await statesOf(ledger, run)).toEqual(['done', 'done', 'duplicate', 'duplicate'])
        expect(await repeatedRows(ledger, run)).toEqual([undefined, undefined, 2, 2])
        expect((await rowsOf(ledger, run))[3]?.submission?.id).toBe((await rowsOf(ledger, run))[0]?.submission?.id)
      })

      it('are each sent when that is allowed, and stay matched to what was created when it no longer is', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march, march], { allowDuplicates: true })
        expect(await sendAll(ledger, first)).toHaveLength(2)
        const created = await submissionsOf(ledger, first)
        const second = await load(ledger, [march, march, march])
        expect((await submissionsOf(ledger, second)).slice(0, 2)).toEqual(created)
        expect(await statesOf(ledger, second)).toEqual(['done', 'done', 'duplicate'])
        const third = await load(ledger, [march, march, march], { allowDuplicates: true })
        expect(await sendAll(ledger, third)).toHaveLength(1)
      })
    })

    describe('a row that was sent before', () => {
      it.each<[SentTo, string]>([
        ['ready', 'ready'],
        ['rejected', 'ready'],
        ['failed', 'ready'],
        ['pending', 'accepted'],
        ['accepted', 'accepted'],
        ['done', 'done'],
        ['unknown', 'unknown'],
      ])('and is %s is %s in the next run', async (before, after) => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, [march]), before)
        expect(await statesOf(ledger, await load(ledger, [march]))).toEqual([after])
      })

      it('and is unknown is ready only with --retry-unknown, and the log keeps what had come back', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march])
        await sendAll(ledger, first, 'unknown')
        const second = await load(ledger, [march], { retryUnknown: true })
        expect(await statesOf(ledger, second)).toEqual(['ready'])
        const id = (await submissionsOf(ledger, second))[0] ?? Number.NaN
        expect((await ledger.attempts.of(id)).at(-1)).toMatchObject({
          runId: second,
          operation: 'resend',
          outcome: 'ready',
          detail: expect.stringContaining('{"assessment_id":"cut'),
        })
      })
    })

    describe('a row that carries an identifier', () => {
      it('points to the submission that was created under it, even when its content was edited', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march])
        await sendAll(ledger, first)
        const [id] = await submissionsOf(ledger, first)
        const fedBack = await load(ledger, [identified(`R-${id}`, 'E1 March Portugal')], {
          file: '/trips.assessed.xlsx',
        })
        expect(await submissionsOf(ledger, fedBack)).toEqual([id])
        expect((await rowsOf(ledger, fedBack))[0]).toMatchObject({ state: 'done', wasDone: true })
      })

      it.each<[string, RowContent]>([
        ['with its content', identified('R-elsewhere', 'E1 March Spain')],
        ['without content that can be read', identified('R-elsewhere')],
      ])('from elsewhere is adopted %s: polled, not sent', async (_title, row) => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [row])
        expect(await statesOf(ledger, run)).toEqual(['accepted'])
        expect(await sendAll(ledger, run)).toEqual([])
        expect(await ledger.submissions.duePolls(run, startOfTest, 9)).toMatchObject([
          { identifier: 'R-elsewhere', acceptedAt: startOfTest },
        ])
        const adopted = await submissionsOf(ledger, run)
        expect(await submissionsOf(ledger, await load(ledger, [row], { file: '/later.csv' }))).toEqual(adopted)
      })

      it('keeps its content from ever being sent, also without the identifier, in a later sheet', async () => {
        const ledger = await openNew(createStore)
        await load(ledger, [identified('R-elsewhere', 'E1 March Spain')])
        const later = await load(ledger, [march], { file: '/later.csv' })
        expect(await statesOf(ledger, later)).toEqual(['accepted'])
        expect(await sendAll(ledger, later)).toEqual([])
      })

      it.each<[string, RowContent[], string[], (number | undefined)[]]>([
        ['after it', [identified('R-elsewhere', 'E1 March Spain'), march], ['accepted', 'duplicate'], [undefined, 2]],
        ['before it', [march, identified('R-elsewhere', 'E1 March Spain')], ['accepted', 'duplicate'], [undefined, 2]],
      ])('makes an equal row %s in the same sheet a duplicate', async (_title, rows, states, repeated) => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, rows)
        expect(await statesOf(ledger, run)).toEqual(states)
        expect(await repeatedRows(ledger, run)).toEqual(repeated)
        expect(await sendAll(ledger, run)).toEqual([])
      })

      it('twice is a duplicate the second time', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [
          identified('R-1', 'E1 March Spain'),
          april,
          identified('R-1', 'E1 March Spain'),
        ])
        expect(await statesOf(ledger, run)).toEqual(['accepted', 'ready', 'duplicate'])
        expect(await repeatedRows(ledger, run)).toEqual([undefined, undefined, 2])
      })

      it.each<SentTo>(['unknown', 'rejected', 'failed', 'ready'])(
        'resolves what is %s here, and the log says by whom',
        async (state) => {
          const ledger = await openNew(createStore)
          const first = await load(ledger, [march])
          await sendAll(ledger, first, state)
          const known = await submissionsOf(ledger, first)
          const second = await load(ledger, [identified('R-found', 'E1 March Spain')])
          expect(await submissionsOf(ledger, second)).toEqual(known)
          const [row] = await rowsOf(ledger, second)
          expect(row?.submission).toMatchObject({ state: 'accepted', identifier: 'R-found', problem: undefined })
          expect((await ledger.attempts.of(row?.submission?.id ?? Number.NaN)).at(-1)).toMatchObject({
            runId: second,
            operation: 'resolve',
            outcome: 'accepted',
            detail: 'the sheet names R-found for it',
          })
        },
      )

      it('other than the one its content was created under stands beside it, and neither is lost or sent', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march])
        await sendAll(ledger, first)
        const created = await submissionsOf(ledger, first)
        const second = await load(ledger, [identified('R-other', 'E1 March Spain')])
        expect((await rowsOf(ledger, second))[0]?.submission).toMatchObject({
          state: 'accepted',
          identifier: 'R-other',
        })
        expect((await ledger.runs.orphanPage(second, 0, 9)).map(({ id }) => id)).toEqual(created)
        const third = await load(ledger, [march, identified('R-other', 'E1 March Spain')])
        expect(await sendAll(ledger, third)).toEqual([])
      })

      it('never lets an equal row take the next place, in whatever order the rows come', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march, march], { allowDuplicates: true })
        const [inDoubt = 0, created = 0] = await submissionsOf(ledger, first)
        await drive(ledger, inDoubt, 'unknown')
        await drive(ledger, created, 'done')
        const sorted = [identified(`R-${created}`, 'E1 March Spain'), march]
        const second = await load(ledger, sorted, { allowDuplicates: true })
        expect(await submissionsOf(ledger, second)).toEqual([created, inDoubt])
        expect(await sendAll(ledger, second)).toEqual([])
      })

      it('and another content now keeps the content it was created for from being sent by an equal row', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march])
        await sendAll(ledger, first)
        const [id] = await submissionsOf(ledger, first)
        const second = await load(ledger, [identified(`R-${id}`, 'E1 March Portugal'), march])
        expect(await statesOf(ledger, second)).toEqual(['done', 'duplicate'])
        expect(await repeatedRows(ledger, second)).toEqual([undefined, 2])
      })
    })

    describe('--again', () => {
      it.each(['ready', 'rejected', 'failed'] as const)(
        'counts as its own what it sends of what was %s before, so that it is sent once when it is carried on',
        async (before) => {
          const ledger = await openNew(createStore)
          await sendAll(ledger, await load(ledger, [march, april]), before)
          const broken = await load(ledger, [march, april], { isAgain: true })
          const [first = 0] = await submissionsOf(ledger, broken)
          await drive(ledger, first, 'done')
          expect(await sendAll(ledger, await load(ledger, [march, april], { isAgain: true }))).toEqual([
            'E2 April Italy',
          ])
        },
      )

      it('makes a new generation of what was created, once', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march, april])
        await sendAll(ledger, first)
        const created = await submissionsOf(ledger, first)
        const again = await load(ledger, [march, april, may], { isAgain: true })
        expect(await sendAll(ledger, again)).toHaveLength(3)
        expect((await rowsOf(ledger, again)).map(({ submission }) => submission?.generation)).toEqual([1, 1, 0])
        expect((await ledger.runs.orphanPage(again, 0, 9)).map(({ id }) => id)).toEqual(created)
        const createdAnew = await submissionsOf(ledger, again)
        const after = await load(ledger, [march, april, may])
        expect(await submissionsOf(ledger, after)).toEqual(createdAnew)
        const oncemore = await load(ledger, [march], { isAgain: true })
        expect((await rowsOf(ledger, oncemore))[0]?.submission).toMatchObject({ state: 'ready', generation: 2 })
      })

      it.each(['/trips.csv', '/renamed.csv'])(
        'carries on what was interrupted (now %s), and makes no third',
        async (file) => {
          const ledger = await openNew(createStore)
          const trips = ['a', 'b', 'c', 'd'].map((note) => trip(`E1 March Spain ${note}`))
          await sendAll(ledger, await load(ledger, trips))
          const interrupted = await load(ledger, trips, { isAgain: true })
          const planned = await submissionsOf(ledger, interrupted)
          for (const { id } of await ledger.submissions.readyPage(interrupted, -1, 2)) await drive(ledger, id, 'done')
          const dead = await load(ledger, trips.slice(0, 3), { file, isAgain: true, isCompleted: false })
          expect(await statesOf(ledger, dead)).toEqual(['done', 'done', 'ready'])
          const carriedOn = await load(ledger, trips, { file, isAgain: true })
          expect(await submissionsOf(ledger, carriedOn)).toEqual(planned)
          expect(await sendAll(ledger, carriedOn)).toEqual(['E1 March Spain c', 'E1 March Spain d'])
          const anew = await load(ledger, trips, { file, isAgain: true })
          expect((await rowsOf(ledger, anew)).map(({ submission }) => submission?.generation)).toEqual([2, 2, 2, 2])
        },
      )

      it('interrupted time and again makes no third either', async () => {
        const ledger = await openNew(createStore)
        const trips = ['a', 'b', 'c', 'd'].map((note) => trip(`E1 March Spain ${note}`))
        await sendAll(ledger, await load(ledger, trips))
        const anew: string[] = []
        for (const _start of trips) {
          const run = await load(ledger, trips, { isAgain: true })
          for (const { id, request } of await ledger.submissions.readyPage(run, -1, 1)) {
            anew.push(request)
            await drive(ledger, id, 'done')
          }
        }
        expect(new Set(anew).size).toBe(4)
      })

      it('leaves what is unknown unknown', async () => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, [march]), 'unknown')
        expect(await statesOf(ledger, await load(ledger, [march], { isAgain: true }))).toEqual(['unknown'])
      })

      it('that was given up sends nothing more in a run without it, which shows what exists', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [march, april, may])
        await sendAll(ledger, first)
        const [, second, third] = await submissionsOf(ledger, first)
        const givenUp = await load(ledger, [march, april, may], { isAgain: true })
        const [anew, refused] = await ledger.submissions.readyPage(givenUp, -1, 2)
        await drive(ledger, anew?.id ?? Number.NaN, 'done')
        await drive(ledger, refused?.id ?? Number.NaN, 'rejected')
        const plain = await load(ledger, [march, april, may])
        expect(await submissionsOf(ledger, plain)).toEqual([anew?.id, second, third])
        expect(await statesOf(ledger, plain)).toEqual(['done', 'done', 'done'])
        expect(await sendAll(ledger, plain)).toEqual([])
      })
    })

    async function identifiersShown(ledger: Ledger, run: number): Promise<(string | undefined)[]> {
      const rows = (await rowsOf(ledger, run)).map(({ submission }) => submission?.identifier)
      return [...rows, ...(await ledger.runs.orphanPage(run, 0, 1_000)).map(({ identifier }) => identifier)]
    }

    describe('whatever sheets are loaded in whatever order, with whatever answers', () => {
      const contents = ['E1 March Spain', 'E2 April Italy', 'E3 May Japan']
      const answers: readonly SentTo[] = ['ready', 'done', 'accepted', 'pending', 'rejected', 'failed', 'unknown']
      const row = fc.record({ content: fc.nat(2), isIdentified: fc.boolean(), isEdited: fc.boolean() })
      const sheet = fc.record({
        rows: fc.array(fc.oneof({ weight: 6, arbitrary: row }, fc.constant(undefined)), { maxLength: 6 }),
        answers: fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 4 }),
        file: fc.constantFrom('/a.csv', '/b.csv'),
        allowDuplicates: fc.boolean(),
        sendChanged: fc.boolean(),
        isCompleted: fc.boolean(),
      })

      it('no content is created more often than a sheet had equal rows, every row is counted once, no identifier is lost', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(sheet, { maxLength: 6 }), (sheets) =>
            withNew(createStore, async (ledger) => {
              const perhapsCreated = new Map<string, number>()
              const allowed = new Map<string, number>()
              const identifiers = new Map<string, string[]>()
              const latest = new Map<string, number>()
              for (const step of sheets) {
                const places = new Map<string, number>()
                const rows = step.rows.map((spec): RowContent => {
                  if (spec === undefined) return invalid
                  const text = contents[spec.content] ?? ''
                  const identifier = identifiers.get(text)?.at((places.get(text) ?? 0) % 2)
                  places.set(text, (places.get(text) ?? 0) + 1)
                  if (!spec.isIdentified || identifier === undefined) return trip(text)
                  return identified(identifier, spec.isEdited ? `${text} edited` : text)
                })
                for (const [text, count] of places) {
                  allowed.set(text, Math.max(allowed.get(text) ?? 0, step.allowDuplicates ? count : 1))
                }
                const run = await load(ledger, rows, step)
                const counted = (await ledger.runs.balance(run)).reduce((sum, { count }) => sum + count, 0)
                expect([counted, await ledger.runs.countRows(run)]).toEqual([rows.length, rows.length])
                if (!step.isCompleted) continue
                for (const [index, { id, request }] of (await ledger.submissions.readyPage(run, -1, 99)).entries()) {
                  const text = JSON.parse(request).text
                  const answer = step.answers[index % step.answers.length] ?? 'done'
                  await drive(ledger, id, answer)
                  const { state, identifier } = (await ledger.submissions.get(id)) ?? {}
                  if (identifier !== undefined) identifiers.set(text, [...(identifiers.get(text) ?? []), identifier])
                  if (identifier !== undefined || state === 'unknown') {
                    perhapsCreated.set(text, (perhapsCreated.get(text) ?? 0) + 1)
                    expect(perhapsCreated.get(text)).toBeLessThanOrEqual(allowed.get(text) ?? 0)
                  }
                }
                latest.set(step.file, run)
                const shown = (await Promise.all([...latest.values()].map((id) => identifiersShown(ledger, id)))).flat()
                for (const identifier of [...identifiers.values()].flat()) expect(shown).toContain(identifier)
              }
            }),
          ),
          { seed: 20_260_301, numRuns: scale({ full: 60, short: 20, quick: 12 }), endOnFailure: true },
        )
      }, 120_000)
    })

    describe('rows that come together', () => {
      const texts = ['E1 March Spain', 'E1 March Italy', 'E2 April Italy']
      const answers: readonly SentTo[] = ['ready', 'done', 'accepted', 'pending', 'rejected', 'failed', 'unknown']
      const row = fc.record({ text: fc.constantFrom(...texts), identifier: fc.option(fc.nat(3)), isBare: fc.boolean() })
      const sheet = fc.record({
        rows: fc.array(row, { maxLength: 8 }),
        answers: fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 4 }),
        isOrdered: fc.boolean(),
        isAgain: fc.boolean(),
        allowDuplicates: fc.boolean(),
        retryUnknown: fc.boolean(),
        isCompleted: fc.boolean(),
      })

      /** All that is seen of a ledger into which these sheets are loaded and sent, so many rows at a time. */
      function play(
        sheets: readonly (typeof sheet extends fc.Arbitrary<infer Sheet> ? Sheet : never)[],
        pageSize: number,
      ): Promise<unknown[]> {
        return withNew(createStore, async (ledger) => {
          const seen: unknown[] = []
          for (const { rows, answers: ends, isOrdered, ...step } of sheets) {
            const contents = rows.map(({ text, identifier, isBare }) =>
              identifier === null || isOrdered ? trip(text) : identified(`R-${identifier}`, isBare ? undefined : text),
            )
            const orderKeys = rows.map(({ text }) => (isOrdered ? text.split(' ')[0] : undefined))
            // What sets a state is another operation: nothing else has its content.
            const company = isOrdered ? 'ordered' : 'plain'
            const run = await load(ledger, contents, { ...step, company, pageSize, orderKeys })
            const ready = step.isCompleted ? await ledger.submissions.readyPage(run, -1, 99) : []
            for (const [index, { id }] of ready.entries()) await drive(ledger, id, ends[index % ends.length] ?? 'done')
            const placed = await rowsOf(ledger, run)
            const ids = placed.flatMap(({ submission }) => submission?.id ?? [])
            seen.push(
              placed,
              await Promise.all(ids.map((id) => ledger.attempts.of(id))),
              await ledger.runs.orphanPage(run, 0, 99),
            )
          }
          return seen
        })
      }

      it('find the places that they find when they come one by one', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(sheet, { maxLength: 5 }), async (sheets) => {
            const [one, few, all] = [await play(sheets, 1), await play(sheets, 3), await play(sheets, 99)]
            expect(few).toEqual(one)
            expect(all).toEqual(one)
          }),
          { seed: 20_261_122, numRuns: scale({ full: 25, short: 8, quick: 5 }), endOnFailure: true },
        )
      }, 120_000)
    })

    describe('an assessment that was known by its identifier alone', () => {
      it('gets the content that a later sheet names for it, and is not created again from that', async () => {
        const ledger = await openNew(createStore)
        await load(ledger, [identified('R-9')], { file: '/list.csv' })
        await load(ledger, [identified('R-9', 'E1 March Spain')], { file: '/output.csv' })
        const run = await load(ledger, [trip('E1 March Spain')])
        expect(await statesOf(ledger, run)).toEqual(['accepted'])
        expect((await ledger.submissions.get((await submissionsOf(ledger, run))[0] ?? 0))?.identifier).toBe('R-9')
      })

      it.each([[['E1 March Spain', 'R-9']], [['R-9', 'E1 March Spain']]])(
        'stands for an equal row of the same sheet too: %j',
        async (order) => {
          const ledger = await openNew(createStore)
          await load(ledger, [identified('R-9')], { file: '/list.csv' })
          const contents = order.map((text) => (text === 'R-9' ? identified('R-9', 'E1 March Spain') : trip(text)))
          expect(await statesOf(ledger, await load(ledger, contents, { file: '/both.csv' }))).toEqual([
            'accepted',
            'duplicate',
          ])
          expect(await statesOf(ledger, await load(ledger, [trip('E1 March Spain')]))).toEqual(['accepted'])
        },
      )

      it('comes before what was to be sent of that content', async () => {
        const ledger = await openNew(createStore)
        await load(ledger, [identified('R-9')], { file: '/list.csv' })
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Spain')]))).toEqual(['ready'])
        await load(ledger, [identified('R-9', 'E1 March Spain')], { file: '/output.csv' })
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Spain')]))).toEqual(['accepted'])
      })

      it('is not recognised until then, but by the run that names it', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [identified('R-9')], { file: '/list.csv' })
        const other = await load(ledger, [trip('E1 March Spain')])
        expect(await ledger.submissions.named(['R-9', 'R-10'])).toEqual(new Set(['R-9']))
        expect(await ledger.submissions.simulated(['R-9'])).toEqual(new Set())
        expect(await ledger.submissions.identifierPage(0, 9)).toMatchObject([{ identifier: 'R-9' }])
        expect(await ledger.runs.recognised(run, ['R-9', 'R-10'])).toEqual(new Set(['R-9']))
        expect(await ledger.runs.recognised(other, ['R-9'])).toEqual(new Set())
        await load(ledger, [identified('R-9', 'E2 May Peru')], { file: '/output.csv' })
        expect(await ledger.runs.recognised(other, ['R-9'])).toEqual(new Set(['R-9']))
      })
    })
  })
}
