import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createUndoCheck, judgeRun, listUndoLines } from '../../rooms/app/four-eyes.ts'
import { readAnyCells } from '../../rooms/app/person.ts'
import { findForgetKeyFile } from '../../rooms/ledger.ts'
import { countUndo } from '../../rooms/operations/decide.ts'
import { runBatch } from '../../rooms/pipeline.ts'
import { BatchError } from '../../rooms/support.ts'
import type { Counts } from './counts.ts'
import { DiagramWatch } from './diagram.ts'
import { Dice } from './dice.ts'
import { moveOn, simulatedDisks } from './disks.ts'
import { LedgerView } from './ledger-view.ts'
import type { SimulationEnd } from './machine.ts'
import { type Parts, realParts } from './parts.ts'
import { playRun } from './play-run.ts'
import type { PlannedRun } from './scenario.ts'
import type { PlayedRun, Scene } from './scene.ts'
import { ServiceModel } from './service-model.ts'
import { editSheet } from './sheet-edits.ts'
import { drawLine, headings, people, type Sheet, toCsv } from './trips.ts'
import { canceller, UndoRules } from './undo-rules.ts'
import { Verdict } from './verdict.ts'
import { VirtualLoop } from './virtual-loop.ts'

/** Plays what one seed decides of runs over two sheets, decisions on them, and undos of any run, with one ledger. */
export async function simulateUndo(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  const folder = mkdtempSync(join(simulatedDisks, 'rwa-undo-'))
  try {
    return await new UndoMachine(seed, folder, parts).play()
  } finally {
    // What dead processes have begun to write may still appear.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

type Start = Pick<PlannedRun, 'options' | 'resend' | 'weather' | 'diesAt' | 'interruptAt'>

const minuteMs = 60_000
const calm: Start = {
  options: {
    ...{ concurrency: 2, rate: undefined, retries: 5, maxUnknown: 10, maxErrors: undefined },
    ...{ waitForServiceMs: 120_000, pollTimeoutMs: 10 * minuteMs, wait: true },
  },
  resend: { retryUnknown: false, allowDuplicates: false, sendChanged: false, again: false },
  weather: { faultShare: 0, outage: undefined, tokenLasts: Number.POSITIVE_INFINITY },
  diesAt: undefined,
  interruptAt: undefined,
}

const decisions: readonly [readonly string[], ...(readonly string[])[]] = [
  ['Pending', ''],
  ['Rejected', 'M-1'],
  ['Manager Approved', 'M-1'],
  ['Manager Approved', 'M-2'],
]

class UndoMachine {
  readonly #seed: number
  readonly #folder: string
  readonly #parts: Parts
  readonly #dice: Dice
  readonly #loop: VirtualLoop
  readonly #service: ServiceModel
  readonly #verdict = new Verdict()
  readonly #diagram = new DiagramWatch(this.#verdict)
  readonly #rules: UndoRules
  readonly #counts: Counts = { runs: 0, deaths: 0, requests: 0, faults: 0, creations: 0, undone: 0, forgotten: 0 }
  readonly #sheets: Record<'a' | 'b', Sheet>
  #place: string
  #skewMs = 0
  #faultShare = 0

  constructor(seed: number, folder: string, parts: Parts) {
    this.#seed = seed
    this.#folder = folder
    this.#parts = parts
    this.#dice = new Dice(seed)
    const coins = this.#dice.fork()
    this.#loop = new VirtualLoop(() => coins.chance(0.5))
    this.#service = new ServiceModel(this.#dice.fork())
    this.#rules = new UndoRules(this.#verdict, this.#service)
    const a = Array.from({ length: this.#dice.int(2, 7) }, () => drawLine(this.#dice))
    const shared = a.slice(0, this.#dice.int(0, 2))
    // Less than half of it is of the other: it is no later version of that sheet.
    const own = Array.from({ length: shared.length + this.#dice.int(1, 3) }, (_, at) =>
      drawLine(this.#dice).with(headings.indexOf('employeeId'), `Other-${at}`),
    )
    this.#sheets = { a: { headings, lines: a }, b: { headings, lines: this.#dice.shuffle([...shared, ...own]) } }
    this.#place = join(folder, 'place-0')
    mkdirSync(this.#place)
  }

  async play(): Promise<SimulationEnd> {
    const release = this.#loop.capture()
    this.#faultShare = this.#dice.pick([0, 0.1, 0.2, 0.35])
    try {
      await this.#assess('a')
      for (let left = this.#dice.int(3, 9); left > 0; left -= 1) await this.#step()
      // All is taken back in the end, as far as it can be known; then a second undo has nothing to send.
      for (const run of [...this.#rules.runs.keys()]) {
        if (this.#dice.chance(0.6)) continue
        await this.#undo(run, calm)
        await this.#undo(run, calm, true)
      }
    } finally {
      release()
    }
    this.#counts.creations = this.#service.creations.length
    const { broken, trace, reached } = this.#verdict
    this.#counts.reached = reached
    return { seed: this.#seed, broken, trace, hash: this.#verdict.hash(), counts: this.#counts }
  }

  async #step(): Promise<void> {
    const dice = this.#dice
    this.#skewMs += dice.pick([0, 0, minuteMs, 60 * minuteMs])
    const { kind } = dice.weighted<{ kind: string; weight: number }>([
      { kind: 'assess', weight: 4 },
      { kind: 'decide', weight: 4 },
      { kind: 'undo', weight: 6 },
      { kind: 'forget', weight: 1 },
    ])
    if (kind === 'decide') return this.#decide()
    if (kind === 'forget') return this.#forget()
    const runs = [...this.#rules.runs.keys()] as [number, ...number[]]
    if (kind === 'undo' && runs.length > 0) return this.#undo(dice.pick(runs), this.#drawStart())
    const name = dice.pick(['a', 'b'] as const)
    if (name === 'a' && dice.chance(0.6)) this.#sheets.a = editSheet(this.#sheets.a, dice).sheet
    return this.#assess(name)
  }

  #drawStart(): Start {
    const dice = this.#dice
    return {
      options: { ...calm.options, concurrency: dice.pick([1, 2, 4]), retries: dice.int(1, 5), wait: dice.chance(0.8) },
      resend: { ...calm.resend, sendChanged: dice.chance(0.5) },
      weather: { ...calm.weather, faultShare: this.#faultShare },
      diesAt: dice.chance(0.35) ? dice.int(1, dice.int(10, 70)) : undefined,
      interruptAt: dice.chance(0.1) ? dice.int(1, 50) : undefined,
    }
  }

  async #assess(name: 'a' | 'b'): Promise<void> {
    const sheet = this.#sheets[name]
    const input = this.#write(`${name}.csv`, sheet)
    const from = this.#service.creations.length
    const run = await this.#start(this.#drawStart(), input, { operation: this.#parts.createOperation() })
    if (run === undefined) return
    this.#rules.sheets.set(input, sheet)
    const created = this.#service.creations.slice(from)
    this.#rules.runs.set(run, { kind: 'trips', file: input, created, decided: [0, 0] })
  }

  async #decide(): Promise<void> {
    const dice = this.#dice
    const { creations } = this.#service
    if (creations.length === 0) return
    const chosen = dice.shuffle(creations).slice(0, dice.int(1, 3))
    const lines = chosen.map(({ identifier }) => [identifier, ...dice.pick(decisions)])
    const sheet = { headings: ['assessmentId', 'status', 'managerId'], lines }
    const input = this.#write(`decisions-${this.#counts.runs}.csv`, sheet)
    await this.#decideFrom(input, this.#drawStart(), {})
  }

  async #decideFrom(input: string, planned: Start, scene: Partial<Scene>): Promise<PlayedRun['requests']> {
    const from = this.#service.decisions.length
    let requests: PlayedRun['requests'] = []
    const run = await this.#start(planned, input, { operation: this.#parts.createDecide(), ...scene }, (played) => {
      requests = played.requests
    })
    const decided = [from, this.#service.decisions.length] as const
    if (run !== undefined) this.#rules.runs.set(run, { kind: 'decisions', file: input, created: [], decided })
    return requests
  }

  async #undo(run: number, planned: Start, isSecond = false): Promise<void> {
    const request = { run: String(run), by: canceller }
    const input = join(this.#folder, `undo-${run}.csv`)
    const verdict = this.#verdict
    verdict.note(`undo of run ${run}`)
    const requests = await this.#decideFrom(input, planned, {
      onSend: (sent) => {
        if (sent.kind === 'update') this.#rules.onSend(run, sent)
      },
      work: async ({ operation, connection, batch, ports }) => {
        const judged = await judgeRun(request, connection)
        verdict.note(JSON.stringify(countUndo(judged.judged)))
        this.#rules.judgeNumbers(run, judged, this.#readKnown())
        if (isSecond)
          verdict.check('all is done at last', countUndo(judged.judged).open === 0, () => `undo of run ${run}`)
        const { headings: names, lines } = listUndoLines(judged)
        if (lines.length === 0) return undefined
        writeFileSync(input, toCsv({ headings: names, lines }))
        const check = createUndoCheck(request)
        return runBatch(operation, connection, { ...batch, output: this.#outputOf(input), check }, ports)
      },
    })
    const sent = requests.filter(({ kind }) => kind === 'update').length
    this.#counts.undone = (this.#counts.undone ?? 0) + sent
    if (isSecond) verdict.check('all is done at last', sent === 0, () => `a second undo of run ${run} sends ${sent}`)
  }

  async #forget(): Promise<void> {
    const chosen = this.#dice.shuffle(people).slice(0, this.#dice.int(1, 6))
    this.#verdict.note(`forgotten: ${chosen.join(', ')}`)
    const clock = { now: () => this.#loop.elapsedMs + Date.UTC(2026, 2, 1) + this.#skewMs, sleep: async () => {} }
    const ledger = this.#parts.openLedger(join(this.#place, 'ledger.sqlite'), clock, this.#findKey)
    try {
      const choice = { people: chosen, readCells: readAnyCells }
      const erased = await ledger.forgetting.erase(choice, { reason: '', by: 'ann@laptop', now: clock.now() })
      await ledger.forgetting.scrub()
      this.#counts.forgotten = (this.#counts.forgotten ?? 0) + erased.submissions
    } finally {
      await ledger.close()
    }
  }

  readonly #findKey = (id: string) => findForgetKeyFile({ platform: 'linux', env: { HOME: this.#folder } }, id)

  #write(name: string, sheet: Sheet): string {
    const input = join(this.#folder, name)
    writeFileSync(input, toCsv(sheet))
    return input
  }

  #outputOf(input: string): string {
    return join(this.#place, `${basename(input, '.csv')}.out.csv`)
  }

  #readKnown(): ReadonlySet<string> {
    const view = new LedgerView(join(this.#place, 'ledger.sqlite'))
    try {
      return new Set(view.submissions().flatMap(({ identifier }) => identifier ?? []))
    } finally {
      view.close()
    }
  }

  /** The number of its run in the ledger; undefined for one that was never released. */
  async #start(
    planned: Start,
    input: string,
    scene: Partial<Scene> & Pick<Scene, 'operation'>,
    see: (played: PlayedRun) => void = () => {},
  ): Promise<number | undefined> {
    const before = this.#released()
    this.#counts.runs += 1
    this.#verdict.note(`run ${this.#counts.runs}: ${basename(input)} ${JSON.stringify(planned)}`)
    const { parts, loop, service, verdict, diagram } = {
      ...{ parts: this.#parts, loop: this.#loop, service: this.#service },
      ...{ verdict: this.#verdict, diagram: this.#diagram },
    }
    const played = await playRun({
      ...{ planned, input, place: this.#place, skewMs: this.#skewMs, parts, loop, service, verdict, diagram },
      dice: this.#dice.fork(),
      truth: { look() {} },
      work: ({ operation, connection, batch, ports }) =>
        runBatch(operation, connection, { ...batch, output: this.#outputOf(input) }, ports),
      open: async ({ file, process, transport }) => {
        const ledger = parts.openLedger(file, process.clock, this.#findKey)
        const target = await ledger.targets.find('https://service.example/version-test', 'default')
        const close = (): Promise<void> => ledger.close()
        return { ledger, target, client: parts.createClient(transport), rememberToken() {}, close, abandon: close }
      },
      onRefused: (error) =>
        verdict.check('a run ends', error instanceof BatchError && error.code === 'input', () => `it failed: ${error}`),
      judge: async () => {},
      onDeath: () => {
        this.#counts.deaths += 1
        this.#place = moveOn(this.#place, join(this.#folder, `place-${this.#counts.deaths}`))
      },
      ...scene,
    })
    see(played)
    this.#counts.requests += played.requests.length
    this.#counts.faults += played.requests.filter(({ fault }) => fault !== 'none').length
    return [...this.#released()].find((id) => !before.has(id))
  }

  #released(): ReadonlySet<number> {
    const file = join(this.#place, 'ledger.sqlite')
    try {
      const view = new LedgerView(file)
      try {
        return new Set([...view.runs().values()].flatMap(({ id, waitsFor }) => (waitsFor === null ? id : [])))
      } finally {
        view.close()
      }
    } catch {
      // There is none yet.
      return new Set()
    }
  }
}
