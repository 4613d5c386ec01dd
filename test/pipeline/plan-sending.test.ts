import { describe, expect, it } from 'vitest'
import { attempt, claimOne, createWorkspace, drive, invalid, load, submissionsOf, trip } from '../ledger/workspace.ts'
import type { Ledger } from '../rooms/ledger.ts'
import type { Operation } from '../rooms/pipeline/model.ts'
import { planSending } from '../rooms/pipeline.ts'

const place = { targetLabel: 'https://example.test/version-test', isTestTarget: true }
interface Texts {
  send: object
  output: { hintFor(): string; doneWord: string }
}
/** Counts requests by their last word. */
const operation: Pick<Operation<{ text: string }>, 'name' | 'request'> & Texts = {
  name: 'decide',
  send: {},
  output: { hintFor: () => '', doneWord: 'decided' },
  request: {
    build: () => ({ text: '' }),
    identifyingFields: [],
    label: ({ text }) => text.split(' ')[2] ?? '',
    actor: ({ text }) => text.split(' ')[0],
    describe: ({ text }) => `${text}, in words`,
  },
}

/** One whose rows about one thing are read before they are sent, by its columns. */
const ordered = {
  ...operation,
  fourEyes: {
    about: 'assess',
    aboutField: 'text',
    columns: [{ heading: 'text', width: 9, origin: 'request', value: ({ text }: { text: string }) => text }],
    shownFirst: [(cell: (heading: string) => string) => cell('text')],
    nameIn: () => '',
    findContradictions: () => [],
  },
} as const

async function plan(ledger: Ledger, runId: number, choices = {}, of: object = operation) {
  const target = await ledger.targets.find('https://example.test/version-test', 'default')
  return planSending(
    of as typeof operation as unknown as Operation,
    { ledger, target },
    { runId, sheets: [] },
    place,
    choices,
  )
}

describe('the plan', () => {
  it('counts what is to be sent by its label, and shows the first of it as it will be sent', async () => {
    const ledger = createWorkspace().open()
    const contents = [trip('E1 May Peru'), invalid, trip('E2 May Japan'), trip('E3 May Peru'), trip('E3 May Peru')]
    const run = await load(ledger, [...contents, trip('E4 May Peru'), trip('E5 May Chad')])
    await drive(ledger, (await submissionsOf(ledger, run))[0] ?? Number.NaN, 'done')
    expect(await plan(ledger, run)).toEqual({
      operation: 'decide',
      ...place,
      counts: new Map([
        ['Japan', 1],
        ['Peru', 2],
        ['Chad', 1],
      ]),
      actors: new Map([
        ['E2', 1],
        ['E3', 1],
        ['E4', 1],
        ['E5', 1],
      ]),
      total: 4,
      later: 0,
      first: [
        { row: 'row 4', request: '{"text":"E2 May Japan"}', words: 'row 4: E2 May Japan, in words' },
        { row: 'row 5', request: '{"text":"E3 May Peru"}', words: 'row 5: E3 May Peru, in words' },
        { row: 'row 7', request: '{"text":"E4 May Peru"}', words: 'row 7: E4 May Peru, in words' },
      ],
      replaced: { count: 0, released: 0, first: [] },
      repeatedEvents: [],
    })
  })

  it('counts every page of a long sheet', async () => {
    const ledger = createWorkspace().open()
    const run = await load(
      ledger,
      Array.from({ length: 1_203 }, (_, index) => trip(`E${index} May ${index % 2 === 0 ? 'Peru' : 'Japan'}`)),
    )
    const { counts, total } = await plan(ledger, run)
    expect([total, counts.get('Peru'), counts.get('Japan')]).toEqual([1_203, 602, 601])
    const limited = await plan(ledger, run, { limit: 700 })
    expect([limited.total, limited.later, limited.counts.get('Peru')]).toEqual([700, 503, 350])
  })

  it('leaves out rows that wait for one that nothing is sent for, and counts those that wait for their turn only', async () => {
    const ledger = createWorkspace().open()
    const contents = [
      ['done', trip('E1 May Peru')],
      ['done', trip('E1 June Peru')],
      ['turn', trip('E2 May Peru')],
      ['turn', trip('E2 June Peru')],
      ['doubt', trip('E3 May Peru')],
      ['doubt', trip('E3 June Peru')],
      // Behind one that is ready, and one that is not to be sent.
      ['wrong', trip('E4 May Peru')],
      ['wrong', invalid],
      ['wrong', trip('E4 June Peru')],
    ] as const
    const run = await load(
      ledger,
      contents.map(([, content]) => content),
      { orderKeys: contents.map(([key]) => key) },
    )
    const ids = await submissionsOf(ledger, run)
    await drive(ledger, ids[4] ?? Number.NaN, 'unknown')
    const claim = await claimOne(ledger, ids[0] ?? Number.NaN)
    await ledger.submissions.settle(claim, { to: 'done', identifier: '' }, attempt)
    const { total, lines } = await plan(ledger, run, {}, ordered)
    expect([total, lines]).toEqual([
      4,
      ['row 3 · E1 June Peru', 'row 4 · E2 May Peru', 'row 5 · E2 June Peru', 'row 8 · E4 May Peru'],
    ])
  })
})
