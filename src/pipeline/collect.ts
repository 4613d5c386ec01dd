import { basename } from 'node:path'
import { parseKept } from '../ledger/kept-json.ts'
import type { ReadSheet } from '../ledger/port/outcomes.ts'
import { dropCopy, keepCopy } from '../sheet/writing/input-copy.ts'
import { digestOf } from './earlier-output/keep-edited.ts'
import { describeSoFar, requireWhole } from './end-run.ts'
import { Traffic } from './engine/traffic.ts'
import { findOutput, putOut } from './put-out.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { type DetachedRunFacts, readDetached } from './terms/detached.ts'
import type { RunOptions, RunReport } from './terms/options.ts'
import { isSimulated, type Run, type RunBooks } from './terms/run.ts'
import { announceOutput, newWorkbook, type OutputPlan, planOutput, wantsOwnWorkbook } from './write/plan-output.ts'

export interface CollectOptions extends RunOptions {
  /** Path of the sheet that the run has read. */
  input: string
  newWorkbook?: boolean | undefined
}

/** What is known of a run, and whether anything is waited for in it. */
export interface Collected extends RunReport {
  waits: boolean
}

/**
 * Writes what is known of a run, whoever does it; nothing is sent or asked, and the run goes on.
 * @throws BatchError when the output cannot be written.
 */
export async function collectRun(run: Run<CollectOptions, RunBooks>, runId: number): Promise<Collected> {
  const { operation, place, options, ports } = run
  const { ledger } = place
  const { runs } = ledger
  const detached = await ledger.team?.find(runId, place.target)
  const facts = detached === undefined ? undefined : readDetached(detached.how)
  const loaded = facts?.loaded ?? recallLoaded(runId, options.input, await runs.sheetsOf(runId))
  await requireWhole(ledger, loaded)
  await ledger.order.release(runId)
  const copy = await copyUnchanged(facts, options)
  try {
    const plan = await planAnew(run, loaded, facts, copy)
    announceOutput(plan, options.input, ports.logger)
    const output = await findOutput(run, loaded, {
      suffix: operation.output.suffix,
      plan,
      recognised: (identifiers) => runs.recognised(runId, identifiers),
    })
    const { input: file } = options
    const named = { operation: operation.name, ...(facts === undefined ? {} : { filledIn: facts.filledIn }) }
    const published = await putOut(run, { ...loaded, copy }, { output, plan, file, ...named })
    ports.onEvent?.({ kind: 'written', file: published.file })
    return {
      ...(await describeSoFar(run, loaded, await runs.balance(runId))),
      halt: undefined,
      output: published,
      orphans: await runs.countOrphans(runId),
      traffic: new Traffic().report,
      endedAt: ports.clock.now(),
      waits: facts?.waits ?? true,
    }
  } finally {
    await dropCopy(copy)
  }
}

/** A copy of the workbook, when it is still what the run has read. */
async function copyUnchanged(
  facts: DetachedRunFacts | undefined,
  options: CollectOptions,
): Promise<string | undefined> {
  const { input, output } = options
  const hasTables = facts?.loaded.sheets.every(({ table }) => table !== undefined) === true
  if (facts?.digest === undefined || !hasTables || !wantsOwnWorkbook(options)) return undefined
  if ((await digestOf(input)) !== facts.digest) return undefined
  const copy = await keepCopy(input, output)
  if ((await digestOf(copy)) === facts.digest) return copy
  await dropCopy(copy)
  return undefined
}

async function planAnew(
  { operation, place, options }: Run<CollectOptions, RunBooks>,
  loaded: LoadedInput,
  facts: DetachedRunFacts | undefined,
  copy: string | undefined,
): Promise<OutputPlan> {
  if (copy !== undefined) {
    return planOutput(operation, { ...loaded, copy }, { ...options, isSimulated: isSimulated(place.target) })
  }
  const isWorkbook = loaded.sheets.every(({ columns }) => columns.delimiter === undefined)
  if (!isWorkbook || !wantsOwnWorkbook(options)) return newWorkbook
  const reason =
    facts === undefined ? 'the run that has read it did not leave it to workers' : 'it is not as the run has read it'
  return { kind: 'new-workbook', reason }
}

/** What a run has read, as far as its rows in the ledger say. */
function recallLoaded(runId: number, input: string, read: readonly ReadSheet[]): LoadedInput {
  const sheets = read.map(({ name, columns, rows }) => ({
    name: name === '' ? basename(input) : name,
    columns: parseKept<SheetColumns>(columns, 'columns of a sheet'),
    rows,
  }))
  return { runId, sheets, rows: sheets.reduce((sum, { rows }) => sum + rows, 0) }
}
