import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  AttemptFacts,
  AuditLine,
  CellsReader,
  Claim,
  LoadedRow,
  NewRun,
  RowContent,
  Settlement,
} from '../rooms/ledger/port.ts'
import { openLedger } from '../rooms/ledger/sqlite.ts'
import type { Ledger, LedgerStore } from '../rooms/ledger.ts'
import { type Clock, type Database, openDatabase } from '../rooms/support.ts'
import { memoryFolder } from '../support/memory-folder.mjs'

export const startOfTest = Date.UTC(2026, 2, 1)

export const stillClock: Clock = { now: () => startOfTest, sleep: () => Promise.resolve() }

/** A folder that is gone when the test is over. */
export function createFolder(): string {
  const folder = mkdtempSync(join(memoryFolder, 'rwa-ledger-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Workspace {
  folder: string
  file: string
  spilled: unknown[]
  open(): Ledger
  /** Another connection to the same file, to look at it and to do what the ledger would never do. */
  connect(): Database
}

export function createWorkspace(): Workspace {
  const folder = createFolder()
  const file = join(folder, 'ledger.sqlite')
  const spilled: unknown[] = []
  return {
    folder,
    file,
    spilled,
    open() {
      const ledger = openLedger({
        file,
        clock: stillClock,
        onSpill: (record) => spilled.push(record),
        ballastMegabytes: 0,
      })
      onTestFinished(async () => await ledger.close())
      return ledger
    },
    connect() {
      const db = openDatabase(file)
      onTestFinished(() => {
        db.close()
      })
      return db
    },
  }
}

/** A trip as the tests write it: `E1 March Spain`, with an optional remark as fourth word. */
export function trip(text: string): RowContent {
  return { kind: 'request', request: requestOf(text) }
}

export function identified(identifier: string, text?: string): RowContent {
  return { kind: 'identified', identifier, request: text === undefined ? undefined : requestOf(text) }
}

/** In the tests any cell may name a person. */
export const readCells: CellsReader = ({ cells }) => ({
  people: (JSON.parse(cells) as { v: string }[]).map(({ v }) => v),
  identifiers: [],
})

export const invalid: RowContent = { kind: 'held', state: 'invalid', detail: '{"problems":[]}' }

function requestOf(text: string) {
  const [employeeId = '', startDate = '', destination = '', note = ''] = text.split(' ')
  const identity = { employeeId, startDate, destination, note }
  return {
    json: JSON.stringify({ text }),
    identity,
    similarityKey: { subject: employeeId, traits: [startDate, destination] as const },
    claims: [],
  }
}

export interface LoadChoices {
  file?: string
  /** Names; the rows are spread evenly over them, in order. */
  sheets?: readonly string[]
  isAgain?: boolean
  allowDuplicates?: boolean
  retryUnknown?: boolean
  sendChanged?: boolean
  /** What a person said of rows held as changed. */
  said?: ReadonlyMap<string, boolean>
  company?: string
  address?: string
  operation?: string
  /** Key of each row that must wait for its turn; those without one need not. */
  orderKeys?: readonly (string | undefined)[]
  /** Texts in the cells of each row. */
  cells?: readonly (readonly string[])[]
  /** How many rows the ledger is given at a time. */
  pageSize?: number
  about?: NewRun['answers']
  /** False for a run that dies while it loads. */
  isCompleted?: boolean
  /** @default it is released at once */
  waits?: true
  now?: number
}

/** The run that goes on in each ledger. */
const going = new WeakMap<Ledger, number>()
const died = new Set<number>()

/** Loads a sheet whose first row is in line 2, as the pipeline does, in a run that begins when the one before is over; returns it. */
export async function load(
  ledger: Ledger,
  contents: readonly RowContent[],
  choices: LoadChoices = {},
): Promise<number> {
  const { address = 'https://example.test/version-test', operation = 'assess', now = startOfTest } = choices
  const target = await ledger.targets.find(address, choices.company ?? 'default')
  const file = choices.file ?? '/trips.csv'
  const isAgain = choices.isAgain ?? false
  const before = going.get(ledger)
  if (before !== undefined) await ledger.runs.end(before, { now, ending: 'done', output: undefined })
  if (before !== undefined && died.delete(before)) await ledger.waiting.drop(before, { now, ending: 'broken off' })
  const run = await ledger.runs.begin({
    operation,
    doneWord: 'scored',
    target,
    file,
    sheets: choices.sheets ?? [''],
    isAgain,
    answers: choices.about,
    now,
  })
  going.set(ledger, run.id)
  const settings = {
    runId: run.id,
    operation,
    target,
    epoch: run.epoch,
    allowDuplicates: choices.allowDuplicates ?? false,
    retryUnknown: choices.retryUnknown ?? false,
    sendChanged: choices.sendChanged ?? false,
    now,
  }
  const rows: LoadedRow[] = contents.map((content, index) => ({
    sheet: Math.floor((index * (choices.sheets?.length ?? 1)) / contents.length),
    rowNumber: index + 2,
    isHidden: false,
    cells: JSON.stringify((choices.cells?.[index] ?? []).map((v) => ({ t: 's', v }))),
    warnings: undefined,
    orderKey: choices.orderKeys?.[index],
    content,
  }))
  const pageSize = choices.pageSize ?? rows.length
  const pages: Promise<void>[] = []
  for (let seq = 0; seq < rows.length; seq += pageSize) {
    pages.push(ledger.rowLoader.add(settings, seq, rows.slice(seq, seq + pageSize)))
  }
  await Promise.all(pages)
  const { sendChanged = false, said = new Map() } = choices
  if (choices.isCompleted ?? true) {
    await ledger.runs.completeLoad(settings, { sendChanged, answers: said })
    if (choices.waits !== true) await releaseRun(ledger, run.id, now)
  } else died.add(run.id)
  return run.id
}

/** @throws when it is refused. */
export async function releaseRun(ledger: Ledger, run: number, now = startOfTest): Promise<void> {
  const refusal = await ledger.waiting.release(run, { now })
  if (refusal !== undefined) throw new Error(refusal)
}

/** The run that was loaded last. */
export function lastRun(ledger: Ledger): number {
  return going.get(ledger) ?? Number.NaN
}

export const attempt: AttemptFacts = {
  runId: undefined,
  operation: 'create',
  sentAt: startOfTest + 1_000,
  answeredAt: startOfTest + 2_000,
  httpStatus: 200,
  outcome: 'test',
  detail: '',
}

export type SentTo = 'ready' | 'sending' | 'accepted' | 'pending' | 'done' | 'rejected' | 'failed' | 'unknown'

/** Brings one ready submission to a state, by the moves that lead there. */
export async function drive(ledger: Ledger, id: number, state: SentTo, run = lastRun(ledger)): Promise<void> {
  const { submissions } = ledger
  if (state === 'ready') return
  const claim = await claimOne(ledger, id, startOfTest, run)
  if (state === 'sending') return
  if (state === 'done' || state === 'pending') {
    await submissions.settle(claim, settlementTo('accepted', id), attempt)
    if (state === 'done') await submissions.score(id, '{}', attempt)
    else await submissions.leavePending(id, 'not ready', attempt)
  } else await submissions.settle(claim, settlementTo(state, id), attempt)
}

/** The claim on a submission that is ready. */
export async function claimOne(ledger: Ledger, id: number, now = startOfTest, run = lastRun(ledger)): Promise<Claim> {
  const claim = await ledger.submissions.claim(id, run, now)
  if (claim === undefined) throw new Error(`submission ${id} is not ready`)
  return claim
}

export function settlementTo(to: Settlement['to'], id: number): Settlement {
  switch (to) {
    case 'accepted':
      return { to, identifier: `R-${id}`, reportUrl: '', nextPollAt: startOfTest }
    case 'done':
      return { to, identifier: '' }
    case 'rejected':
      return { to, field: 'destination', message: 'Incorrect Country', rawAnswer: '{}' }
    case 'unknown':
      return { to, reason: 'time-out', rawAnswer: '{"assessment_id":"cut' }
    default:
      return { to, reason: 'no connection' }
  }
}

/** Sends what is ready in a run; returns the requests that went out, in order. */
export async function sendAll(ledger: Ledger, runId: number, state: SentTo = 'done'): Promise<string[]> {
  const ready = await ledger.submissions.readyPage(runId, -1, 1_000)
  for (const { id } of ready) await drive(ledger, id, state, runId)
  return ready.map(({ request }) => JSON.parse(request).text)
}

/** The state of every row of a run, in order. */
export async function statesOf(ledger: Ledger, runId: number): Promise<string[]> {
  return (await ledger.runs.rowPage(runId, -1, 1_000)).map(({ state }) => state)
}

/** The id of every row's submission, in order. */
export async function submissionsOf(ledger: Ledger, runId: number): Promise<(number | undefined)[]> {
  return (await ledger.runs.rowPage(runId, -1, 1_000)).map(({ submission }) => submission?.id)
}

/** What a ledger says of who was told what. */
export async function listAudit(store: LedgerStore, input?: string): Promise<AuditLine[]> {
  const lines: AuditLine[] = []
  for await (const batch of store.audit(input)) lines.push(...batch)
  return lines
}
