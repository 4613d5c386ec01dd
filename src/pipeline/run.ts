import { resolve } from 'node:path'
import type { Published } from '../sheet/writing/publish.ts'
import { confirmSending } from './confirm-sending.ts'
import { readChanges } from './earlier-output/changed-sheet.ts'
import { recallDefaults } from './earlier-output/recall-defaults.ts'
import { requireOwnOutput } from './earlier-output/require-own-output.ts'
import { readResolutions } from './earlier-output/unknown-sheet.ts'
import { Halt } from './engine/halt.ts'
import { loadInput, openInput } from './load/load-input.ts'
import { chooseOutput, isNothingNew, listEarlier, putOut } from './put-out.ts'
import { requireWhole } from './require-whole.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import type { TrafficReport } from './terms/events.ts'
import type { Operation } from './terms/operation.ts'
import type { BatchOptions, RunPorts, RunReport } from './terms/options.ts'
import type { RunPlace } from './terms/place.ts'

/**
 * One run of an operation over one input: load, submit and poll side by side, write. Starting, carrying on after a
 * crash and only rewriting the workbook are the same call: every stage does what the ledger says is left.
 * @throws BatchError when nothing could be done; what stopped a run midway is `halt` in the report.
 */
export async function runBatch<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  given: BatchOptions,
  ports: RunPorts,
): Promise<RunReport> {
  const startedAt = ports.clock.now()
  const options = { ...given, load: await recallDefaults(given.input, operation, given.load, ports) }
  const loaded = await load(operation, place, options, ports)
  const output = await chooseOutput(operation.outputSuffix, place, options, ports, loaded)
  const { submissions, runs, name } = place.ledger
  const runId = loaded.run.id
  const recognised = {
    isNamed: (identifier: string) => runs.recognises(runId, identifier),
    identifiers: submissions.identifiers,
  }
  const own = { name, submissions: recognised }
  await requireOwnOutput(output, operation.identifierField, own, ports.interrupt).catch((error: unknown) => {
    place.ledger.runs.end(runId, { now: ports.clock.now(), ending: 'refused', output: undefined })
    throw error
  })
  await confirmSending(operation, place, options, ports, loaded)
  const halt = new Halt()
  const before = place.ledger.runs.balance(loaded.run.id)
  const traffic = await submitAndPoll(operation, place, options, ports, loaded, halt)
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  requireWhole(place.ledger, loaded.run.id, loaded.rows)
  const isLeft = isNothingNew(halt, output, before, place.ledger.runs.balance(loaded.run.id))
  if (isLeft) ports.logger.warn(`nothing was sent, and the earlier ${output} is left as it is`)
  const filledIn = options.load.defaults
  const parts = { output, summary: { file: options.input, operation: operation.name, startedAt, filledIn } }
  const published = isLeft ? undefined : await putOut(operation, place, options, ports, loaded, parts)
  if (published !== undefined) ports.onEvent?.({ kind: 'written', file: published.file })
  place.ledger.runs.end(loaded.run.id, {
    now: ports.clock.now(),
    ending: halt.reason?.kind ?? 'done',
    output: published?.file,
  })
  requireWhole(place.ledger, loaded.run.id, loaded.rows)
  return report(place, {
    operation: operation.name,
    options,
    loaded,
    halt,
    output: published,
    traffic,
    startedAt,
    endedAt: ports.clock.now(),
  })
}

async function load<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
): Promise<LoadedInput> {
  const answered = [options.input, ...(await listEarlier(operation, place, options))]
  const source = await openInput(options.input, options.load, ports.interrupt)
  try {
    const request = {
      operation,
      target: place.target,
      file: resolve(options.input),
      load: options.load,
      resend: options.resend,
      answers: await readChanges(answered, ports),
    }
    await readResolutions(answered, operation, place.ledger, ports)
    return await loadInput(source, request, place.ledger, ports)
  } finally {
    await source.close()
  }
}

interface Ended {
  operation: string
  options: BatchOptions
  loaded: LoadedInput
  halt: Halt
  output: Published | undefined
  traffic: TrafficReport
  startedAt: number
  endedAt: number
}

function report({ ledger }: RunPlace, ended: Ended): RunReport {
  const { options, loaded, halt, output, traffic, startedAt, endedAt } = ended
  const runId = loaded.run.id
  return {
    runId,
    operation: ended.operation,
    targetLabel: options.targetLabel,
    isTestTarget: options.isTestTarget,
    sheets: loaded.sheets.map(({ name, rows }) => ({ name, rows })),
    balance: ledger.runs.balance(runId),
    rows: loaded.rows,
    halt: halt.reason,
    output,
    orphans: ledger.runs.countOrphans(runId),
    limit: options.send.limit,
    traffic,
    startedAt,
    endedAt,
  }
}
