import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Dump, putBack, takeDump } from '../../ledger/postgres/dump.ts'
import { attempt, load, startOfTest, trip } from '../../ledger/workspace.ts'
import { openRegister, requireNotRolledBack, trackLedger } from '../../rooms/app/ledger.ts'
import { type Ledger, type LedgerStore, ledgerAt } from '../../rooms/ledger.ts'
import { BatchError, type Clock, silentLogger } from '../../rooms/support.ts'
import { Dice } from './dice.ts'
import { simulatedDisks } from './disks.ts'
import { type Rule, Verdict } from './verdict.ts'

/** A guard that a twin lacks. */
export type DatabaseGuard = 'the register is asked' | 'the digests of earlier lines are compared'

export interface DatabasesEnd {
  broken: ReadonlyMap<Rule, string>
  trace: readonly string[]
  counts: { starts: number; restores: number; refusals: number; creations: number }
}

interface Person {
  name: string
  home: string
  trips: string[]
  /** The database as it was when this person's last run ended. */
  seen: readonly string[]
}

interface TakenDump {
  dump: Dump
  history: readonly string[]
}

const refusal = /lacks the last|has changed|lacks opening/

/**
 * People share a real database that is put back from a dump, while some of them are away and others go on. Each has
 * trips of their own, and a register. Seeded, and independent of time.
 */
export async function simulateDatabases(seed: number, address: string, missing?: DatabaseGuard): Promise<DatabasesEnd> {
  const folder = mkdtempSync(join(simulatedDisks, 'rwa-databases-'))
  try {
    return await new Team(new Dice(seed), { folder, address, missing }).play()
  } finally {
    // What dead processes have begun to write may still appear.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

class Team {
  readonly #dice: Dice
  readonly #place: { folder: string; address: string; missing: DatabaseGuard | undefined }
  readonly #verdict = new Verdict()
  readonly #people: Person[] = []
  readonly #dumps: TakenDump[] = []
  readonly #created = new Map<string, number>()
  readonly #counts = { starts: 0, restores: 0, refusals: 0, creations: 0 }
  /** Every line of the database has its own word here. */
  #history: readonly string[] = []
  #words = 0
  #now = startOfTest
  readonly #clock: Clock = { now: () => (this.#now += 7), sleep: () => Promise.resolve() }

  constructor(dice: Dice, place: { folder: string; address: string; missing: DatabaseGuard | undefined }) {
    this.#dice = dice
    this.#place = place
  }

  async play(): Promise<DatabasesEnd> {
    const dice = this.#dice
    await this.#start(this.#join())
    for (let step = dice.int(8, 14); step > 0; step -= 1) {
      const act = dice.weighted([
        { what: 'start', weight: 6 },
        { what: 'join', weight: 1 },
        { what: 'dump', weight: 3 },
        { what: 'restore', weight: 3 },
      ]).what
      if (act === 'dump') await this.#dump()
      else if (act === 'restore') await this.#restore()
      else await this.#start(act === 'join' ? this.#join() : dice.pick(this.#people as [Person, ...Person[]]))
    }
    for (const person of this.#people) await this.#start(person)
    const { broken, trace } = this.#verdict
    return { broken, trace, counts: this.#counts }
  }

  #join(): Person {
    const name = `p${this.#people.length + 1}`
    const person: Person = { name, home: join(this.#place.folder, name), trips: [], seen: [] }
    this.#people.push(person)
    return person
  }

  async #dump(): Promise<void> {
    this.#dumps.push({ dump: await takeDump(this.#place.address), history: this.#history })
    this.#verdict.note(`dump ${this.#dumps.length} of ${this.#history.length} lines`)
  }

  async #restore(): Promise<void> {
    const { length } = this.#dumps
    const taken = length === 0 ? undefined : this.#dumps[this.#dice.int(0, length - 1)]
    if (taken === undefined) return
    await putBack(this.#place.address, taken.dump)
    this.#verdict.note(`put back: ${taken.history.length} lines instead of ${this.#history.length}`)
    this.#history = taken.history
    this.#counts.restores += 1
  }

  /** One run of a sheet that has grown since. */
  async #start(person: Person): Promise<void> {
    const { name, trips, seen } = person
    for (let more = this.#dice.int(0, 3); more > 0; more -= 1) trips.push(`${name}x${trips.length} March Spain`)
    const mustBeRefused = seen.some((word, line) => this.#history[line] !== word)
    this.#counts.starts += 1
    this.#verdict.note(`${name} starts with ${trips.length} trips${mustBeRefused ? ', and has seen more' : ''}`)
    let ledger: Ledger
    try {
      ledger = await this.#open(person)
    } catch (error) {
      const said = error instanceof BatchError ? error.message : String(error)
      const isRight = mustBeRefused && refusal.test(said)
      this.#verdict.check('what may not know all is refused', isRight, () => `${name} is refused: ${said}`)
      this.#counts.refusals += 1
      return
    }
    this.#verdict.check('what may not know all is refused', !mustBeRefused, () => `${name} may go on`)
    try {
      this.#write('opening')
      await this.#send(ledger, person)
    } finally {
      await ledger.close()
    }
    person.seen = this.#history
  }

  async #open({ home }: Person): Promise<Ledger> {
    const { address, missing } = this.#place
    const known = openRegister({ platform: 'linux', env: { HOME: home }, folder: home })
    const store = ledgerAt(address, {})
    const looked = missing === 'the digests of earlier lines are compared' ? withoutDigests(store) : store
    if (missing !== 'the register is asked') await requireNotRolledBack(looked, known)
    const opened = await store.open({ clock: this.#clock, onSpill() {} })
    return await trackLedger(store, opened, known, { clock: this.#clock, logger: silentLogger })
  }

  async #send(ledger: Ledger, { name, trips }: Person): Promise<void> {
    const run = await load(ledger, trips.map(trip), { file: `/${name}.csv`, now: this.#clock.now() })
    const limit = this.#dice.int(0, 4)
    for (const { id, request } of await ledger.submissions.readyPage(run, -1, limit)) {
      const claim = await ledger.submissions.claim(id, run, this.#clock.now())
      if (claim === undefined) throw new Error(`${name} is the only one to send ${request}`)
      const sentAt = this.#clock.now()
      const identifier = `R-${this.#words}`
      await ledger.submissions.settle(
        claim,
        { to: 'accepted', identifier, reportUrl: '', nextPollAt: sentAt },
        { ...attempt, runId: run, sentAt, answeredAt: sentAt + 3 },
      )
      this.#write(identifier)
      const count = (this.#created.get(request) ?? 0) + 1
      this.#created.set(request, count)
      this.#counts.creations += 1
      this.#verdict.check('created twice', count === 1, () => `${request}, once more as ${identifier}`)
      if (this.#dice.chance(0.1)) await this.#dump()
    }
  }

  #write(what: string): void {
    this.#words += 1
    this.#history = [...this.#history, `${what} ${this.#words}`]
  }
}

/** Compares the length of the log only. */
function withoutDigests(store: LedgerStore): LedgerStore {
  return {
    ...store,
    readWatermark: (look) =>
      store.readWatermark((ledger) =>
        look({
          ...ledger,
          digestsAt: async ({ opening, attempt: last }) => ({ opening: opening.digest, attempt: last.digest }),
        }),
      ),
  }
}
