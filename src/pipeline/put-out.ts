import { existsSync } from 'node:fs'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import type { Published } from '../sheet/writing/publish.ts'
import { digestOf, keepEdited } from './earlier-output/keep-edited.ts'
import { nameSimulatedCsv } from './earlier-output/output-names.ts'
import { identify, placeOutput } from './earlier-output/place-output.ts'
import { type KnownIdentifiers, requireKnownOutput } from './earlier-output/require-known-output.ts'
import type { Halt } from './engine/halt.ts'
import { type LoadedInput, sheetsRead } from './rows/loaded-input.ts'
import type { HaltReason } from './terms/events.ts'
import type { Operation } from './terms/operation.ts'
import type { BatchOptions } from './terms/options.ts'
import { isSimulated, type Run, type RunPlace } from './terms/run.ts'
import { writeOutput } from './write/write-output.ts'

/** Reasons why not a single row could be sent, and the sheet is not to blame. */
const refusals: ReadonlySet<HaltReason['kind']> = new Set(['authorisation', 'redirect', 'address'])

/** Outputs of earlier runs in which somebody may have answered: what was asked for, and what was written in its place. */
export async function listEarlier(
  { name }: Pick<Operation, 'name'>,
  { ledger, target }: Pick<RunPlace, 'ledger' | 'target'>,
  { output }: Pick<BatchOptions, 'output'>,
): Promise<string[]> {
  const asked = isSimulated(target) ? nameSimulatedCsv(output) : output
  const here = await identify(asked)
  return [asked, ...(await ledger.outputs.listAsked(here, name, target.id)).filter((file) => file !== here)]
}

/**
 * Where this run writes to; said when it is another file than was asked for. `isNamed` tells the identifiers that the
 * ledger has heard of. A run that cannot write there has ended.
 * @throws BatchError `ledger` when an output stands there that was written with another ledger.
 */
export async function chooseOutput(
  { operation, place: { ledger, target }, options: { output }, ports }: Run,
  { runId }: LoadedInput,
  { suffix, recognised }: { suffix: string } & Pick<KnownIdentifiers, 'recognised'>,
): Promise<string> {
  const wish = { output, suffix, isSimulated: isSimulated(target), runId }
  const { file, because } = await placeOutput(wish, ledger.outputs)
  if (because !== undefined) ports.logger.warn(`${because}: this run writes ${file}`)
  const known = { name: ledger.name, recognised, identifiers: ledger.submissions.identifiers }
  try {
    await requireKnownOutput(file, operation.sheet.identifierField, known, ports.interrupt)
  } catch (error) {
    await ledger.runs.end(runId, { now: ports.clock.now(), ending: 'refused', output: undefined })
    throw error
  }
  return file
}

/** Whether a run that was refused has nothing to say that the earlier output does not say. */
export function isNothingNew(
  { reason }: Halt,
  output: string,
  before: readonly BalanceLine[],
  after: readonly BalanceLine[],
): boolean {
  if (reason === undefined || !refusals.has(reason.kind)) return false
  return existsSync(output) && JSON.stringify(before) === JSON.stringify(after)
}

export interface OutputFacts {
  /** Where it goes. */
  output: string
  /** What was read, and the operation, as the output names them. */
  file: string
  operation: string
  filledIn?: ReadonlyMap<string, string>
}

/** Writes the output in its place. What somebody changed there is kept, and said. */
export async function putOut(
  { operation, place: { ledger, target }, options, ports, startedAt }: Run,
  loaded: LoadedInput,
  { output, ...named }: OutputFacts,
): Promise<Published> {
  const { rows, runId } = loaded
  const { targetLabel, isTestTarget, toolVersion } = options
  const kept = await keepEdited(output, runId, ledger.outputs, ports.clock.now())
  if (kept !== undefined) {
    ports.logger.warn(`${output} was changed since it was written: it is kept as ${kept}, and a new one is written`)
  }
  const asked = await identify(isSimulated(target) ? nameSimulatedCsv(options.output) : options.output)
  let digest = ''
  const published = await writeOutput({
    operation,
    ledger,
    runId,
    word: ports.word,
    sheets: loaded.sheets,
    hasCorrections: (loaded.corrections ?? 0) > 0,
    output,
    isSimulated: isSimulated(target),
    summary: {
      ...named,
      startedAt,
      sheets: sheetsRead(loaded),
      targetLabel,
      company: target.company,
      isTestTarget,
      isSimulated: isSimulated(target),
      toolVersion,
      writtenAt: ports.clock.now(),
    },
    onProgress: (written) =>
      ports.onEvent?.({
        kind: 'progress',
        stage: 'write',
        rows,
        settled: written,
        inFlight: 0,
        pending: 0,
        counts: new Map(),
      }),
    onVerified: async (file) => {
      digest = (await digestOf(file)) ?? ''
      await ledger.outputs.announce(runId, { file: await identify(output), asked, digest })
    },
  })
  const file = await identify(published.file)
  if (published.isSecondName) await ledger.outputs.announce(runId, { file, asked: '', digest })
  await ledger.outputs.settle(file, digest)
  return published
}
