import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findTarget, openRegister, requireFourEyesByRegister } from '../../rooms/app/ledger.ts'
import type { RecordedRules } from '../../rooms/ledger/port.ts'
import { openLedger } from '../../rooms/ledger/sqlite.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import { decide } from '../../rooms/operations.ts'
import { BatchError, silentLogger } from '../../rooms/support.ts'
import { Dice } from './dice.ts'
import { simulatedDisks } from './disks.ts'

/** What may be left out, to see that it is missed. */
export type RulesGuard = 'the register is asked' | 'the register is told'

export interface PlayedRules {
  breaches: string[]
  opened: number
  newLedgers: number
  deaths: number
  refused: number
}

interface Company {
  /** One company: people do not write it alike. */
  labels: readonly string[]
  address: string
}

const companies: readonly [Company, Company] = [
  { labels: ['Acme', 'acme', ' ACME'], address: 'https://service.example/version-test' },
  { labels: ['Globex'], address: 'https://service.example/version-test' },
]
const people = ['E-1', 'E-2', 'E-3', 'E-4']
const clock = { now: () => Date.UTC(2026, 2, 1), sleep: async () => {} }

interface Known {
  fourEyes: boolean
  holds: ReadonlySet<string>
}

const nothing: Known = { fourEyes: false, holds: new Set() }

function join2(one: Known, other: Known): Known {
  return { fourEyes: one.fourEyes || other.fourEyes, holds: new Set([...one.holds, ...other.holds]) }
}

function lacks({ fourEyes = false, holds = [] }: RecordedRules, wanted: Known): boolean {
  return (wanted.fourEyes && !fourEyes) || [...wanted.holds].some((each) => !holds.includes(each))
}

/**
 * One user with several ledgers of two companies: rules are made, processes die before the register is told, further
 * ledgers begin. What was recorded, and the register was told of, is in force in every ledger of that company; and nothing of
 * it in those of the other.
 */
export async function playRules(seed: number, without?: RulesGuard): Promise<PlayedRules> {
  const folder = mkdtempSync(join(simulatedDisks, 'rwa-rules-'))
  try {
    return await new Office(seed, folder, without).play()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class Office {
  readonly #dice: Dice
  readonly #folder: string
  readonly #without: RulesGuard | undefined
  readonly #surroundings
  readonly #own = new Map<string, Known>()
  readonly #told = new Map<string, Known>()
  readonly #played: PlayedRules = { breaches: [], opened: 0, newLedgers: 0, deaths: 0, refused: 0 }
  #files = 1

  constructor(seed: number, folder: string, without: RulesGuard | undefined) {
    this.#dice = new Dice(seed)
    this.#folder = folder
    this.#without = without
    this.#surroundings = { platform: 'linux', env: { HOME: folder }, folder } as const
    if (openRegister(this.#surroundings) === undefined) throw new Error('a user with a home has a register')
  }

  async play(): Promise<PlayedRules> {
    for (let step = 0; step < 10; step += 1) await this.#step()
    return this.#played
  }

  async #step(): Promise<void> {
    const index = this.#dice.weighted([
      { value: 0 as const, weight: 4 },
      { value: 1 as const, weight: 1 },
    ]).value
    const company = companies[index]
    const isNew = this.#dice.chance(0.3)
    if (isNew) {
      this.#refuseAlone(index, company)
      this.#files += 1
      this.#played.newLedgers += 1
    }
    const file = isNew ? this.#files : this.#dice.int(1, this.#files)
    const ledger = openLedger({ file: join(this.#folder, `${file}.sqlite`), clock, onSpill() {}, ballastMegabytes: 0 })
    try {
      await this.#use(ledger, `${index} ${file}`, company)
    } finally {
      await ledger.close()
    }
  }

  /** Before another ledger takes the place of this user's. */
  #refuseAlone(index: number, { labels, address }: Company): void {
    const isDemanded = this.#toldOf(index, undefined).fourEyes
    let isRefused = false
    try {
      const company = this.#dice.pick(labels as [string])
      requireFourEyesByRegister(decide, { company, destination: { address }, surroundings: this.#surroundings })
    } catch (error) {
      if (!(error instanceof BatchError)) throw error
      isRefused = true
    }
    if (isRefused) this.#played.refused += 1
    if (isRefused !== isDemanded)
      this.#played.breaches.push(`one person alone with a new ledger is ${isRefused ? '' : 'not '}refused`)
  }

  async #use(ledger: Ledger, place: string, { labels, address }: Company): Promise<void> {
    const { breaches } = this.#played
    this.#played.opened += 1
    const isAsked = this.#without !== 'the register is asked'
    const surroundings = isAsked ? this.#surroundings : { ...this.#surroundings, env: {} }
    const named = { company: this.#dice.pick(labels as [string]), destination: { address }, surroundings }
    const target = await findTarget(ledger, named, { clock, logger: silentLogger })
    const index = Number(place[0])
    const before = join2(this.#own.get(place) ?? nothing, this.#toldOf(index, place))
    const rules = await ledger.rules.of(target)
    if (lacks(rules, before)) breaches.push(`${place}: ${JSON.stringify(rules)} lacks ${describe(before)}`)
    const all = this.#ofAll(index)
    if (lacks(describeAsRules(all), asKnown(rules))) breaches.push(`${place}: ${JSON.stringify(rules)}, from nowhere`)
    this.#own.set(place, asKnown(rules))
    if (isAsked) this.#told.set(place, asKnown(rules))
    if (this.#dice.chance(0.5)) return
    await this.#change(ledger, target, rules)
    this.#own.set(place, asKnown(await ledger.rules.of(target)))
    if (this.#dice.chance(0.4)) {
      // The process dies here: only the next start with this ledger tells the register.
      this.#played.deaths += 1
      return
    }
    if (this.#without !== 'the register is told') await findTarget(ledger, named, { clock, logger: silentLogger })
    this.#told.set(place, this.#own.get(place) ?? nothing)
  }

  async #change(
    { rules }: Pick<Ledger, 'rules'>,
    target: Parameters<Ledger['rules']['change']>[0],
    { fourEyes, holds = [] }: RecordedRules,
  ): Promise<void> {
    if (this.#dice.chance(0.3)) {
      await rules.change(target, { name: 'fourEyes', from: fourEyes, to: true }, { now: clock.now() })
      return
    }
    const to = [...new Set([...holds, this.#dice.pick(people as [string])])]
    await rules.change(
      target,
      { name: 'holds', from: holds.length === 0 ? undefined : holds, to },
      { now: clock.now() },
    )
  }

  /** What the register was told of this company, but for one ledger. */
  #toldOf(index: number, except: string | undefined): Known {
    const others = [...this.#told].filter(([place]) => place.startsWith(`${index} `) && place !== except)
    return others.reduce((all, [, known]) => join2(all, known), nothing)
  }

  /** All that was ever recorded for this company. */
  #ofAll(index: number): Known {
    const own = [...this.#own].filter(([place]) => place.startsWith(`${index} `))
    return own.reduce((all, [, known]) => join2(all, known), nothing)
  }
}

function asKnown({ fourEyes = false, holds = [] }: RecordedRules): Known {
  return { fourEyes, holds: new Set(holds) }
}

function describeAsRules({ fourEyes, holds }: Known): RecordedRules {
  return { fourEyes, holds: [...holds] }
}

function describe(known: Known): string {
  return JSON.stringify(describeAsRules(known))
}
