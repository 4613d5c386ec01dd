import { resolve } from 'node:path'
import type { SheetSource } from '../../sheet/source.ts'
import { createInputCopy, removeInputCopy } from '../../sheet/writing/temporary-files.ts'
import { readChanges } from '../earlier-output/changed-sheet.ts'
import { readNamedUnknowns } from '../earlier-output/read-answers.ts'
import { applyResolutions, readUnknownAnswers } from '../earlier-output/unknown-sheet.ts'
import type { Operation } from '../model/operation.ts'
import type { ResendOptions, RunPorts, RunRequest } from '../model/options.ts'
import type { TargetLedger } from '../model/run.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { loadInput, openInput } from './load-input.ts'

export interface FileToLoad extends Pick<RunRequest, 'input' | 'load'> {
  resend: ResendOptions
  /** Files in which people may have answered the questions of an earlier run. */
  answered: readonly string[]
  /** Path of the later output; a copy of the workbook, as it was read, is kept beside it. */
  copyBeside?: string | undefined
  /** What is read instead of the file, such as the file with edits. */
  substitute?: (source: SheetSource) => SheetSource
}

/** For a run, a plan and a check alike; nothing is sent. The caller removes the copy. */
export async function loadFile(
  operation: Operation,
  { ledger, target }: TargetLedger,
  { input, load, resend, answered, copyBeside, substitute = (source) => source }: FileToLoad,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent'> & { interrupt?: AbortSignal; onBegun?(runId: number): void },
): Promise<LoadedInput> {
  const source = await openInput(input, load, ports.interrupt)
  try {
    const { answers, unclear } = await readChanges(answered, ports)
    const onBegun = async (runId: number): Promise<void> => {
      ports.onBegun?.(runId)
      await applyResolutions(readUnknownAnswers(answered, ports), operation, ledger, runId, ports)
      // Identifiers in the input itself are taken in when it is loaded.
      const outputs = answered.filter((file) => file !== input)
      const named = readNamedUnknowns(outputs, operation, { ledger, target }, load)
      await applyResolutions(named, operation, ledger, runId, ports)
    }
    const request = { operation, target, file: resolve(input), load, resend, answers }
    const loaded = { ...(await loadInput(substitute(source), request, ledger, { ...ports, onBegun })), unclear }
    if (source.kind === 'csv' || copyBeside === undefined) return loaded
    const copy = await createInputCopy(input, copyBeside)
    try {
      // The copy must equal the file that was read.
      await source.requireUnchanged()
      return { ...loaded, copy }
    } catch (error) {
      await removeInputCopy(copy)
      throw error
    }
  } finally {
    await source.close()
  }
}
