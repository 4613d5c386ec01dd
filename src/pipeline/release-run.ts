import type { HeldRun } from '../ledger/port/waiting.ts'
import { find, logNote } from '../messages/catalogue.ts'
import { describePairDoubts } from '../messages/plans.ts'
import { BatchError } from '../support/errors.ts'
import { withStoredOutput } from './collect-run.ts'
import { confirmSending } from './confirm-sending.ts'
import { digestOf } from './earlier-output/output-digest.ts'
import { requireAllRows } from './end-run.ts'
import type { Operation } from './model/operation.ts'
import type { Release, RunPorts, RunReport, RunRequest } from './model/options.ts'
import type { RunConnection } from './model/run.ts'
import { readStoredRun, type StoredRun } from './model/stored-run.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { carryOut } from './run.ts'
import { requireSealed } from './sealing/require-sealed.ts'

/** A sealed run as the ledger has it: the sheet is not needed. @throws BatchError `input` when it was dropped. */
export function restoreSealed(known: HeldRun | undefined, runId: number): { facts: StoredRun; loaded: LoadedInput } {
  const isOver =
    known === undefined || known.rows === 0 || (known.waitsFor !== undefined && known.endedAt !== undefined)
  if (known?.how === undefined || isOver) {
    throw new BatchError('input', find('seal-over', { ending: known?.ending }))
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
  const check = (): ReturnType<typeof requireSealed> => requireSealed(operation, connection, loaded, release)
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
