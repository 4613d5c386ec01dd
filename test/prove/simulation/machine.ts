import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BatchError } from '../../rooms/support.ts'
import type { Counts } from './counts.ts'
import { DiagramWatch } from './diagram.ts'
import { Dice } from './dice.ts'
import { moveOn } from './disks.ts'
import { drawForgetting, everyone, ForgetSteps, type PlannedForgetting } from './forget-steps.ts'
import { type Places, reachInRows } from './invariants.ts'
import { inRealTurns, keepWorkbook } from './kept-workbooks.ts'
import { LedgerMishaps } from './ledger-mishaps.ts'
import { openAsUser } from './open-as-user.ts'
import type { Parts } from './parts.ts'
import { playRun } from './play-run.ts'
import { checkAllDone, checkRun } from './run-rules.ts'
import { drawScenario, type Kind, type PlannedRun } from './scenario.ts'
import { ServiceModel } from './service-model.ts'
import { editSheet, readOutput, writeIdentifiers } from './sheet-edits.ts'
import { type Sheet, toCsv } from './trips.ts'
import { TruthRules } from './truth-rules.ts'
import { type Rule, Verdict } from './verdict.ts'
import { VirtualLoop } from './virtual-loop.ts'
import { countEqualRows, countWanted } from './wanted-rows.ts'
import type { SentRequest } from './wire.ts'

export interface SimulationEnd {
  seed: number
  broken: ReadonlyMap<Rule, string>
  trace: readonly string[]
  hash: string
  counts: Counts
}

/** The machine that the command is started on again and again: its disk, its clock, and the sheet that somebody edits. */
export class Machine {
  readonly #seed: number
  readonly #folder: string
  readonly #parts: Parts
  readonly #dice: Dice
  readonly #loop: VirtualLoop
  readonly #service: ServiceModel
  readonly #verdict = new Verdict()
  #diagram = new DiagramWatch(this.#verdict)
  readonly #truth: TruthRules
  readonly #mishaps: LedgerMishaps | undefined
  readonly #forgetting: ForgetSteps | undefined
  readonly #counts: Counts = { runs: 0, deaths: 0, requests: 0, faults: 0, creations: 0 }
  #sheet: Sheet = { headings: [], lines: [] }
  #input: string
  #place: string
  #skewMs = 0
  readonly #places: Places = new Map()

  constructor(seed: number, folder: string, parts: Parts, { hasMishaps, forgets }: Kind) {
    this.#seed = seed
    this.#folder = folder
    this.#parts = parts
    this.#dice = new Dice(seed)
    const coins = this.#dice.fork()
    this.#loop = new VirtualLoop(() => coins.chance(0.5))
    this.#service = new ServiceModel(this.#dice.fork())
    this.#mishaps = hasMishaps ? new LedgerMishaps(this.#dice.fork(), folder) : undefined
    this.#truth = new TruthRules(this.#verdict, this.#service)
    if (forgets) this.#forgetting = new ForgetSteps({ parts, loop: this.#loop, verdict: this.#verdict, home: folder })
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
        const isLast = index === runs.length - 1
        if (index > 0 && this.#forgetting !== undefined && this.#dice.chance(0.7))
          await this.#forget(drawForgetting(this.#dice))
        const odd =
          index === 0 || this.#isForgiving() ? 'none' : await this.#startOddly(() => this.#start(planned, false))
        if (odd === 'broken') break
        // It was this run.
        if (odd === 'used' && !isLast) continue
        if (!(await this.#start(planned, isLast))) break
        if (isLast && this.#forgetting !== undefined) await this.#handInForgotten(planned)
      }
    } finally {
      release()
    }
    this.#counts.creations = this.#service.creations.length
    if (this.#forgetting !== undefined) Object.assign(this.#counts, this.#forgetting.counts)
    const { broken, trace, reached } = this.#verdict
    this.#counts.reached = reached
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
    this.#truth.takeWords(this.#sheet)
    if (resend.allowDuplicates) {
      for (const [content, count] of countEqualRows(this.#sheet, this.#service.creations))
        this.#truth.allow(content, count)
    }
    if (resend.again) this.#truth.allowMore(countWanted(this.#sheet))
    else this.#truth.endAgain()
    this.#truth.begin(resend)
  }

  /** A ledger that must be refused is, and the right one is next; one that may be used is used on. A death may come first. */
  async #startOddly(
    start: (isOdd: boolean) => Promise<boolean | 'died early'>,
    isForgetting = false,
  ): Promise<'none' | 'refused' | 'used' | 'broken'> {
    const odd = this.#mishaps?.draw(
      this.#place,
      this.#service.creations.length > 0,
      isForgetting ? ['copy', 'bit'] : undefined,
    )
    // A run from a copy in which people were forgotten is refused beside the first ledger.
    if (odd === undefined || (isForgetting && !odd.mustBeRefused)) return 'none'
    const { mustBeRefused, says, name } = odd
    const before = [this.#place, this.#diagram] as const
    let isUsed = false
    this.#counts.oddStarts = (this.#counts.oddStarts ?? 0) + 1
    this.#verdict.note(`the ledger is ${name}`)
    this.#place = odd.place
    if (odd.isOther) {
      this.#diagram = new DiagramWatch(this.#verdict)
      this.#forgetting?.startOver()
    }
    try {
      const isHopeful = await start(true)
      if (isHopeful === 'died early') return 'none'
      isUsed = true
      if (odd.isOther) this.#mishaps?.startOver()
      this.#verdict.check('what may not know all is refused', !mustBeRefused, () => `${name} is used`)
      return isHopeful ? 'used' : 'broken'
    } catch (error) {
      const said = error instanceof BatchError ? error.message : `no words: ${String(error)}`
      this.#verdict.note(`it is refused: ${said.replaceAll(/\S*\/\S*/g, '…')}`)
      this.#verdict.check('what may not know all is refused', says?.test(said) === true, () => `${name}: ${said}`)
      this.#counts.refusals = (this.#counts.refusals ?? 0) + 1
      this.#verdict.reach('I16')
      return 'refused'
    } finally {
      if (!isUsed) [this.#place, this.#diagram] = before
      odd.undo(isUsed)
    }
  }

  /** False when it makes no sense to go on. */
  async #start(planned: PlannedRun, isLast: boolean): Promise<boolean> {
    const verdict = this.#verdict
    this.#counts.runs += 1
    verdict.note(`run ${this.#counts.runs}: ${this.#sheet.lines.length} rows, ${JSON.stringify(planned)}`)
    const { end, requests } = await playRun({
      operation: this.#parts.createOperation(),
      planned,
      input: this.#input,
      place: this.#place,
      skewMs: this.#skewMs,
      parts: this.#parts,
      loop: this.#loop,
      service: this.#service,
      dice: this.#dice.fork(),
      verdict,
      truth: this.#truth,
      diagram: this.#diagram,
      ...(this.#mishaps === undefined ? {} : { open: openAsUser(this.#mishaps.home) }),
      judge: async (run) => {
        await checkRun(verdict, { ...run, sheet: this.#sheet })
        const { ledger, report } = run
        const shown = { ledger, runId: report.runId, input: this.#input, places: this.#places }
        await reachInRows(verdict, shown, run.requests)
        if (this.#mishaps !== undefined)
          this.#mishaps.noteWorkbook(await inRealTurns(() => keepWorkbook(this.#folder, this.#counts.runs, run.ledger)))
        if (isLast) await checkAllDone(verdict, run)
        const ends = new Set(['scored', 'duplicate', 'skipped'])
        if (run.report.balance.every(({ state }) => ends.has(state))) this.#truth.endAgain()
      },
      onDeath: () => void this.#saveDisk(),
      ...(this.#forgetting === undefined ? {} : { onSend: this.#forgetting.refuseOnce(this.#place, this.#dice) }),
    })
    if (this.#mishaps !== undefined) this.#mishaps.openings += 1
    this.#count(requests)
    return end !== 'hopeless'
  }

  /** A ledger that is not as it was is less often met where people are forgotten. */
  #isForgiving(): boolean {
    return this.#forgetting !== undefined && this.#dice.chance(0.5)
  }

  /** The same sheet again when all its people were forgotten; and once more. */
  async #handInForgotten(planned: PlannedRun): Promise<void> {
    for (let left = this.#dice.int(1, 2); left > 0; left -= 1) {
      await this.#forget(everyone)
      this.#prepare(planned)
      if (!(await this.#start(planned, true))) return
    }
    await this.#forget(everyone)
  }

  /** A process that dies is started again; perhaps only by the next forgetting. */
  async #forget(planned: PlannedForgetting): Promise<void> {
    const forgetting = this.#forgetting as ForgetSteps
    const start = async (isOdd: boolean): Promise<boolean | 'died early'> => {
      const end = await forgetting.play(planned, {
        place: this.#place,
        skewMs: this.#skewMs,
        onDeath: () => this.#saveDisk(),
      })
      if (this.#mishaps !== undefined && end !== 'died early') this.#mishaps.openings += 1
      if (isOdd && end === 'died early') return end
      if (end !== 'ended' && this.#dice.chance(0.7)) await this.#forget({ ...planned, diesAt: undefined })
      return true
    }
    if (this.#isForgiving() || (await this.#startOddly(start, true)) !== 'used') await start(false)
  }

  #count(requests: readonly SentRequest[]): void {
    this.#counts.requests += requests.length
    this.#counts.faults += requests.filter(({ fault }) => fault !== 'none').length
  }

  #saveDisk(): string {
    this.#counts.deaths += 1
    this.#place = moveOn(this.#place, join(this.#folder, `place-${this.#counts.deaths}`))
    return this.#place
  }
}
