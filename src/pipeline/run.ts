import { resolve } from 'node:path'
import type { Published } from '../sheet/out/publish.ts'
import { confirmSending } from './confirm-sending.ts'
import { converse } from './converse.ts'
import { Halt } from './halt.ts'
import { type LoadedInput, loadInput, openInput, sheetsRead } from './load/load-input.ts'
import { readChanges } from './load/read-changes.ts'
import { readResolutions } from './load/read-resolutions.ts'
import { requireOwnOutput } from './load/require-own-output.ts'
import type { Operation } from './operation.ts'
import type { BatchOptions, RunPorts, RunReport } from './options.ts'
import type { RunPlace } from './place.ts'
import { requireWhole } from './require-whole.ts'
import type { TrafficReport } from './submit/traffic.ts'
import { keepFilledIn } from './write/keep-filled-in.ts'
import { writeOutput } from './write/write-output.ts'

/**
 * One run of an operation over one input: load, submit and poll side by side, write. Starting, carrying on after a
 * crash and only rewriting the workbook are the same call: every stage does what the ledger says is left.
 * @throws BatchError when nothing could be done; what stopped a run midway is `halt` in the report.
 */
export async function runBatch<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
): Promise<RunReport> {
  const startedAt = ports.clock.now()
  const loaded = await load(operation, place, options, ports)
  await requireOwnOutput(options.output, operation.identifierField, place.ledger, ports.interrupt).catch(
    (error: unknown) => {
      place.ledger.runs.end(loaded.run.id, { now: ports.clock.now(), ending: 'refused', output: undefined })
      throw error
    },
  )
  await confirmSending(operation, place, options, ports, loaded)
  const halt = new Halt()
  const traffic = await converse(operation, place, options, ports, loaded, halt)
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  requireWhole(place.ledger, loaded.run.id, loaded.rows)
  const output = await write(operation, place, options, ports, loaded, startedAt)
  ports.onEvent?.({ kind: 'written', file: output.file })
  place.ledger.runs.end(loaded.run.id, {
    now: ports.clock.now(),
    ending: halt.reason?.kind ?? 'done',
    output: output.file,
  })
  requireWhole(place.ledger, loaded.run.id, loaded.rows)
  return report(place, { options, loaded, halt, output, traffic, startedAt, endedAt: ports.clock.now() })
}

async function load<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
): Promise<LoadedInput> {
  const source = await openInput(options.input, options.load, ports.interrupt)
  try {
    const request = {
      operation,
      target: place.target,
      file: resolve(options.input),
      load: options.load,
      resend: options.resend,
      answers: await readChanges([options.input, options.output], ports),
    }
    await readResolutions([options.input, options.output], operation, place.ledger, ports)
    return await loadInput(source, request, place.ledger, ports)
  } finally {
    await source.close()
  }
}

async function write<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
  loaded: LoadedInput,
  startedAt: number,
): Promise<Published> {
  const { rows } = loaded
  const kept = await keepFilledIn(options.output, operation.extraSheets, ports.clock.now())
  if (kept !== undefined) {
    ports.logger.warn(
      `somebody has filled in the earlier ${options.output}: it is kept as ${kept}, and a new one is written`,
    )
  }
  return writeOutput({
    operation,
    ledger: place.ledger,
    runId: loaded.run.id,
    sheets: loaded.sheets,
    output: options.output,
    summary: {
      file: options.input,
      sheets: sheetsRead(loaded),
      operation: operation.name,
      targetLabel: options.targetLabel,
      isTestTarget: options.isTestTarget,
      toolVersion: options.toolVersion,
      startedAt,
      writtenAt: ports.clock.now(),
    },
    onProgress: (written) =>
      ports.onProgress({ stage: 'write', rows, settled: written, inFlight: 0, pending: 0, counts: new Map() }),
  })
}

interface Ended {
  options: BatchOptions
  loaded: LoadedInput
  halt: Halt
  output: Published
  traffic: TrafficReport
  startedAt: number
  endedAt: number
}

function report({ ledger }: RunPlace, ended: Ended): RunReport {
  const { options, loaded, halt, output, traffic, startedAt, endedAt } = ended
  const runId = loaded.run.id
  return {
    runId,
    targetLabel: options.targetLabel,
    isTestTarget: options.isTestTarget,
    sheets: loaded.sheets.map(({ name, rows }) => ({ name, rows })),
    balance: ledger.runs.balance(runId),
    rows: loaded.rows,
    halt: halt.reason,
    output,
    orphans: ledger.runs.countOrphans(runId),
    traffic,
    startedAt,
    endedAt,
  }
}
