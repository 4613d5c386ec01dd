import {
  Absence,
  explainDatabaseFailure,
  type GroupConnection,
  type Transaction,
} from '../../../rooms/ledger/postgres.ts'
import { noChecks, postgresDialect } from '../../../rooms/ledger/store.ts'
import type { Dice } from '../dice.ts'
import type { VirtualLoop } from '../virtual-loop.ts'
import type { ModelDatabase } from './model-database.ts'
import type { TeamProcess } from './team-process.ts'

interface Fate {
  fate: 'answered' | 'question lost' | 'answer lost' | 'done when the connection is gone' | 'in the way of another'
  weight: number
}

const fates: readonly [Fate, ...Fate[]] = [
  { fate: 'answered', weight: 90 },
  { fate: 'question lost', weight: 3 },
  { fate: 'answer lost', weight: 4 },
  { fate: 'done when the connection is gone', weight: 2 },
  { fate: 'in the way of another', weight: 1 },
]

const queryTimeoutMs = 15_000

async function nothingIsLoaded(): Promise<void> {
  throw new TypeError('nothing is loaded here')
}

/** A connection of one process to the database, whose questions and answers are late, lost, or both. */
export class LossyLine implements GroupConnection {
  readonly shown = 'the database'
  readonly dialect = postgresDialect
  readonly checks = noChecks
  readonly #loop: VirtualLoop
  readonly #database: ModelDatabase
  readonly #process: TeamProcess
  readonly #dice: Dice
  /** Nothing is lost in the end, or it would have none. */
  readonly #isCalm: () => boolean
  readonly #absence: Absence
  /** Whether it knows that the database may be away. */
  isLost = false
  onLost: () => void = () => {}

  constructor(loop: VirtualLoop, database: ModelDatabase, process: TeamProcess, dice: Dice, isCalm: () => boolean) {
    this.#loop = loop
    this.#database = database
    this.#process = process
    this.#dice = dice
    this.#isCalm = isCalm
    this.#absence = new Absence(process.clock, {
      interrupt: process.interrupt,
      onLost: () => {
        this.isLost = true
        this.onLost()
      },
    })
  }

  async tryOnce<Row>(_name: string, _text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#carry(() => this.#database.commitGroup(values))) as Row[]
  }

  async query<Row>(text: string, [id]: readonly unknown[] = []): Promise<Row[]> {
    const wait = this.createReconnectWait()
    while (true) {
      try {
        if (text.includes('last_group')) return [(await this.#carry(() => this.#database.recall(Number(id)))) as Row]
        throw new TypeError(`this is not asked of it: ${text}`)
      } catch (error) {
        if (error instanceof TypeError) throw error
        if (!(await wait())) throw explainDatabaseFailure(this.shown, error)
      }
    }
  }

  /** Once, however often it is asked for; the line itself finds out whether it was committed, which is tested with the real one. */
  async transaction<Result>(work: (statements: Transaction) => Promise<Result>): Promise<Result> {
    const wait = this.createReconnectWait()
    let committed: Promise<Result> | undefined
    while (true) {
      try {
        await this.#carry(() => {
          const { dialect, checks } = this
          committed ??= work({
            dialect,
            checks,
            query: async (text) => this.#inTransaction(text),
            copy: nothingIsLoaded,
          })
        })
        if (committed !== undefined) return await committed
      } catch (error) {
        if (error instanceof TypeError) throw error
        if (!(await wait())) throw explainDatabaseFailure(this.shown, error)
      }
    }
  }

  #inTransaction<Row>(text: string): Row[] {
    if (text.includes('INSERT INTO holders')) return [{ id: this.#database.hold() } as Row]
    // Nothing is polled here.
    if (text.includes('next_poll_at')) return []
    throw new TypeError(`this is not asked of it: ${text}`)
  }

  createReconnectWait(): () => Promise<boolean> {
    return this.#absence.createWait(() => false)
  }

  async #carry<Result>(act: () => Result): Promise<Result> {
    const dice = this.#dice
    const { fate } = this.#isCalm() ? fates[0] : dice.weighted(fates)
    await this.#process.clock.sleep(dice.int(0, 20))
    if (fate === 'question lost' || this.#isCut) throw await this.#lost()
    this.#absence.end()
    this.isLost = false
    if (fate === 'in the way of another') throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    if (fate === 'done when the connection is gone') {
      // The server is still at it.
      this.#database.unheard += 1
      void this.#loop.sleep(dice.int(0, 30_000)).then(act)
      throw await this.#lost()
    }
    const result = act()
    await this.#process.clock.sleep(dice.int(0, 20))
    if (fate !== 'answer lost' && !this.#isCut) return result
    this.#database.unheard += 1
    throw await this.#lost()
  }

  get #isCut(): boolean {
    return this.#process.isCutOff || this.#database.isAway
  }

  async #lost(): Promise<Error> {
    await this.#process.clock.sleep(this.#dice.chance(0.5) ? this.#dice.int(0, 100) : queryTimeoutMs)
    return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }
}
