import { join } from 'node:path'
import { readAnyCells } from '../../rooms/app/person.ts'
import type { ForgetChoice } from '../../rooms/ledger/port.ts'
import { type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { parsePeriod, startOfPeriod } from '../../rooms/settings.ts'
import { BatchError, Database, messageOf, systemClock } from '../../rooms/support.ts'
import type { Dice } from './dice.ts'
import { type Chosen, type Erased, ForgettingRules } from './forgetting-rules.ts'
import { openTracked } from './open-as-user.ts'
import type { Parts } from './parts.ts'
import { ProcessDied, SimulatedProcess } from './process.ts'
import { readRecords, type StoredRecords } from './stored-records.ts'
import { people } from './trips.ts'
import type { Verdict } from './verdict.ts'
import type { VirtualLoop } from './virtual-loop.ts'

export interface PlannedForgetting {
  by: 'person' | 'date' | 'retention'
  people: readonly string[]
  /** Who must not be forgotten by date. */
  held: readonly string[]
  /** Of all that was settled, in the order of time. */
  share: number
  /** A period of retention. */
  period: string
  hasAnswers: boolean
  /** A second command is started meanwhile. */
  isStartedTwice: boolean
  /** In statements and commits that the process passes. */
  diesAt: number | undefined
}

export interface ForgettingMachine {
  parts: Parts
  loop: VirtualLoop
  verdict: Verdict
  /** The folder of the user: their register, and the ledger’s key. */
  home: string
}

export function drawForgetting(dice: Dice): PlannedForgetting {
  return {
    by: dice.pick(['person', 'person', 'date', 'retention']),
    people: dice.shuffle(people).slice(0, dice.int(1, 5)),
    held: dice.shuffle(people).slice(0, dice.int(0, 3)),
    share: dice.random(),
    period: dice.pick(['P1D', 'P20D', 'P2M']),
    hasAnswers: dice.chance(0.3),
    isStartedTwice: dice.chance(0.15),
    diesAt: dice.chance(0.5) ? dice.int(1, 40) : undefined,
  }
}

export const everyone: PlannedForgetting = {
  by: 'person',
  people,
  held: [],
  share: 1,
  period: 'P1D',
  hasAnswers: false,
  isStartedTwice: false,
  diesAt: undefined,
}

interface Choice {
  choice: ForgetChoice
  /** Raw answers of what was settled before. */
  answersBefore: number | undefined
}

const dayMs = 86_400_000

/** `ledger forget` between two runs. */
export class ForgetSteps {
  /** Submissions that were forgotten, and starts that did it. */
  readonly counts = { forgettings: 0, forgotten: 0 }
  readonly #machine: ForgettingMachine
  readonly #rules: ForgettingRules
  #isOpened = false

  constructor(machine: ForgettingMachine) {
    this.#machine = machine
    this.#rules = new ForgettingRules(machine.verdict)
  }

  /** Another ledger is used from now on. */
  startOver(): void {
    this.#rules.startOver()
  }

  /** One that dies while it opens the ledger has changed nothing in it. @throws BatchError where it is refused. */
  async play(
    planned: PlannedForgetting,
    { place, skewMs, onDeath }: { place: string; skewMs: number; onDeath(): string },
  ): Promise<'ended' | 'died' | 'died early'> {
    const { loop, verdict, home } = this.#machine
    this.counts.forgettings += 1
    const file = join(place, 'ledger.sqlite')
    const plan = { diesAt: planned.diesAt, interruptAt: undefined, skewMs }
    // Of a dead process only what the disk had at that moment is found again.
    let found = file
    const process = new SimulatedProcess(loop, plan, (point) => {
      verdict.note(`forgetting dies: ${point}`)
      found = join(onDeath(), 'ledger.sqlite')
    })
    const before = await this.#readBefore(file, process)
    const { chosen, choice, answersBefore } = choose(planned, before, process.clock.now())
    verdict.note(`forgetting ${JSON.stringify(chosen)}${planned.hasAnswers ? ', and answers' : ''}`)
    const restore = passStatements(file, process)
    let erased: Erased | undefined
    try {
      erased = await this.#forget(file, process, { ...planned, choice, answersBefore })
    } catch (error) {
      if (!process.isDead) {
        if (error instanceof BatchError && error.code !== 'defect') throw error
        verdict.report('a run ends', `forgetting failed: ${messageOf(error)}`)
        return 'ended'
      }
    } finally {
      restore()
    }
    const after = this.#rules.compare(before, found, chosen, process.isDead ? undefined : erased)
    // An earlier copy that was put back lacks lines, and was not refused yet.
    if (!this.#isOpened) return 'died early'
    await this.#rules.checkSeals(ledgerAt(found, {}))
    if (process.isDead || erased === undefined) return 'died'
    this.#rules.checkErased(after, chosen, erased, place, home)
    this.counts.forgotten += erased.survey.submissions
    verdict.note(`forgotten: ${JSON.stringify({ ...erased.survey, open: erased.survey.open.length })}`)
    return 'ended'
  }

  async #forget(
    file: string,
    process: SimulatedProcess,
    { choice, answersBefore, isStartedTwice }: Choice & Pick<PlannedForgetting, 'isStartedTwice'>,
  ): Promise<Erased> {
    const { parts, home } = this.#machine
    this.#isOpened = false
    const { ledger, abandon } = await openTracked(home, { file, process, parts })
    // One that dies while its register is told has told it nothing, though no error is left of it.
    this.#isOpened = !process.isDead
    try {
      await this.#rules.checkSeals(ledgerAt(file, {}))
      if (isStartedTwice) this.refuseSecondStart(file, process)
      const erasure = { reason: '', by: 'ann@laptop', now: process.clock.now() }
      const surveyed = await ledger.forgetting.survey(choice)
      const survey = await ledger.forgetting.erase(choice, erasure)
      const ofAnswers = answersBefore !== undefined && { settledBefore: answersBefore, isOfAnswers: true }
      if (ofAnswers) await ledger.forgetting.erase(ofAnswers, erasure)
      return { surveyed, survey, isScrubbed: await ledger.forgetting.scrub() }
    } finally {
      await (process.isDead ? abandon() : ledger.close())
    }
  }

  /** Of a damaged file it is the product that must say so. */
  async #readBefore(file: string, process: SimulatedProcess): Promise<StoredRecords> {
    try {
      return readRecords(file)
    } catch (error) {
      const { parts, home } = this.#machine
      const { ledger } = await openTracked(home, { file, process, parts })
      await ledger.close()
      throw error
    }
  }

  /** Where a run sends its first request, a second command may be started. */
  refuseOnce(place: string, dice: Dice): () => void {
    let isDone = dice.chance(0.85)
    return () => {
      if (isDone) return
      isDone = true
      this.refuseSecondStart(join(place, 'ledger.sqlite'), { clock: systemClock })
    }
  }

  /** While a process has the ledger, no other one gets it. */
  refuseSecondStart(file: string, { clock }: Pick<SimulatedProcess, 'clock'>): void {
    const { parts, verdict } = this.#machine
    let second: Ledger | undefined
    try {
      second = parts.openLedger(file, clock)
    } catch (error) {
      if (error instanceof ProcessDied) throw error
      const said = error instanceof BatchError ? error.message : String(error)
      verdict.check('one process at a time', said.includes('in use'), () => said)
      return
    }
    verdict.report('one process at a time', 'a second one has the ledger')
    void second.close()
  }
}

function choose(
  { by, people: chosen, held, share, period, hasAnswers }: PlannedForgetting,
  { submissions }: { submissions: readonly { settled_at: number | null }[] },
  now: number,
): Choice & { chosen: Chosen } {
  const later = now + 40 * dayMs
  const startOf = (time: number) => startOfPeriod(time, parsePeriod(period) ?? { years: 0, months: 0, days: 1 })
  const answersBefore = hasAnswers ? startOf(later) : undefined
  if (by === 'person')
    return { chosen: { people: chosen }, choice: { people: chosen, readCells: readAnyCells }, answersBefore }
  const times = submissions.flatMap(({ settled_at: at }) => at ?? []).toSorted((left, right) => left - right)
  const before = by === 'date' ? (times[Math.floor(share * times.length)] ?? now) + 1 : (startOf(later) ?? 0)
  const except = { people: held, readCells: readAnyCells }
  return { chosen: { before, held }, choice: { settledBefore: before, except }, answersBefore }
}

/** Every statement that the ledger is told as text, such as a commit, is a point at which the process may die. */
function passStatements(file: string, process: SimulatedProcess): () => void {
  const exec = Database.prototype.exec
  Database.prototype.exec = function (this: Database, sql: string): void {
    if (this.file !== file) {
      exec.call(this, sql)
      return
    }
    const name = sql.trim().split(/\s+/, 2).join(' ')
    if (name !== 'ROLLBACK') process.pass(`${name} asked`)
    exec.call(this, sql)
    if (name !== 'ROLLBACK') process.pass(`${name} done`)
  }
  return () => {
    Database.prototype.exec = exec
  }
}
