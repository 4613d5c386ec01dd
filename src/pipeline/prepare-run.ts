import type { Ledger } from '../ledger/port.ts'
import { find } from '../messages/catalogue.ts'
import { removeInputCopy } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import { recallDefaults } from './earlier-output/ledger-watermark.ts'
import { type FileToLoad, loadFile } from './load/load-file.ts'
import type { Operation } from './model/operation.ts'
import type { ResendOptions, RunPorts, RunRequest } from './model/options.ts'
import type { TargetLedger } from './model/run.ts'
import { listAnswerFiles } from './publish-output.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { viewRowsWithFindings } from './rows/row-pages.ts'

export type InputOptions = Pick<RunRequest, 'input' | 'load' | 'allOrNothing'> & ResendOptions

/**
 * The first half of a run, a plan, a check and a draft: values of an earlier output, answers of people, rows in the
 * ledger. Nothing is sent; what fails leaves no run. The caller removes the copy. Returned are the options with the values
 * that an earlier output was written with. `output`: where earlier outputs with answers stand; undefined:
 * there are none. The rest: as in `loadFile`.
 * @throws BatchError `configuration` before anything is read, where the key of forgotten trips is missing; `input` for
 * an invalid row where it is all or nothing.
 */
export async function prepareRun<Options extends InputOptions>(
  operation: Operation,
  connection: TargetLedger,
  given: Options,
  { output, ...file }: { output: string | undefined } & Pick<FileToLoad, 'copyBeside' | 'substitute'>,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent' | 'onLoaded'> & { interrupt?: AbortSignal },
) {
  const { input } = given
  await connection.ledger.forgetting.requireKey()
  const { noteFor } = await connection.ledger.rules.of(connection.target)
  const load = await recallDefaults(input, operation.sheet, { ...given.load, noteFor }, ports)
  const answered = output === undefined ? [] : await listAnswerFiles(operation, connection, { input, output })
  let runId: number | undefined
  let loaded: LoadedInput | undefined
  try {
    const onBegun = (id: number): void => {
      runId = id
    }
    loaded = await loadFile(
      operation,
      connection,
      { ...file, input, load, resend: given, answered },
      { ...ports, onBegun },
    )
    ports.onLoaded?.({ ledger: connection.ledger, runId: loaded.runId })
    if (given.allOrNothing === true) await requireAllValid(operation, connection.ledger, loaded)
    return { options: { ...given, load }, loaded }
  } catch (error) {
    await removeInputCopy(loaded?.copy)
    const ending = { now: ports.clock.now(), ending: 'refused' }
    if (runId !== undefined) await connection.ledger.waiting.drop(runId, ending)
    throw error
  }
}

const shownPlaces = 5

/** For all or nothing. @throws BatchError `input` when a row is invalid: it names the first ones. */
async function requireAllValid(operation: Operation, ledger: Ledger, { runId }: LoadedInput): Promise<void> {
  const places: string[] = []
  let count = 0
  for await (const page of viewRowsWithFindings({ operation, ledger, runId })) {
    for (const { outcome, rowAddress, problem } of page) {
      if (outcome.state !== 'invalid') continue
      count += 1
      if (places.length < shownPlaces) places.push(`${rowAddress}: ${problem.replaceAll('\n', '; ')}`)
    }
  }
  if (count === 0) return
  const shown = `${places.join(' | ')}${count > places.length ? ' | …' : ''}`
  throw new BatchError('input', find('rows-wrong', { count, places: shown }))
}
