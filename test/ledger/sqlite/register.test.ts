import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../../src/ledger/port/loaded-row.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import {
  createWorkspace,
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

const march = trip('E1 March Spain')
const april = trip('E2 April Italy')
const may = trip('E3 May Japan')

function rowsOf(ledger: Ledger, run: number) {
  return ledger.runs.rowPage(run, -1, 1_000)
}

/** The row number that each duplicate row is said to repeat; undefined for other rows. */
function repeatedRows(ledger: Ledger, run: number): (number | undefined)[] {
  return rowsOf(ledger, run).map(({ state, detail }) =>
    state === 'duplicate' ? JSON.parse(detail ?? '{}').ofRow : undefined,
  )
}

describe('the same content', () => {
  it('is the same submission, wherever it stands in whatever file, and is never sent again', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march, april, may])
    expect(await sendAll(ledger, first)).toHaveLength(3)
    const [a, b, c] = submissionsOf(ledger, first)
    const second = load(ledger, [may, trip('E4 June Peru'), march, april], { file: '/renamed.xlsx' })
    expect(submissionsOf(ledger, second)).toMatchObject([c, expect.any(Number), a, b])
    expect(await sendAll(ledger, second)).toEqual(['E4 June Peru'])
    expect(rowsOf(ledger, second).map(({ wasDone }) => wasDone)).toEqual([true, false, true, true])
  })

  it('is something else for another company', () => {
    const ledger = createWorkspace().open()
    const ours = submissionsOf(ledger, load(ledger, [march]))
    const theirs = submissionsOf(ledger, load(ledger, [march], { company: 'acme', file: '/theirs.csv' }))
    expect(ours).not.toEqual(theirs)
  })

  it('counts on over the batches of one sheet', () => {
    const ledger = createWorkspace().open()
    const target = ledger.targets.find('https://example.test', 'default')
    const run = ledger.runs.begin({
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
    ledger.register.add(settings, 0, [{ ...row, rowNumber: 5 }])
    ledger.register.add(settings, 1, [{ ...row, rowNumber: 9, warnings: undefined }])
    expect(rowsOf(ledger, run.id)).toMatchObject([
      { seq: 0, rowNumber: 5, isHidden: true, cells: row.cells, warnings: '[1]', state: 'ready' },
      { seq: 1, rowNumber: 9, warnings: undefined, state: 'duplicate', detail: '{"ofRow":5,"ofSheet":0}' },
    ])
  })
})

describe('equal rows of one sheet', () => {
  it('are sent once; the others are duplicates that name the first and show its result', async () => {
    const ledger = createWorkspace().open()
    const run = load(ledger, [march, april, march, march])
    expect(await sendAll(ledger, run)).toHaveLength(2)
    expect(statesOf(ledger, run)).toEqual(['done', 'done', 'duplicate', 'duplicate'])
    expect(repeatedRows(ledger, run)).toEqual([undefined, undefined, 2, 2])
    expect(rowsOf(ledger, run)[3]?.submission?.id).toBe(rowsOf(ledger, run)[0]?.submission?.id)
  })

  it('are each sent when that is allowed, and stay matched to what was created when it no longer is', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march, march], { allowDuplicates: true })
    expect(await sendAll(ledger, first)).toHaveLength(2)
    const created = submissionsOf(ledger, first)
    const second = load(ledger, [march, march, march])
    expect(submissionsOf(ledger, second).slice(0, 2)).toEqual(created)
    expect(statesOf(ledger, second)).toEqual(['done', 'done', 'duplicate'])
    const third = load(ledger, [march, march, march], { allowDuplicates: true })
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
    const ledger = createWorkspace().open()
    await sendAll(ledger, load(ledger, [march]), before)
    expect(statesOf(ledger, load(ledger, [march]))).toEqual([after])
  })

  it('and is unknown is ready only with --retry-unknown, and the log keeps what had come back', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march])
    await sendAll(ledger, first, 'unknown')
    const second = load(ledger, [march], { retryUnknown: true })
    expect(statesOf(ledger, second)).toEqual(['ready'])
    const id = submissionsOf(ledger, second)[0] ?? Number.NaN
    expect(ledger.attempts.of(id).at(-1)).toMatchObject({
      runId: second,
      operation: 'resend',
      outcome: 'ready',
      detail: expect.stringContaining('{"assessment_id":"cut'),
    })
  })
})

describe('a row that carries an identifier', () => {
  it('points to the submission that was created under it, even when its content was edited', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march])
    await sendAll(ledger, first)
    const [id] = submissionsOf(ledger, first)
    const fedBack = load(ledger, [identified(`R-${id}`, 'E1 March Portugal')], { file: '/trips.assessed.xlsx' })
    expect(submissionsOf(ledger, fedBack)).toEqual([id])
    expect(rowsOf(ledger, fedBack)[0]).toMatchObject({ state: 'done', wasDone: true })
  })

  it.each<[string, RowContent]>([
    ['with its content', identified('R-elsewhere', 'E1 March Spain')],
    ['without content that can be read', identified('R-elsewhere')],
  ])('from elsewhere is adopted %s: polled, not sent', async (_title, row) => {
    const ledger = createWorkspace().open()
    const run = load(ledger, [row])
    expect(statesOf(ledger, run)).toEqual(['accepted'])
    expect(await sendAll(ledger, run)).toEqual([])
    expect(await ledger.submissions.duePolls(run, startOfTest, 9)).toMatchObject([
      { identifier: 'R-elsewhere', acceptedAt: startOfTest },
    ])
    const adopted = submissionsOf(ledger, run)
    expect(submissionsOf(ledger, load(ledger, [row], { file: '/later.csv' }))).toEqual(adopted)
  })

  it('keeps its content from ever being sent, also without the identifier, in a later sheet', async () => {
    const ledger = createWorkspace().open()
    load(ledger, [identified('R-elsewhere', 'E1 March Spain')])
    const later = load(ledger, [march], { file: '/later.csv' })
    expect(statesOf(ledger, later)).toEqual(['accepted'])
    expect(await sendAll(ledger, later)).toEqual([])
  })

  it.each<[string, RowContent[], string[], (number | undefined)[]]>([
    ['after it', [identified('R-elsewhere', 'E1 March Spain'), march], ['accepted', 'duplicate'], [undefined, 2]],
    ['before it', [march, identified('R-elsewhere', 'E1 March Spain')], ['accepted', 'duplicate'], [undefined, 2]],
  ])('makes an equal row %s in the same sheet a duplicate', async (_title, rows, states, repeated) => {
    const ledger = createWorkspace().open()
    const run = load(ledger, rows)
    expect(statesOf(ledger, run)).toEqual(states)
    expect(repeatedRows(ledger, run)).toEqual(repeated)
    expect(await sendAll(ledger, run)).toEqual([])
  })

  it('twice is a duplicate the second time', async () => {
    const ledger = createWorkspace().open()
    const run = load(ledger, [identified('R-1', 'E1 March Spain'), april, identified('R-1', 'E1 March Spain')])
    expect(statesOf(ledger, run)).toEqual(['accepted', 'ready', 'duplicate'])
    expect(repeatedRows(ledger, run)).toEqual([undefined, undefined, 2])
  })

  it.each<SentTo>(['unknown', 'rejected', 'failed', 'ready'])(
    'resolves what is %s here, and the log says by whom',
    async (state) => {
      const ledger = createWorkspace().open()
      const first = load(ledger, [march])
      await sendAll(ledger, first, state)
      const known = submissionsOf(ledger, first)
      const second = load(ledger, [identified('R-found', 'E1 March Spain')])
      expect(submissionsOf(ledger, second)).toEqual(known)
      const [row] = rowsOf(ledger, second)
      expect(row?.submission).toMatchObject({ state: 'accepted', identifier: 'R-found', problem: undefined })
      expect(ledger.attempts.of(row?.submission?.id ?? Number.NaN).at(-1)).toMatchObject({
        runId: second,
        operation: 'resolve',
        outcome: 'accepted',
        detail: 'the sheet names R-found for it',
      })
    },
  )

  it('other than the one its content was created under stands beside it, and neither is lost or sent', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march])
    await sendAll(ledger, first)
    const created = submissionsOf(ledger, first)
    const second = load(ledger, [identified('R-other', 'E1 March Spain')])
    expect(rowsOf(ledger, second)[0]?.submission).toMatchObject({ state: 'accepted', identifier: 'R-other' })
    expect(ledger.runs.orphanPage(second, 0, 9).map(({ id }) => id)).toEqual(created)
    const third = load(ledger, [march, identified('R-other', 'E1 March Spain')])
    expect(await sendAll(ledger, third)).toEqual([])
  })

  it('never lets an equal row take the next place, in whatever order the rows come', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march, march], { allowDuplicates: true })
    const [inDoubt = 0, created = 0] = submissionsOf(ledger, first)
    await drive(ledger, inDoubt, 'unknown')
    await drive(ledger, created, 'done')
    const sorted = [identified(`R-${created}`, 'E1 March Spain'), march]
    const second = load(ledger, sorted, { allowDuplicates: true })
    expect(submissionsOf(ledger, second)).toEqual([created, inDoubt])
    expect(await sendAll(ledger, second)).toEqual([])
  })

  it('and another content now keeps the content it was created for from being sent by an equal row', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march])
    await sendAll(ledger, first)
    const [id] = submissionsOf(ledger, first)
    const second = load(ledger, [identified(`R-${id}`, 'E1 March Portugal'), march])
    expect(statesOf(ledger, second)).toEqual(['done', 'duplicate'])
    expect(repeatedRows(ledger, second)).toEqual([undefined, 2])
  })
})

describe('--again', () => {
  it.each(['ready', 'rejected', 'failed'] as const)(
    'counts as its own what it sends of what was %s before, so that it is sent once when it is carried on',
    async (before) => {
      const ledger = createWorkspace().open()
      await sendAll(ledger, load(ledger, [march, april]), before)
      const broken = load(ledger, [march, april], { isAgain: true })
      const [first = 0] = submissionsOf(ledger, broken)
      await drive(ledger, first, 'done')
      expect(await sendAll(ledger, load(ledger, [march, april], { isAgain: true }))).toEqual(['E2 April Italy'])
    },
  )

  it('makes a new generation of what was created, once', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march, april])
    await sendAll(ledger, first)
    const created = submissionsOf(ledger, first)
    const again = load(ledger, [march, april, may], { isAgain: true })
    expect(await sendAll(ledger, again)).toHaveLength(3)
    expect(rowsOf(ledger, again).map(({ submission }) => submission?.generation)).toEqual([1, 1, 0])
    expect(ledger.runs.orphanPage(again, 0, 9).map(({ id }) => id)).toEqual(created)
    const createdAnew = submissionsOf(ledger, again)
    const after = load(ledger, [march, april, may])
    expect(submissionsOf(ledger, after)).toEqual(createdAnew)
    const oncemore = load(ledger, [march], { isAgain: true })
    expect(rowsOf(ledger, oncemore)[0]?.submission).toMatchObject({ state: 'ready', generation: 2 })
  })

  it.each(['/trips.csv', '/renamed.csv'])(
    'carries on what was interrupted (now %s), and makes no third',
    async (file) => {
      const ledger = createWorkspace().open()
      const trips = ['a', 'b', 'c', 'd'].map((note) => trip(`E1 March Spain ${note}`))
      await sendAll(ledger, load(ledger, trips))
      const interrupted = load(ledger, trips, { isAgain: true })
      const planned = submissionsOf(ledger, interrupted)
      for (const { id } of ledger.submissions.readyPage(interrupted, -1, 2)) await drive(ledger, id, 'done')
      const dead = load(ledger, trips.slice(0, 3), { file, isAgain: true, isCompleted: false })
      expect(statesOf(ledger, dead)).toEqual(['done', 'done', 'ready'])
      const carriedOn = load(ledger, trips, { file, isAgain: true })
      expect(submissionsOf(ledger, carriedOn)).toEqual(planned)
      expect(await sendAll(ledger, carriedOn)).toEqual(['E1 March Spain c', 'E1 March Spain d'])
      const anew = load(ledger, trips, { file, isAgain: true })
      expect(rowsOf(ledger, anew).map(({ submission }) => submission?.generation)).toEqual([2, 2, 2, 2])
    },
  )

  it('interrupted time and again makes no third either', async () => {
    const ledger = createWorkspace().open()
    const trips = ['a', 'b', 'c', 'd'].map((note) => trip(`E1 March Spain ${note}`))
    await sendAll(ledger, load(ledger, trips))
    const anew: string[] = []
    for (const _start of trips) {
      const run = load(ledger, trips, { isAgain: true })
      for (const { id, request } of ledger.submissions.readyPage(run, -1, 1)) {
        anew.push(request)
        await drive(ledger, id, 'done')
      }
    }
    expect(new Set(anew).size).toBe(4)
  })

  it('leaves what is unknown unknown', async () => {
    const ledger = createWorkspace().open()
    await sendAll(ledger, load(ledger, [march]), 'unknown')
    expect(statesOf(ledger, load(ledger, [march], { isAgain: true }))).toEqual(['unknown'])
  })

  it('that was given up sends nothing more in a run without it, which shows what exists', async () => {
    const ledger = createWorkspace().open()
    const first = load(ledger, [march, april, may])
    await sendAll(ledger, first)
    const [, second, third] = submissionsOf(ledger, first)
    const givenUp = load(ledger, [march, april, may], { isAgain: true })
    const [anew, refused] = ledger.submissions.readyPage(givenUp, -1, 2)
    await drive(ledger, anew?.id ?? Number.NaN, 'done')
    await drive(ledger, refused?.id ?? Number.NaN, 'rejected')
    const plain = load(ledger, [march, april, may])
    expect(submissionsOf(ledger, plain)).toEqual([anew?.id, second, third])
    expect(statesOf(ledger, plain)).toEqual(['done', 'done', 'done'])
    expect(await sendAll(ledger, plain)).toEqual([])
  })
})

function identifiersShown(ledger: Ledger, run: number): (string | undefined)[] {
  const rows = rowsOf(ledger, run).map(({ submission }) => submission?.identifier)
  return [...rows, ...ledger.runs.orphanPage(run, 0, 1_000).map(({ identifier }) => identifier)]
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
      fc.asyncProperty(fc.array(sheet, { maxLength: 6 }), async (sheets) => {
        const ledger = createWorkspace().open()
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
          const run = load(ledger, rows, step)
          const counted = ledger.runs.balance(run).reduce((sum, { count }) => sum + count, 0)
          expect([counted, ledger.runs.countRows(run)]).toEqual([rows.length, rows.length])
          if (!step.isCompleted) continue
          for (const [index, { id, request }] of ledger.submissions.readyPage(run, -1, 99).entries()) {
            const text = JSON.parse(request).text
            const answer = step.answers[index % step.answers.length] ?? 'done'
            await drive(ledger, id, answer)
            const { state, identifier } = ledger.submissions.get(id) ?? {}
            if (identifier !== undefined) identifiers.set(text, [...(identifiers.get(text) ?? []), identifier])
            if (identifier !== undefined || state === 'unknown') {
              perhapsCreated.set(text, (perhapsCreated.get(text) ?? 0) + 1)
              expect(perhapsCreated.get(text)).toBeLessThanOrEqual(allowed.get(text) ?? 0)
            }
          }
          latest.set(step.file, run)
          const shown = new Set([...latest.values()].flatMap((id) => identifiersShown(ledger, id)))
          for (const identifier of [...identifiers.values()].flat()) expect(shown).toContain(identifier)
        }
      }),
      { seed: 20_260_301, numRuns: 60, endOnFailure: true },
    )
  })
})

describe('an assessment that was known by its identifier alone', () => {
  it('gets the content that a later sheet names for it, and is not created again from that', async () => {
    const ledger = createWorkspace().open()
    load(ledger, [identified('R-9')], { file: '/list.csv' })
    load(ledger, [identified('R-9', 'E1 March Spain')], { file: '/output.csv' })
    const run = load(ledger, [trip('E1 March Spain')])
    expect(statesOf(ledger, run)).toEqual(['accepted'])
    expect(ledger.submissions.get(submissionsOf(ledger, run)[0] ?? 0)?.identifier).toBe('R-9')
  })

  it.each([[['E1 March Spain', 'R-9']], [['R-9', 'E1 March Spain']]])(
    'stands for an equal row of the same sheet too: %j',
    async (order) => {
      const ledger = createWorkspace().open()
      load(ledger, [identified('R-9')], { file: '/list.csv' })
      const contents = order.map((text) => (text === 'R-9' ? identified('R-9', 'E1 March Spain') : trip(text)))
      expect(statesOf(ledger, load(ledger, contents, { file: '/both.csv' }))).toEqual(['accepted', 'duplicate'])
      expect(statesOf(ledger, load(ledger, [trip('E1 March Spain')]))).toEqual(['accepted'])
    },
  )

  it('comes before what was to be sent of that content', async () => {
    const ledger = createWorkspace().open()
    load(ledger, [identified('R-9')], { file: '/list.csv' })
    expect(statesOf(ledger, load(ledger, [trip('E1 March Spain')]))).toEqual(['ready'])
    load(ledger, [identified('R-9', 'E1 March Spain')], { file: '/output.csv' })
    expect(statesOf(ledger, load(ledger, [trip('E1 March Spain')]))).toEqual(['accepted'])
  })

  it('is not recognised until then, but by the run that names it', () => {
    const ledger = createWorkspace().open()
    const run = load(ledger, [identified('R-9')], { file: '/list.csv' })
    const other = load(ledger, [trip('E1 March Spain')])
    expect(ledger.submissions.isNamed('R-9')).toBe(true)
    expect([run, other].map((id) => ledger.runs.recognises(id, 'R-9'))).toEqual([true, false])
    load(ledger, [identified('R-9', 'E2 May Peru')], { file: '/output.csv' })
    expect(ledger.runs.recognises(other, 'R-9')).toBe(true)
  })
})
