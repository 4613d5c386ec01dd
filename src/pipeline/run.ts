import { resolve } from 'node:path'
import type { ServiceClient } from '../client/service.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Target } from '../ledger/targets.ts'
import { openSheet } from '../sheet/open.ts'
import type { Published } from '../sheet/out/publish.ts'
import { BatchError } from '../support/errors.ts'
import { Bell, type RunContext } from './context.ts'
import { Halt } from './halt.ts'
import { type LoadedSheet, loadSheet } from './load/load-sheet.ts'
import { readResolutions } from './load/read-resolutions.ts'
import { requireOwnOutput } from './load/require-own-output.ts'
import type { Operation } from './operation.ts'
import type { BatchOptions, Progress, RunPorts, RunReport } from './options.ts'
import { planSending } from './plan.ts'
import { PollSchedule } from './poll/poll-schedule.ts'
import { pollScores } from './poll/poll-scores.ts'
import { Contact } from './submit/contact.ts'
import { Gate } from './submit/gate.ts'
import { Limiter, type LimiterMemory } from './submit/limiter.ts'
import { submitRows } from './submit/submit-rows.ts'
import { Tally } from './tally.ts'
import { keepFilledIn } from './write/keep-filled-in.ts'
import { writeOutput } from './write/write-output.ts'

/** Where a run sends to and what it remembers with. */
export interface RunPlace {
  ledger: Ledger
  target: Target
  client: ServiceClient
  /** Called once the service has accepted the token. */
  rememberToken(): void
}

/**
 * One run of an operation over one sheet: load, submit and poll side by side, write. Starting, carrying on after a
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
  await requireOwnOutput(options.output, operation.identifierField, place.ledger).catch((error: unknown) => {
    place.ledger.runs.end(loaded.run.id, { now: ports.clock.now(), ending: 'refused', output: undefined })
    throw error
  })
  await confirm(operation, place, options, ports, loaded)
  const halt = new Halt()
  await converse(operation, place, options, ports, loaded, halt)
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  const output = await write(operation, place, options, ports, loaded, startedAt)
  place.ledger.runs.end(loaded.run.id, {
    now: ports.clock.now(),
    ending: halt.reason?.kind ?? 'done',
    output: output.file,
  })
  return report(place, loaded, halt, output, startedAt, ports.clock.now())
}

async function load<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
): Promise<LoadedSheet> {
  const source = await openSheet(options.input, options.load)
  try {
    const request = {
      operation,
      target: place.target,
      file: resolve(options.input),
      load: options.load,
      resend: options.resend,
    }
    await readResolutions([options.input, options.output], operation, place.ledger, ports)
    return await loadSheet(source, request, place.ledger, ports)
  } finally {
    await source.close()
  }
}

/** @throws BatchError `usage` when the plan was not confirmed: nothing was sent, and the rows stay ready. */
async function confirm<Request extends object>(
  operation: Operation<Request>,
  { ledger }: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
  loaded: LoadedSheet,
): Promise<void> {
  if (!operation.needsConfirmation) return
  const plan = planSending(operation, ledger, loaded.run.id, options)
  let isConfirmed = false
  try {
    isConfirmed = plan.total === 0 || (await ports.confirmPlan(plan))
  } finally {
    if (!isConfirmed) {
      ledger.runs.end(loaded.run.id, { now: ports.clock.now(), ending: 'not confirmed', output: undefined })
    }
  }
  if (isConfirmed) return
  throw new BatchError('usage', 'the plan was not confirmed: nothing was sent', {
    hint: 'Start the same command again and type the number of requests, or add --yes.',
  })
}

/** Submits and polls until nothing is left to do, or something stops the run. */
async function converse<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
  loaded: LoadedSheet,
  halt: Halt,
): Promise<void> {
  const onInterrupt = (): void => halt.stop({ kind: 'interrupted' })
  if (ports.interrupt.aborted) onInterrupt()
  ports.interrupt.addEventListener('abort', onInterrupt, { once: true })
  const memory = place.ledger.targets.recall(place.target)
  const { context, limiter } = prepare(operation, place, options, ports, loaded, halt, memory)
  halt.everything.addEventListener('abort', () => context.bell.ring(), { once: true })
  const submitting = { isDone: false }
  const submit = async (): Promise<void> => {
    await submitRows(context)
    submitting.isDone = true
    context.bell.ring()
  }
  const poll = async (): Promise<void> => {
    if (operation.retrieve !== undefined && options.send.waits) await pollScores(context, submitting)
  }
  try {
    // A stage that breaks stops the other one, which may be waiting for it.
    await Promise.allSettled([halt.guard(submit), halt.guard(poll)])
  } finally {
    ports.interrupt.removeEventListener('abort', onInterrupt)
    place.ledger.flush()
  }
  if (halt.reason?.kind === 'broken') return
  place.ledger.targets.remember(place.target, {
    limiter: JSON.stringify(limiter.memory),
    pollSchedule: context.schedule.memory === undefined ? memory.pollSchedule : JSON.stringify(context.schedule.memory),
  })
}

function prepare<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
  loaded: LoadedSheet,
  halt: Halt,
  memory: { limiter: string | undefined; pollSchedule: string | undefined },
): { context: RunContext<Request>; limiter: Limiter } {
  const { clock, random, logger } = ports
  const { concurrency, ratePerSecond } = options.send
  const limiter = new Limiter({
    maxInFlight: concurrency,
    maxPerSecond: ratePerSecond,
    random,
    memory: parseMemory<LimiterMemory>(memory.limiter),
  })
  const gate = new Gate(limiter, concurrency, halt.everything, {
    clock,
    onHold: (heldMs, isTooLong) => {
      if (isTooLong) halt.stop({ kind: 'held-off', message: `the service asks to wait ${Math.round(heldMs / 1000)} s` })
    },
  })
  const contact = new Contact(halt, gate, options.send, {
    now: () => clock.now(),
    onProven: place.rememberToken,
    warn: (message) => logger.warn(message),
    confirmRejections: ports.confirmRejections,
  })
  const runId = loaded.run.id
  const balance = place.ledger.runs.balance(runId)
  const tally = new Tally((counts) => ports.onProgress(sendProgress(loaded.rows, gate.inFlight, counts)))
  for (const { state, count } of balance) tally.add(state, count)
  const context: RunContext<Request> = {
    runId,
    operation,
    client: place.client,
    ledger: place.ledger,
    options: options.send,
    ports,
    halt,
    gate,
    contact,
    schedule: new PollSchedule(parseMemory<unknown>(memory.pollSchedule)),
    tally,
    bell: new Bell(),
  }
  return { context, limiter }
}

const unsettledStates = ['ready', 'sending', 'accepted']

function sendProgress(rows: number, inFlight: number, counts: ReadonlyMap<string, number>): Progress {
  const unsettled = unsettledStates.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  return { stage: 'send', rows, settled: rows - unsettled, inFlight, pending: counts.get('accepted') ?? 0, counts }
}

async function write<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: BatchOptions,
  ports: RunPorts,
  loaded: LoadedSheet,
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
    columns: loaded.columns,
    output: options.output,
    summary: {
      file: options.input,
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

function report(
  place: RunPlace,
  loaded: LoadedSheet,
  halt: Halt,
  output: Published,
  startedAt: number,
  endedAt: number,
): RunReport {
  const { ledger } = place
  const runId = loaded.run.id
  return {
    runId,
    sheet: loaded.sheet,
    balance: ledger.runs.balance(runId),
    rows: loaded.rows,
    halt: halt.reason,
    output,
    orphans: ledger.runs.countOrphans(runId),
    startedAt,
    endedAt,
  }
}

/** JSON that an earlier run of this program wrote. */
function parseMemory<T>(json: string | undefined): T | undefined {
  return json === undefined ? undefined : JSON.parse(json)
}
