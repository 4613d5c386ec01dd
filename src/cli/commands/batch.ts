import { timingSafeEqual } from 'node:crypto'
import { basename, extname, join, resolve } from 'node:path'
import { isTestAddress, parseBaseUrl } from '../../client/base-url.ts'
import { createServiceClient, type ServiceClient } from '../../client/service.ts'
import { readToken, Token } from '../../client/token.ts'
import { createTransport } from '../../client/transport.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { openLedger } from '../../ledger/open.ts'
import type { Target } from '../../ledger/targets.ts'
import type { Operation } from '../../pipeline/operation.ts'
import type { BatchOptions, RunReport } from '../../pipeline/options.ts'
import { runBatch } from '../../pipeline/run.ts'
import { systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { systemRandom } from '../../support/random.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { watchInterrupts } from '../interrupts.ts'
import { toLoadOptions } from '../load-options.ts'
import { describeRun, describeSpill, summariseRun } from '../output/balance.ts'
import { createMessages } from '../output/messages.ts'
import { confirmPlan } from '../output/plan-question.ts'
import { createProgressDisplay, type ProgressDisplay } from '../output/progress.ts'
import { askToGoOn } from '../output/question.ts'
import { prepareFolder, requireOwnOutput } from '../output-file.ts'
import { describeFaults } from '../rehearsal/describe-faults.ts'
import { isBroken, judgeRun, type Rehearsal } from '../rehearsal/judge.ts'
import { version } from '../version.ts'
import { planRun } from './plan.ts'

/** What one run sends to: the remote service, or the sandbox in this process. */
interface Destination {
  /** As the ledger knows it. */
  address: string
  baseUrl: string
  token: Token
  /** Given when the sandbox misbehaves by plan. */
  rehearsal?: Rehearsal
  close(): Promise<void>
}

/** `assess`, and every further operation on a sheet. */
export async function runBatchCommand<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
  command: string,
): Promise<ExitCode> {
  const display = await createProgressDisplay(process.stderr, args.quiet)
  let redact = (text: string): string => text
  const logger = createMessages({
    quiet: args.quiet,
    verbose: args.verbose,
    logFile: args.logFile,
    redact: (text) => redact(text),
    pauseDisplay: () => display.pause(),
  })
  const options = toBatchOptions(operation, input, args)
  const destination = await openDestination(args, logger)
  redact = (text) => destination.token.redact(text)
  try {
    options.targetLabel = destination.address
    options.isTestTarget = isTestAddress(destination.baseUrl)
    if (args.dryRun) return await planRun(operation, options, { args, address: destination.address, logger })
    prepareFolder(options.output)
    const interrupts = watchInterrupts(logger)
    try {
      const report = await run(operation, options, { args, destination, logger, display, interrupt: interrupts.signal })
      display.end()
      for (const line of describeRun(report, command)) logger.info(line)
      if (args.sandbox) logger.info('The scores are simulated. Report links open while `npx rwa-batch sandbox` runs.')
      const { rehearsal } = destination
      const rehearsed = { id: report.runId, operation: operation.name, ledgerFile: args.ledger }
      const verdict = rehearsal === undefined ? undefined : judgeRun(rehearsal, rehearsed, logger)
      const exitCode = verdict !== undefined && isBroken(verdict) ? 1 : exitCodeOf(report, !args.noWait)
      if (args.json) process.stdout.write(`${JSON.stringify({ ...summariseRun(report, exitCode), verdict })}\n`)
      return exitCode
    } finally {
      interrupts.stop()
    }
  } finally {
    display.end()
    await destination.close()
  }
}

interface RunParts {
  args: BatchArguments
  destination: Destination
  logger: Logger
  display: ProgressDisplay
  interrupt: AbortSignal
}

async function run<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, destination, logger, display, interrupt }: RunParts,
): Promise<RunReport> {
  const { token, baseUrl, address } = destination
  let spilled = 0
  // What the ledger cannot take must not be lost: one JSON line each.
  const onSpill = (record: unknown): void => {
    spilled += 1
    process.stderr.write(`${token.redact(JSON.stringify(record))}\n`)
  }
  const ledger = openLedger({ file: args.ledger, clock: systemClock, onSpill })
  let client: ServiceClient | undefined
  try {
    if (ledger.recovered > 0) {
      logger.warn(`an earlier run ended while ${ledger.recovered} requests were on their way; their outcome is unknown`)
    }
    const target = ledger.targets.find(address, args.company)
    // It takes a tenth of a second; the sheet is read meanwhile.
    const fingerprint = (await requireSameToken(ledger, target, token, args)) ? undefined : token.fingerprint()
    const transport = createTransport({
      baseUrl,
      token,
      requestTimeoutMs: args.requestTimeout,
      connections: args.concurrency,
      env: process.env,
    })
    client = createServiceClient({ transport, token, policy: { retryStatuses: args.retryStatus } })
    let remembering: Promise<void> | undefined
    const place = {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((known) => ledger.targets.rememberToken(target, known))
        // It is awaited below.
        remembering?.catch(() => {})
      },
    }
    const report = await runBatch(operation, place, options, {
      clock: systemClock,
      random: systemRandom,
      logger,
      onProgress: (progress) => display.update(progress),
      interrupt,
      confirmPlan: (plan) => {
        display.pause()
        return confirmPlan(plan, args.yes, interrupt)
      },
      confirmRejections: process.stdin.isTTY && !args.quiet ? askToGoOn : undefined,
    })
    await remembering
    return report
  } finally {
    await client?.close()
    try {
      ledger.close()
    } finally {
      if (spilled > 0) logger.error(describeSpill(spilled))
    }
  }
}

/** True when the ledger knows this very token; false when it has none yet, or it was rotated. */
async function requireSameToken(ledger: Ledger, target: Target, token: Token, args: BatchArguments): Promise<boolean> {
  const known = args.tokenRotated ? undefined : ledger.targets.fingerprint(target)
  if (known === undefined) return false
  const { hash } = await token.fingerprint(known.salt)
  if (timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash))) return true
  throw new BatchError(
    'configuration',
    `another token was used before for ${target.address}, company “${target.company}”`,
    {
      hint: 'If it is a new token of the same company, add --token-rotated. If it belongs to another company, add --company <name>.',
    },
  )
}

async function openDestination(args: BatchArguments, logger: Logger): Promise<Destination> {
  if (args.sandbox) return openSandboxDestination(args, logger)
  if (args.faults !== undefined) {
    throw new BatchError('usage', '--faults is for the sandbox', {
      hint: 'Add --sandbox to rehearse; the service itself is not made to misbehave.',
    })
  }
  const text = args.baseUrl ?? process.env['RWA_BASE_URL']
  if (text === undefined || text === '') {
    throw new BatchError('configuration', 'there is no base address', {
      hint: 'Give --base-url <url> or set RWA_BASE_URL; --sandbox tries everything out without the service.',
    })
  }
  const baseUrl = parseBaseUrl(text)
  const token = args.dryRun
    ? new Token('none-needed')
    : await readToken({ env: process.env, tokenFile: args.tokenFile, stdin: process.stdin })
  return { address: baseUrl, baseUrl, token, close: async () => {} }
}

const sandboxPort = 4010

/** Its usual port keeps report links good from run to run; any other one serves as well. */
async function openSandboxDestination({ faults }: BatchArguments, logger: Logger): Promise<Destination> {
  const { startSandbox } = await import('../../sandbox/server.ts')
  const data = resolve('output', 'sandbox.sqlite')
  const options = { data, ...(faults === undefined ? {} : { faults }) }
  const sandbox = await startSandbox({ ...options, port: sandboxPort }).catch((error: unknown) => {
    logger.debug(`the sandbox takes any free port: ${String(error)}`)
    return startSandbox({ ...options, port: 0 })
  })
  const [company] = sandbox.companies
  if (company === undefined) throw new BatchError('defect', 'the sandbox has no company')
  if (faults !== undefined) for (const line of describeFaults(faults)) logger.warn(line)
  return {
    address: `sandbox:${data}`,
    baseUrl: parseBaseUrl(sandbox.baseUrl),
    token: new Token(company.token),
    ...(faults === undefined ? {} : { rehearsal: { sandbox, company: company.name } }),
    close: () => sandbox.close(),
  }
}

function toBatchOptions<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
): BatchOptions {
  const name = basename(input, extname(input))
  const output = args.output ?? join('output', `${name}.${operation.outputSuffix}.xlsx`)
  requireOwnOutput(input, output)
  return {
    input,
    output,
    load: toLoadOptions(operation.fields, args),
    resend: {
      retryUnknown: args.retryUnknown,
      allowDuplicates: args.allowDuplicates,
      sendChanged: args.sendChanged,
      again: args.again,
    },
    send: {
      concurrency: args.concurrency,
      ratePerSecond: args.rate,
      tries: args.retries,
      maxUnknown: args.maxUnknown,
      maxErrors: args.maxErrors,
      pollTimeoutMs: args.pollTimeout,
      waits: !args.noWait,
    },
    targetLabel: '',
    isTestTarget: false,
    toolVersion: version,
  }
}
