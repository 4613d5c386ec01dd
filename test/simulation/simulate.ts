import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiagramWatch } from './diagram.ts'
import { Dice } from './dice.ts'
import { type Parts, realParts } from './parts.ts'
import { playRun } from './play-run.ts'
import { drawScenario, type PlannedRun } from './scenario.ts'
import { ServiceModel } from './service-model.ts'
import { editSheet, readOutput, writeIdentifiers } from './sheet-edits.ts'
import { expectationOf, type Sheet, toCsv } from './trips.ts'
import { TruthRules } from './truth-rules.ts'
import { type Rule, Verdict } from './verdict.ts'
import { VirtualLoop } from './virtual-loop.ts'
import type { SentRequest } from './wire.ts'

export interface Counts {
  runs: number
  deaths: number
  requests: number
  faults: number
  creations: number
}

export interface SimulationEnd {
  seed: number
  broken: ReadonlyMap<Rule, string>
  trace: readonly string[]
  hash: string
  counts: Counts
}

/** Files are synced a thousand times a second: in memory, where the system has a place for that. */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Plays what one seed decides, from the first start of the command to the last. */
export async function simulate(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  const folder = mkdtempSync(join(base, 'rwa-simulation-'))
  try {
    return await new Machine(seed, folder, parts).play()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The machine that the command is started on again and again: its disk, its clock, and the sheet that somebody edits. */
class Machine {
  readonly #seed: number
  readonly #folder: string
  readonly #parts: Parts
  readonly #dice: Dice
  readonly #loop: VirtualLoop
  readonly #service: ServiceModel
  readonly #verdict = new Verdict()
  readonly #diagram = new DiagramWatch(this.#verdict)
  /** How often a content was meant to be created, where that is more than once. */
  readonly #allowed = new Map<string, number>()
  readonly #counts: Counts = { runs: 0, deaths: 0, requests: 0, faults: 0, creations: 0 }
  #sheet: Sheet = { headings: [], lines: [] }
  #input: string
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
    this.#input = join(folder, 'trips.csv')
    this.#place = join(folder, 'place-0')
    mkdirSync(this.#place)
  }

  async play(): Promise<SimulationEnd> {
    const { sheet, runs } = drawScenario(this.#dice.fork())
    this.#sheet = sheet
    const release = this.#loop.capture()
    try {
      for (const [index, planned] of runs.entries()) {
        this.#prepare(planned)
        if (!(await this.#start(planned, index === runs.length - 1))) break
      }
    } finally {
      release()
    }
    this.#counts.creations = this.#service.creations.length
    const { broken, trace } = this.#verdict
    return { seed: this.#seed, broken, trace, hash: this.#verdict.hash(), counts: this.#counts }
  }

  /** What happens between two runs. */
  #prepare({ clockJumpMs, isEdited, isRenamed, isFedBack, isLookedUp, resend }: PlannedRun): void {
    const output = join(this.#place, 'out.csv')
    this.#skewMs += clockJumpMs
    if (isFedBack && existsSync(output)) {
      this.#sheet = readOutput(output)
      this.#verdict.note('the output becomes the input')
    }
    if (isEdited) {
      const { sheet, names } = editSheet(this.#sheet, this.#dice)
      this.#sheet = sheet
      this.#verdict.note(`the sheet is ${names.join(', ')}`)
    }
    if (isLookedUp) this.#sheet = writeIdentifiers(this.#sheet, this.#service.creations, this.#dice)
    if (isRenamed) this.#input = join(this.#folder, `trips-${this.#counts.runs}.csv`)
    writeFileSync(this.#input, toCsv(this.#sheet))
    if (resend.allowDuplicates) this.#allowEqualRows()
  }

  /** Every row that names no identifier stands for one of its content, and so does every identifier that rows name. */
  #allowEqualRows(): void {
    const wanted = new Map<string, number>()
    const want = (content: string): unknown => wanted.set(content, (wanted.get(content) ?? 0) + 1)
    const named = new Set<string>()
    for (const line of this.#sheet.lines) {
      const expected = expectationOf(this.#sheet, line)
      if (expected.kind === 'request') want(expected.content)
      if (expected.kind === 'identified') named.add(expected.identifier)
    }
    for (const { identifier, content } of this.#service.creations) if (named.has(identifier)) want(content)
    for (const [content, count] of wanted) this.#allowed.set(content, Math.max(count, this.#allowed.get(content) ?? 1))
  }

  /** False when it makes no sense to go on. */
  async #start(planned: PlannedRun, isLast: boolean): Promise<boolean> {
    const verdict = this.#verdict
    this.#counts.runs += 1
    verdict.note(`run ${this.#counts.runs}: ${this.#sheet.lines.length} rows, ${JSON.stringify(planned)}`)
    const { end, requests } = await playRun({
      planned,
      isLast,
      sheet: this.#sheet,
      input: this.#input,
      place: this.#place,
      skewMs: this.#skewMs,
      parts: this.#parts,
      loop: this.#loop,
      service: this.#service,
      dice: this.#dice.fork(),
      verdict,
      truth: new TruthRules(verdict, this.#service, this.#allowed),
      diagram: this.#diagram,
      onDeath: () => this.#saveDisk(),
    })
    this.#count(requests)
    return end !== 'hopeless'
  }

  #count(requests: readonly SentRequest[]): void {
    this.#counts.requests += requests.length
    this.#counts.faults += requests.filter(({ fault }) => fault !== 'none').length
  }

  /** What is on the disk now goes on to the next process; the dead one keeps what it had, and nobody looks there. */
  #saveDisk(): void {
    this.#counts.deaths += 1
    const next = join(this.#folder, `place-${this.#counts.deaths}`)
    mkdirSync(next)
    for (const name of ['ledger.sqlite', 'ledger.sqlite-wal', 'ledger.sqlite.mark', 'out.csv']) {
      const from = join(this.#place, name)
      if (existsSync(from)) copyFileSync(from, join(next, name))
    }
    this.#place = next
  }
}
