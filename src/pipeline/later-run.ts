import { basename } from 'node:path'
import type { ReadSheet } from '../ledger/port/outcomes.ts'
import type { HeldRun } from '../ledger/port/waiting.ts'
import { parseStored } from '../ledger/stored-json.ts'
import { find, logNote } from '../messages/catalogue.ts'
import { createInputCopy, removeInputCopy } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import { digestOf } from './earlier-output/edited-output.ts'
import { Traffic } from './engine/traffic.ts'
import type { Operation } from './model/operation.ts'
import type { Release, RunOptions, RunPorts, RunReport, RunRequest } from './model/options.ts'
import type { Run, RunConnection, TargetLedger } from './model/run.ts'
import { readStoredRun, type StoredRun } from './model/stored-run.ts'
import { confirmSending } from './prepare-run.ts'
import { announceOutputPath, type OutputFacts, publishOutput } from './publish-output.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { carryOut, requireAllRows, summarizeRun } from './run.ts'
import { describePairDoubts } from './sealing/plan-doubts.ts'
import { requireSealed } from './sealing/require-sealed.ts'
import { newWorkbook, type OutputPlan, planOutput, wantsWorkbookCopy } from './write/plan-output.ts'

type CollectOptions = RunOptions & Pick<RunRequest, 'input' | 'newWorkbook'>

export interface CollectReport extends RunReport {
  waits: boolean
}

/** Writes the output of a run that others do, and that goes on. @throws BatchError when it cannot be written. */
export async function collectRun(run: Run<CollectOptions, TargetLedger>, runId: number): Promise<CollectReport> {
  const { connection, options, ports } = run
  const { ledger } = connection
  const { runs } = ledger
  const known = await ledger.waiting.find(runId, connection.target)
  const facts = known?.how === undefined ? undefined : readStoredRun(known.how)
  const loaded = facts?.loaded ?? restoreLoadedInput(runId, options.input, await runs.sheetsOf(runId))
  await requireAllRows(ledger, loaded)
  await ledger.order.release(runId)
  return withStoredOutput(run, loaded, facts, async (withCopy, output) => {
    const published = await publishOutput(run, withCopy, output)
    ports.onEvent?.({ kind: 'written', file: published.file })
    return {
      ...(await summarizeRun(run, loaded, await runs.balance(runId))),
      halt: undefined,
      output: published,
      orphans: await runs.countOrphans(runId),
      replaced: await runs.countReplacedOrphans(runId),
      input: options.input,
      traffic: new Traffic().report,
      endedAt: ports.clock.now(),
      waits: facts?.waits ?? true,
    }
  })
}

/** The output of a run that has read its sheet earlier: planned and announced; in a copy of the sheet if it is the same. */
export async function withStoredOutput<Result>(
  run: Run<CollectOptions, TargetLedger>,
  loaded: LoadedInput,
  facts: StoredRun | undefined,
  use: (loaded: LoadedInput, output: OutputFacts) => Promise<Result>,
): Promise<Result> {
  const { operation, options } = run
  const copy = await copyIfUnchanged(facts, options)
  try {
    const plan = await planStoredOutput(run, loaded, facts, copy)
    const output = await announceOutputPath(run, loaded, plan)
    const named = { file: options.input, operation: operation.name, ...(facts && { filledIn: facts.filledIn }) }
    return await use({ ...loaded, copy }, { output, plan, ...named })
  } finally {
    await removeInputCopy(copy)
  }
}

/** Undefined when the workbook has changed since the run read it. */
async function copyIfUnchanged(facts: StoredRun | undefined, options: CollectOptions): Promise<string | undefined> {
  const { input, output } = options
  const hasTables = facts?.loaded.sheets.every(({ table }) => table !== undefined) === true
  if (facts?.digest === undefined || !hasTables || !wantsWorkbookCopy(options)) return undefined
  if ((await digestOf(input)) !== facts.digest) return undefined
  const copy = await createInputCopy(input, output)
  if ((await digestOf(copy)) === facts.digest) return copy
  await removeInputCopy(copy)
  return undefined
}

async function planStoredOutput(
  { operation, connection, options }: Run<CollectOptions, TargetLedger>,
  loaded: LoadedInput,
  facts: StoredRun | undefined,
  copy: string | undefined,
): Promise<OutputPlan> {
  if (copy !== undefined) return planOutput(operation, { ...loaded, copy }, options, connection.target)
  const isWorkbook = loaded.sheets.every(({ columns }) => columns.delimiter === undefined)
  if (!isWorkbook || !wantsWorkbookCopy(options)) return newWorkbook
  const reason =
    facts === undefined
      ? 'the run that has read it did not leave it to workers'
      : 'it has changed since the run read it'
  return { kind: 'new-workbook', reason }
}

/** For a run without stored facts: the ledger's rows tell its sheets, but not their place in the workbook. */
export function restoreLoadedInput(runId: number, input: string, read: readonly ReadSheet[]): LoadedInput {
  const sheets = read.map(({ name, columns, rows }) => ({
    name: name === '' ? basename(input) : name,
    columns: parseStored<SheetColumns>(columns, 'columns of a sheet'),
    rows,
  }))
  return { runId, sheets, rows: sheets.reduce((sum, { rows }) => sum + rows, 0) }
}

/** A sealed run as the ledger has it: the sheet is not needed. @throws BatchError `input` when it was dropped. */
export function restoreSealed(known: HeldRun | undefined, runId: number): { facts: StoredRun; loaded: LoadedInput } {
  const isOver =
    known === undefined || known.rows === 0 || (known.waitsFor !== undefined && known.endedAt !== undefined)
  if (known?.how === undefined || isOver) {
    const { ending } = known ?? {}
    throw new BatchError('input', find('seal-over', { ending: ending === 'sealed' ? undefined : ending }))
  }
  const facts = readStoredRun(known.how)
  return { facts, loaded: { ...facts.loaded, runId } }
}

/**
 * Sends a sealed run from the ledger, once a second person has seen its lines there and confirmed; writes the output.
 * @throws BatchError when what is recorded has changed since, or it was not released; nothing was sent.
 */
export async function releaseBatch(
  operation: Operation,
  connection: RunConnection,
  options: RunRequest & { release: Release },
  ports: RunPorts,
): Promise<RunReport> {
  const startedAt = ports.clock.now()
  const { release, input } = options
  const { ledger, target } = connection
  const { facts, loaded } = restoreSealed(await ledger.waiting.find(release.runId, target), release.runId)
  const isChanged = await isSheetChanged(facts, input)
  if (isChanged && release.isUnattended === true) throw new BatchError('input', find('sealed-sheet-changed', { input }))
  const run = { operation, connection, options, ports, startedAt }
  await requireAllRows(ledger, loaded)
  if (release.wasReleased) await ledger.waiting.takeUp(release.runId)
  ports.onLoaded?.({ ledger, runId: loaded.runId })
  const check = async (): ReturnType<typeof requireSealed> =>
    requireSealed(operation, connection, loaded, release, (await ledger.rules.of(target)).noteFor)
  const listed = await check()
  if (isChanged) logNote(ports.logger, 'warn', find('sealed-sheet-changed', { input }))
  for (const doubt of describePairDoubts(release, ledger.team !== undefined)) ports.logger.warn(doubt)
  return withStoredOutput(run, loaded, facts, async (withCopy, output) => {
    const { by, statement, wasReleased } = release
    const second = { by, statement }
    await confirmSending(run, loaded, { second, listed, isSheetChanged: isChanged, wasReleased, check })
    return carryOut(run, withCopy, output)
  })
}

/** A sheet that is not there is not needed: what was sealed is in the ledger. */
export async function isSheetChanged({ digest }: StoredRun, input: string): Promise<boolean> {
  const now = await digestOf(input)
  return digest !== undefined && now !== undefined && now !== digest
}
