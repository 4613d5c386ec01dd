import fc from 'fast-check'
import type { RowContent } from '../rooms/ledger/port.ts'
import { type Ledger, referToSending } from '../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  drive,
  identified,
  invalid,
  type LoadChoices,
  load,
  type SentTo,
  settlementTo,
  startOfTest,
  trip,
} from './workspace.ts'

type Row =
  | { kind: 'trip' | 'decision'; of: number; text: number }
  | { kind: 'identified'; of: number; text: number | undefined }
  | { kind: 'invalid' }

export interface Sheet {
  rows: readonly Row[]
  choices: LoadChoices
}

export interface Loaded extends Sheet {
  sentTo: readonly SentTo[]
}

/** Few of all, so that random sheets meet: the same trips, edited ones, ids that a submission got or may get. */
const texts = ['E1 March Spain', 'E1 March Italy', 'E1 May Italy', 'E2 March Spain', 'E2 May Peru', 'E3 June Chad']

const number = (most: number) => fc.nat({ max: most - 1 })
const row: fc.Arbitrary<Row> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('trip' as const), of: number(1), text: number(texts.length) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decision' as const), of: number(9), text: number(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('identified' as const),
      of: number(9),
      text: fc.option(number(texts.length), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'invalid' as const }) },
)
export const sheet: fc.Arbitrary<Sheet> = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  choices: fc.record({
    file: fc.constantFrom('/a.xlsx', '/b.xlsx', '/c.xlsx'),
    sheets: fc.constantFrom(['one'], ['two'], ['one', 'two']),
    operation: fc.constantFrom('assess', 'assess', 'decide'),
    company: fc.constantFrom('default', 'default', 'other'),
    isAgain: fc.boolean(),
    allowDuplicates: fc.boolean(),
    retryUnknown: fc.boolean(),
    sendChanged: fc.boolean(),
    pageSize: fc.constantFrom(3, 100),
  }),
})
const sentTo = fc.array(
  fc.constantFrom<SentTo>('ready', 'sending', 'accepted', 'pending', 'done', 'done', 'rejected', 'failed', 'unknown'),
  { minLength: 1, maxLength: 4 },
)
export const history = fc.array(
  fc.record({ sheet, sentTo }).map(({ sheet: loaded, sentTo: states }): Loaded => ({ ...loaded, sentTo: states })),
  { maxLength: 5 },
)

function contentOf(one: Row): RowContent {
  if (one.kind === 'invalid') return invalid
  if (one.kind === 'identified') {
    return identified(`R-${one.of}`, one.text === undefined ? undefined : texts[one.text])
  }
  return trip(one.kind === 'trip' ? (texts[one.text] ?? '') : `R-${one.of} decided ${one.text}`)
}

export function loadSheet(ledger: Ledger, { rows, choices }: Sheet): Promise<number> {
  const orderKeys = rows.map((one) => (one.kind === 'decision' ? `R-${one.of}` : undefined))
  return load(ledger, rows.map(contentOf), { ...choices, orderKeys })
}

export interface Played {
  /** References to the sendings whose outcome is unknown. */
  unknown: string[]
  lastId: number
}

/** Loads each sheet, sends what is ready, and brings it to its state. The identifiers are numbers in order of sending. */
export async function play(ledger: Ledger, sheets: readonly Loaded[]): Promise<Played> {
  const unknown: string[] = []
  let [lastId, sent] = [0, 0]
  for (const each of sheets) {
    const run = await loadSheet(ledger, each)
    for (const [index, { id }] of (await ledger.submissions.readyPage(run, -1, 100)).entries()) {
      const state = each.sentTo[index % each.sentTo.length] ?? 'done'
      sent += 1
      if (state === 'accepted' || state === 'done' || state === 'pending') {
        await ledger.submissions.settle(await claimOne(ledger, id), settlementTo('accepted', sent), attempt)
        if (state === 'done') await ledger.submissions.score(id, `{"n":${sent}}`, attempt)
        if (state === 'pending') await ledger.submissions.leavePending(id, 'not ready', attempt)
      } else await drive(ledger, id, state)
      if (state === 'unknown') unknown.push(referToSending(ledger.id, { id, sentAt: startOfTest }))
    }
    const rows = await ledger.runs.rowPage(run, -1, 100)
    lastId = Math.max(lastId, ...rows.map(({ submission }) => submission?.id ?? 0))
    await ledger.outputs.announce(run, { file: '/out.xlsx', asked: '/out.xlsx', digest: String(run) })
  }
  return { unknown, lastId }
}

export function listed<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
