import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from './counts.ts'
import { DecisionRules } from './decision-rules.ts'
import { drawDecisionRuns, type PlannedDecisions } from './decision-scenario.ts'
import { drawDecisions, editDecisions } from './decision-sheets.ts'
import { DiagramWatch } from './diagram.ts'
import { Dice } from './dice.ts'
import { moveOn, simulatedDisks } from './disks.ts'
import { reachInRows } from './invariants.ts'
import { recordTrips } from './known-trips.ts'
import { LedgerView, type SeenRun } from './ledger-view.ts'
import type { SimulationEnd } from './machine.ts'
import { type Parts, realParts } from './parts.ts'
import { address, playRun } from './play-run.ts'
import { epochMs } from './process.ts'
import { Seals } from './seals.ts'
import { ServiceModel } from './service-model.ts'
import { type Sheet, toCsv } from './trips.ts'
import { Verdict } from './verdict.ts'
import { VirtualLoop } from './virtual-loop.ts'

/** Plays what one seed decides of two officers who decide on the same assessments, each with a sheet, with one ledger. */
export async function simulateDecisions(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  const folder = mkdtempSync(join(simulatedDisks, 'rwa-decisions-'))
  try {
    return await new Desk(seed, folder, parts).play()
  } finally {
    // What dead processes have begun to write may still appear.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** A day before the first of them starts. */
const earlier = { now: () => epochMs - 86_400_000, sleep: async () => {} }

/** The machine on which both start the command. */
class Desk {
  readonly #seed: number
  readonly #folder: string
  readonly #parts: Parts
  readonly #dice: Dice
  readonly #loop: VirtualLoop
  readonly #service: ServiceModel
  readonly #verdict = new Verdict()
  readonly #diagram = new DiagramWatch(this.#verdict)
  readonly #rules: DecisionRules
  readonly #counts: Counts = { runs: 0, deaths: 0, requests: 0, faults: 0, creations: 0 }
  readonly #sheets: [Sheet, Sheet]
  readonly #seals: Seals
  #place: string
  #skewMs = 0

  constructor(seed: number, folder: string, parts: Parts) {
    this.#seed = seed
    this.#folder = folder
    this.#parts = parts
    this.#dice = new Dice(seed)
    const coins = this.#dice.fork()
    this.#loop = new VirtualLoop(() => coins.chance(0.5))
    this.#service = new ServiceModel(this.#dice.fork())
    this.#rules = new DecisionRules(this.#verdict, this.#service)
    this.#seals = new Seals(this.#verdict, parts)
    this.#sheets = [drawDecisions(this.#dice), drawDecisions(this.#dice)]
    this.#place = join(folder, 'place-0')
    mkdirSync(this.#place)
  }

  async play(): Promise<SimulationEnd> {
    const runs = drawDecisionRuns(this.#dice.fork())
    const ledger = realParts.openLedger(join(this.#place, 'ledger.sqlite'), earlier)
    await recordTrips(ledger, address, earlier.now())
    const release = this.#loop.capture()
    try {
      for (const planned of runs) if (!(await this.#start(planned))) break
    } finally {
      release()
    }
    this.#counts.creations = this.#service.decisions.length
    const { brokenSeals } = this.#seals
    Object.assign(this.#counts, countEndings(join(this.#place, 'ledger.sqlite')), { brokenSeals })
    const { broken, trace, reached } = this.#verdict
    this.#counts.reached = reached
    return { seed: this.#seed, broken, trace, hash: this.#verdict.hash(), counts: this.#counts }
  }

  /** False when it makes no sense to go on. */
  async #start(given: PlannedDecisions): Promise<boolean> {
    const planned = this.#seals.choose(given, this.#dice)
    const { officer, about } = planned
    this.#skewMs += planned.clockJumpMs
    if (planned.isEdited && about === undefined) {
      this.#sheets[officer] = editDecisions(this.#sheets[officer], this.#dice)
    }
    const sheet = about?.sheet ?? this.#sheets[officer]
    const input = join(this.#folder, `officer-${about?.officer ?? officer}.csv`)
    if (about === undefined) writeFileSync(input, toCsv(sheet))
    const verdict = this.#verdict
    const rules = this.#rules
    this.#counts.runs += 1
    verdict.note(`run ${this.#counts.runs}: ${sheet.lines.map((line) => line.join(' ')).join('; ')}`)
    verdict.note(JSON.stringify(given))
    rules.begin(planned, sheet, about?.officer ?? officer)
    const seals = this.#seals.begin(planned, sheet)
    const played = await playRun({
      operation: this.#parts.createDecide(),
      planned,
      input,
      place: this.#place,
      skewMs: this.#skewMs,
      parts: this.#parts,
      loop: this.#loop,
      service: this.#service,
      dice: this.#dice.fork(),
      verdict,
      truth: rules,
      diagram: this.#diagram,
      ...seals,
      onSend: (request, submissions) => {
        if (request.kind === 'update') rules.onSend(request, request.assessmentId, submissions)
      },
      judge: async (run) => {
        await rules.judge(run, sheet, planned.isCalm)
        const { ledger, report } = run
        await reachInRows(verdict, { ledger, runId: report.runId, input, places: new Map() }, run.requests)
      },
      onDeath: () => {
        this.#counts.deaths += 1
        this.#place = moveOn(this.#place, join(this.#folder, `place-${this.#counts.deaths}`))
      },
    })
    const { end, requests } = played
    this.#seals.judge(planned, played)
    rules.judgeOrder(requests, sheet)
    this.#counts.requests += requests.length
    this.#counts.faults += requests.filter(({ fault }) => fault !== 'none').length
    return end !== 'hopeless'
  }
}

/** What became of runs that waited. */
function countEndings(file: string): Partial<Counts> {
  const view = new LedgerView(file)
  try {
    const runs = [...view.runs().values()]
    const count = (select: (run: SeenRun) => boolean): number => runs.filter(select).length
    return {
      refused: count(({ ending }) => ending === 'refused'),
      dropped: count(({ ending }) => ending === 'dropped' || ending?.startsWith('replaced') === true),
      expired: count(({ ending }) => ending === 'expired'),
      brokenOff: count(({ ending }) => ending === 'broken off'),
      sealed: count(({ sealedBy }) => sealedBy !== null),
      released: count(({ sealedBy, waitsFor }) => sealedBy !== null && waitsFor === null),
    }
  } finally {
    view.close()
  }
}
