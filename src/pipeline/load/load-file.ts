import { resolve } from 'node:path'
import { readChanges } from '../earlier-output/changed-sheet.ts'
import { readResolutions } from '../earlier-output/unknown-sheet.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import type { Operation } from '../terms/operation.ts'
import type { BatchOptions, RunPorts } from '../terms/options.ts'
import type { RunPlace } from '../terms/run.ts'
import { loadInput, openInput } from './load-input.ts'

export interface FileToLoad extends Pick<BatchOptions, 'input' | 'load' | 'resend'> {
  /** Files in which somebody may have answered what an earlier run asked. */
  answered: readonly string[]
}

/** Loads a file with what people have answered, and closes it: for a run, a plan and a check alike. Nothing is sent. */
export async function loadFile(
  operation: Operation,
  { ledger, target }: Pick<RunPlace, 'ledger' | 'target'>,
  { input, load, resend, answered }: FileToLoad,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent'> & { interrupt?: AbortSignal },
): Promise<LoadedInput> {
  const source = await openInput(input, load, ports.interrupt)
  try {
    const answers = await readChanges(answered, ports)
    await readResolutions(answered, operation, ledger, ports)
    const request = { operation, target, file: resolve(input), load, resend, answers }
    return await loadInput(source, request, ledger, ports)
  } finally {
    await source.close()
  }
}
