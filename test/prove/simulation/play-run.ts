import { join } from 'node:path'
import type { Transport } from '../../rooms/client.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import type { LoadOptions, RunPorts, RunReport, RunRequest } from '../../rooms/pipeline/model.ts'
import { runBatch } from '../../rooms/pipeline.ts'
import { messageOf, silentLogger } from '../../rooms/support.ts'
import { loadDefaults } from '../../support/run-defaults.ts'
import type { Dice } from './dice.ts'
import { reachAtDeath } from './invariants.ts'
import { LedgerView } from './ledger-view.ts'
import { checkMeanings } from './meaning-rules.ts'
import { SimulatedProcess } from './process.ts'
import type { OpenedLedger, Opener, PlayedRun, Scene, Work } from './scene.ts'
import { TrafficRules } from './traffic-rules.ts'
import { WaitingRules } from './waiting-rules.ts'
import { watchLedger } from './watch-ledger.ts'
import { Wire, type WireListener } from './wire.ts'

const longestRunMs = 24 * 3_600_000
export const address = 'https://service.example/version-test'
const loadOptions: LoadOptions = { ...loadDefaults, hidden: undefined }

/** The real pipeline over the real ledger, from its start to its end or death. */
export async function playRun(scene: Scene): Promise<PlayedRun> {
  const { operation, planned, place, parts, loop, service, dice, verdict, truth, diagram } = scene
  const { options } = planned
  const file = join(place, 'ledger.sqlite')
  const process = new SimulatedProcess(
    loop,
    { diesAt: planned.diesAt, interruptAt: planned.interruptAt, skewMs: scene.skewMs },
    (point) => {
      verdict.note(`the process dies: ${point}`)
      checkMeanings(verdict, view.submissions(), wire.requests, { hasDied: true, tries: options.retries })
      reachAtDeath(verdict, view.submissions(), wire.requests, process.stage === 'write')
      wire.abandon()
      scene.onDeath()
      loop.drop()
    },
  )
  if (scene.isSendingOnly === true) process.stage = 'send'
  const transport: Transport = { post: (path, body) => wire.post(path, body), close: () => wire.close() }
  const { open = openFile } = scene
  const { close, abandon, ...opened } = await open({ file, process, parts, transport })
  const { ledger } = opened
  const view = new LedgerView(
    file,
    (asked) => service.creations.find(({ identifier }) => identifier === asked)?.content,
  )
  const waiting = new WaitingRules(verdict, view, scene.releases)
  let isConfirmed = operation.send.needsConfirmation !== true
  const look = (): void => {
    waiting.look()
    diagram.isRetrying = planned.resend.retryUnknown && waiting.isReleased
    const submissions = view.submissions()
    diagram.look(submissions)
    truth.look(submissions, options.concurrency)
  }
  const listener = new TrafficRules(verdict, options, {
    process,
    polls: operation.poll !== undefined,
    nowMs: () => loop.elapsedMs,
    submissions: () => view.submissions(),
  })
  const told: WireListener = {
    onStart(request) {
      listener.onStart(request)
      // To read what became of an unknown decision needs no confirmation: nothing is decided by it.
      const mayBeSent =
        request.kind === 'retrieve' ? waiting.isReleased || waiting.mayAsk : waiting.isReleased && isConfirmed
      verdict.check(
        'nothing is sent before its release',
        mayBeSent,
        () => `request ${request.number}: ${request.subject}`,
      )
      scene.onSend?.(request, view.submissions())
    },
    onEnd: (request) => listener.onEnd(request),
  }
  const wire = new Wire({ loop, process, service, dice: dice.fork(), weather: planned.weather, listener: told })
  const watched = watchLedger(ledger, process, (name) => {
    if (name === 'completeLoad') process.stage = 'send'
    if (name === 'announce') process.stage = 'write'
    look()
  })
  let hasDied = (): boolean => process.isDead
  try {
    diagram.isOpening = true
    look()
    diagram.isOpening = false
    const ask: RunPorts['ask'] = async ({ kind }) => {
      if (kind !== 'plan') return undefined
      isConfirmed = scene.confirms !== false
      return isConfirmed
    }
    const ports = { ...createPorts(process, dice.fork()), ask }
    const connection = { ...opened, ledger: watched }
    const { work: start = runSheet } = scene
    const work = start({ operation, connection, batch: describeBatch(scene), ports, view })
    const end = await loop.drive(work, loop.elapsedMs + longestRunMs, {
      mayTimePass: () => process.stage === 'send',
      afterTurn: () => {
        if (view.hasChanged()) look()
      },
      isOver: () => process.isDead,
    })
    const requests = wire.requests
    if (end === 'over') {
      // While files are open the dead process closes them by itself; a conversation just stops.
      if (process.stage !== 'send') await work.catch(() => {})
      return { end: 'died', requests, isReleased: waiting.isReleased }
    }
    hasDied = () => false
    process.isDead = true
    const isIdle = end === 'endless' && scene.mayWaitForEver === true
    if (end !== 'settled' && !isIdle) verdict.report('a run ends', `it is ${end}`)
    const report = end === 'settled' ? await reportOf(work, scene) : isIdle ? 'refused' : 'failed'
    look()
    waiting.judgeEnds()
    const { isReleased } = waiting
    if (report === 'failed') return { end: 'hopeless', requests, isReleased }
    if (report === 'refused') return { end: 'refused', requests, isReleased }
    if (report !== undefined) await judge(scene, report, ledger, view, wire)
    return { end: 'ended', requests, isReleased }
  } finally {
    loop.drop()
    view.close()
    await (hasDied() ? abandon() : close())
  }
}

async function openFile({ file, process, parts, transport }: Parameters<Opener>[0]): Promise<OpenedLedger> {
  const ledger = parts.openLedger(file, process.clock)
  const target = await ledger.targets.find(address, 'default')
  const close = (): Promise<void> => ledger.close()
  return { ledger, target, client: parts.createClient(transport), rememberToken() {}, close, abandon: close }
}

function describeBatch({ input, place, planned, parts }: Scene): RunRequest {
  return {
    input,
    output: join(place, 'out.csv'),
    load: loadOptions,
    ...parts.tellResend(planned.resend),
    ...parts.tell(planned.options),
  }
}

function createPorts(process: SimulatedProcess, dice: Dice): Omit<RunPorts, 'ask'> {
  return {
    clock: process.clock,
    random: dice.random,
    logger: silentLogger,
    interrupt: process.interrupts.signal,
  }
}

function runSheet({ operation, connection, batch, ports }: Work): Promise<RunReport> {
  return runBatch(operation, connection, batch, ports)
}

async function reportOf(
  work: Promise<RunReport | undefined>,
  { verdict, onRefused }: Scene,
): Promise<RunReport | 'refused' | 'failed' | undefined> {
  try {
    return await work
  } catch (error) {
    verdict.note(`it is refused: ${messageOf(error).replaceAll(/\S*\/\S*/g, '…')}`)
    if (onRefused !== undefined) {
      onRefused(error)
      return 'refused'
    }
    if (messageOf(error).includes('does not match its checksum')) verdict.reach('I17')
    verdict.report('a run ends', `it failed: ${messageOf(error)}`)
    return 'failed'
  }
}

async function judge(scene: Scene, report: RunReport, ledger: Ledger, view: LedgerView, wire: Wire): Promise<void> {
  const { verdict, loop } = scene
  const { options } = scene.planned
  const { requests, inFlight } = wire
  const balance = report.balance.map(({ state, count }) => `${state} ${count}`).join(', ')
  verdict.note(`${loop.elapsedMs} the run ends: ${report.halt?.kind ?? 'done'}; ${balance}`)
  verdict.check('a run ends', inFlight === 0, () => `${inFlight} requests are left behind`)
  const submissions = view.submissions()
  checkMeanings(verdict, submissions, requests, { hasDied: false, tries: options.retries })
  await scene.judge({ report, ledger, submissions, requests, options })
}
