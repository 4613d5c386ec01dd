import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import type { HaltReason } from '../messages/halts.ts'
import { messageOf } from '../support/errors.ts'
import { canonicalPath, chooseOutputPath } from './earlier-output/choose-output-path.ts'
import { backUpEditedOutput, countCorrections, describeBackup, digestOutput } from './earlier-output/edited-output.ts'
import { readLedgerLine } from './earlier-output/ledger-watermark.ts'
import { isCsv, nameSimulatedCsv, nameWorkbook, sidecarName, sidecarTables } from './earlier-output/output-names.ts'
import { type KnownIdentifiers, requireKnownOutput } from './earlier-output/require-known-output.ts'
import type { Operation } from './model/operation.ts'
import type { RunOptions, RunPorts, RunRequest, WrittenOutput } from './model/options.ts'
import { isSimulated, labelTarget, type Run, type TargetLedger } from './model/run.ts'
import { chooseSidecarPaths, publishSidecars } from './publish-sidecars.ts'
import { type LoadedInput, sheetsRead } from './rows/loaded-input.ts'
import { version } from './version.ts'
import { announceOutput, newWorkbook, type OutputPlan, writeOwnWorkbook } from './write/plan-output.ts'
import { type OutputRequest, writeOutput } from './write/write-output.ts'

/** Reasons that stop every row and are not the sheet's fault. */
const refusals: ReadonlySet<HaltReason['kind']> = new Set(['authorisation', 'redirect', 'address'])

/**
 * Files in which people may have answered: the input, and earlier outputs under the requested and the chosen name. CSV
 * outputs come with the files beside them.
 */
export async function listAnswerFiles(
  { name }: Pick<Operation, 'name'>,
  { ledger, target }: TargetLedger,
  { input, output }: Pick<RunRequest, 'input' | 'output'>,
): Promise<string[]> {
  const asked = isSimulated(target) ? nameSimulatedCsv(output) : output
  const here = await canonicalPath(asked)
  const list = async (file: string) => ledger.outputs.listAsked(await canonicalPath(file), name, target.id)
  const files = [input, asked, ...(await list(asked)).filter((file) => file !== here)]
  const beside = files.filter(isCsv).flatMap((file) => sidecarTables.map((table) => sidecarName(file, table)))
  return [...files, ...(await Promise.all(beside.map(async (file) => [file, ...(await list(file))]))).flat()]
}

type OutputChoice = { suffix: string; plan: OutputPlan } & Pick<KnownIdentifiers, 'recognised'>

type OutputRun = Run<RunOptions, TargetLedger>

type PlannedRun = Pick<OutputRun, 'operation' | 'connection' | 'options'> & {
  ports: Pick<RunPorts, 'logger'> & { interrupt?: AbortSignal }
}

/**
 * Warns when it is another file than the requested one. `recognised`: identifiers that the ledger knows.
 * @throws BatchError `ledger` when an output there was written with another ledger.
 */
export async function findOutputPath(
  run: PlannedRun,
  { runId, unread: carried }: LoadedInput,
  { suffix, plan, recognised }: OutputChoice,
): Promise<string> {
  const { operation, connection, ports } = run
  const { ledger } = connection
  const file = await resolveOutputPath(run, runId, { suffix, plan })
  const known = { name: ledger.name, recognised, identifierPage: ledger.submissions.identifierPage }
  const { interrupt } = ports
  await requireKnownOutput(file, operation, known, { carried, ...(interrupt && { interrupt }) })
  return file
}

/** For a run with an input: says what is planned, too. */
export function announceOutputPath(
  run: PlannedRun & { options: { input: string } },
  loaded: LoadedInput,
  plan: OutputPlan,
) {
  const { operation, connection, options, ports } = run
  const { input, output } = options
  announceOutput(plan, { input, output, sheets: loaded.sheets }, operation.output, ports.logger)
  const recognised = (identifiers: readonly string[]) => connection.ledger.runs.recognised(loaded.runId, identifiers)
  return findOutputPath(run, loaded, { suffix: operation.output.suffix, plan, recognised })
}

/** Spreadsheet programs refuse macros in an .xlsx file, and an .xlsm file without macros. */
async function resolveOutputPath(
  { operation, connection: { ledger, target }, options, ports }: PlannedRun,
  runId: number,
  { suffix, plan }: { suffix: string; plan: OutputPlan },
): Promise<string> {
  const ending = plan.kind === 'own-workbook' ? plan.enriching.extension : '.xlsx'
  const output = nameWorkbook(options.output, ending)
  const request = { output, suffix, isSimulated: isSimulated(target), runId, operation }
  const { file, because } = await chooseOutputPath(request, ledger.outputs)
  if (because !== undefined) ports.logger.warn(`${because}: this run writes ${file}`)
  else if (output !== options.output) {
    const macros = ending === '.xlsm' ? 'with' : 'without'
    const given = extname(options.output)
    ports.logger.warn(`a workbook ${macros} macros is not opened as ${given}: this run writes ${file}`)
  }
  return file
}

/** A refused run without changes must not overwrite an earlier output. */
export function hasNothingNew(
  halt: HaltReason | undefined,
  output: string,
  before: readonly BalanceLine[],
  after: readonly BalanceLine[],
): boolean {
  if (halt === undefined || !refusals.has(halt.kind)) return false
  return existsSync(output) && JSON.stringify(before) === JSON.stringify(after)
}

export interface OutputFacts {
  output: string
  plan: OutputPlan
  /** Names of the input and the operation, as the output shows them. */
  file: string
  operation: string
  filledIn?: ReadonlyMap<string, string>
}

/** When the copy of the input cannot be written, a new workbook is: sent rows are reported in any case. */
export async function publishOutput(run: OutputRun, loaded: LoadedInput, facts: OutputFacts): Promise<WrittenOutput> {
  try {
    return await writeAndSettle(run, loaded, facts)
  } catch (error) {
    if (facts.plan.kind === 'new-workbook') throw error
    const { logger } = run.ports
    logger.warn(`the results go into a new workbook: the copy of ${facts.file} failed (${messageOf(error)})`)
    const other = { suffix: run.operation.output.suffix, plan: newWorkbook }
    const isRenamed = extname(facts.output).toLowerCase() === '.xlsm'
    const output = isRenamed ? await resolveOutputPath(run, loaded.runId, other) : facts.output
    return await writeAndSettle(run, loaded, { ...facts, output, plan: newWorkbook })
  }
}

/** An edited output is backed up first, with a warning. */
async function writeAndSettle(run: OutputRun, loaded: LoadedInput, { output, plan, ...named }: OutputFacts) {
  const { operation, connection, options, ports } = run
  const { ledger, target } = connection
  const { rows, runId } = loaded
  const kept = await backUpEditedOutput(output, runId, ledger.outputs, ports.clock.now())
  let edited: WrittenOutput['edited']
  if (kept !== undefined) {
    ports.logger.warn(`${describeBackup(output, kept)}, and a new one is written`)
    const mayCorrect = kept.isEdited && plan.kind === 'own-workbook'
    const cells = mayCorrect ? await countCorrections(kept.file, loaded.sheets, { operation, ledger, runId }) : 0
    if (cells > 0) edited = { file: kept.file, cells }
  }
  const asked = await canonicalPath(isSimulated(target) ? nameSimulatedCsv(options.output) : options.output)
  const places = isCsv(output)
    ? await chooseSidecarPaths(output, ledger.outputs, { runId, input: named.file })
    : undefined
  const progress = { kind: 'progress', stage: 'write', rows, inFlight: 0, pending: 0, counts: new Map() } as const
  let digest = ''
  const request: OutputRequest = {
    operation,
    ledger,
    runId,
    face: ports.face,
    ...(places === undefined ? {} : { nameTable: (table) => basename(places.get(table) ?? table) }),
    sheets: loaded.sheets,
    target,
    unclear: loaded.unclear,
    output,
    isSimulated: isSimulated(target),
    summary: {
      ...named,
      sheets: sheetsRead(loaded),
      ...labelTarget(connection),
      company: target.company,
      isSimulated: isSimulated(target),
      toolVersion: version,
      ledger: await readLedgerLine(ledger),
    },
    onProgress: (settled) => ports.onEvent?.({ ...progress, settled }),
    onVerified: async (file, cells) => {
      digest = await digestOutput(file, cells)
      await ledger.outputs.announce(runId, { file: await canonicalPath(output), asked, digest })
    },
  }
  const published = plan.kind === 'own-workbook' ? await writeOwnWorkbook(request, plan) : await writeOutput(request)
  const file = await canonicalPath(published.file)
  if (published.isSecondName) await ledger.outputs.announce(runId, { file, asked: '', digest })
  await ledger.outputs.confirm(file, digest)
  const written = { ...published, ...(edited && { edited }) }
  if (places === undefined) return written
  return { ...written, beside: await publishSidecars(run, request, { main: basename(published.file), rows, places }) }
}
