import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerLine } from '../../rooms/ledger/port.ts'
import { openDatabase } from '../../rooms/support.ts'
import type { Dice } from './dice.ts'

/** A start of the command with a ledger that is not the one that it should be, or not as it should be. */
export interface OddStart {
  name: string
  /** Where its ledger is. */
  place: string
  /** Else it may be used, and is the user's ledger from then on. */
  mustBeRefused: boolean
  /** What a refusal says; undefined where there must be none. */
  says: RegExp | undefined
  /** Where it is used, what was followed of the one before is not its own. */
  isOther: boolean
  /** Puts right what is not in its place. */
  undo(isUsed: boolean): void
}

type OddKind = 'copy' | 'other' | 'bit' | 'home'

interface Copy {
  openings: number
  /** Of which of the ledgers that were used one after another. */
  ledger: number
  files: ReadonlyMap<string, Buffer>
  /** Lines in its log. */
  lines: number
  /** The user's register then. */
  register: Buffer | undefined
}

const main = 'ledger.sqlite'
const [log, mark] = [`${main}-wal`, `${main}.mark`]
const refusal =
  /is not used: |for .* you have the ledger|is another one than before|lacks the last|is (?:empty|gone)|is damaged/
/** Some bits of its version make a file look like one of a newer program; what to do names damage, too. */
const damage = /is damaged|are damaged|knows up to/

/** What a user does to ledgers between two runs without knowing it. */
export class LedgerMishaps {
  /** How often the ledger was opened to write. */
  openings = 0
  readonly #copies: Copy[] = []
  readonly #dice: Dice
  readonly #folder: string
  #count = 0
  #ledger = 0
  /** Lines that a workbook of the ledger in use knows. */
  #linesShown = 0

  constructor(dice: Dice, folder: string) {
    this.#dice = dice
    this.#folder = folder
  }

  get home(): string {
    return this.#folder
  }

  /** Another ledger is used from now on. */
  startOver(): void {
    this.#ledger += 1
    this.#linesShown = 0
  }

  noteWorkbook({ number }: LedgerLine): void {
    this.#linesShown = number
  }

  /** `hasSent`: something may exist that only this user's ledger knows. */
  draw(
    place: string,
    hasSent: boolean,
    kinds: readonly ['copy', ...OddKind[]] = ['copy', 'copy', 'other', 'bit', 'bit', 'home', 'home'],
  ): OddStart | undefined {
    const dice = this.#dice
    const register = join(this.#folder, '.local', 'state', 'rwa-batch', 'register.sqlite')
    this.#copies.push({
      openings: this.openings,
      ledger: this.#ledger,
      files: readFiles(place),
      lines: countLines(join(place, main)),
      register: existsSync(register) ? readFileSync(register) : undefined,
    })
    if (dice.chance(0.25)) return undefined
    const kind = dice.pick(kinds)
    if (kind === 'bit') return this.#flipBit(place)
    if (kind === 'home') return this.#putHomeBack(register)
    // Only a run asks the register which ledger belongs to its address.
    const isRun = kinds.includes('other')
    const copies = isRun ? this.#copies : this.#copies.filter(({ ledger }) => ledger === this.#ledger)
    const odd =
      kind === 'copy' ? this.#putBack(place, hasSent, dice.pick(copies as [Copy, ...Copy[]])) : this.#useOther(hasSent)
    const isAsked = isRun && existsSync(register)
    if (!odd.mustBeRefused || !isAsked || dice.chance(0.7)) return odd
    const whole = readFileSync(register)
    put(register, flip(whole, dice.int(0, whole.length - 1), dice))
    return { ...odd, name: `${odd.name}, and the register is damaged`, undo: () => put(register, whole) }
  }

  #putBack(place: string, hasSent: boolean, copy: Copy): OddStart {
    const isBehind = copy.openings < this.openings
    const files = new Map(copy.files)
    // A process that died early may have left none.
    const now = readFiles(place).get(mark)
    const name = isBehind
      ? this.#dice.pick([
          'an earlier copy',
          'an earlier copy without its mark',
          'an earlier copy beside the mark of now',
        ])
      : 'a copy of now'
    if (name.includes('without')) files.delete(mark)
    if (name.includes('beside')) {
      if (now === undefined) files.delete(mark)
      else files.set(mark, now)
      if (this.#dice.chance(0.5)) files.delete(log)
    }
    return {
      name,
      place: this.#place(files),
      // Before anything was sent it may be one of another ledger, and lacks nothing.
      mustBeRefused: isBehind && hasSent,
      says: isBehind ? refusal : undefined,
      isOther: isBehind && !hasSent,
      undo() {},
    }
  }

  /** Undefined where no workbook knows more than a copy: then nothing can tell. */
  #putHomeBack(register: string): OddStart | undefined {
    const isShown = ({ ledger, lines }: Copy): boolean => ledger === this.#ledger && lines < this.#linesShown
    const copies = this.#copies.filter((copy) => copy.register !== undefined && isShown(copy))
    const copy = copies[this.#dice.int(0, Math.max(0, copies.length - 1))]
    if (copy?.register === undefined) return undefined
    const now = readFileSync(register)
    put(register, copy.register)
    return {
      name: 'one of a home that was put back as a whole',
      place: this.#place(copy.files),
      mustBeRefused: true,
      says: /is not used: .* knows them/,
      isOther: false,
      undo: (isUsed) => {
        if (!isUsed) put(register, now)
      },
    }
  }

  #useOther(hasSent: boolean): OddStart {
    return {
      name: 'another ledger',
      place: this.#place(new Map()),
      mustBeRefused: hasSent,
      says: refusal,
      isOther: true,
      undo() {},
    }
  }

  /** Of a ledger that its last run has closed. */
  #flipBit(place: string): OddStart | undefined {
    const files = readFiles(place)
    const bytes = files.get(main)
    if (
      bytes === undefined ||
      (files.get(log)?.length ?? 0) > 0 ||
      !/:[0-9a-f]{8}\n$/.test(files.get(mark)?.toString() ?? '')
    )
      return undefined
    const spots = this.#dice.chance(0.6) ? findNames(join(place, main), bytes) : []
    const at = spots[this.#dice.int(0, spots.length - 1)] ?? this.#dice.int(0, bytes.length - 1)
    files.set(main, flip(bytes, at, this.#dice))
    return {
      name: `a bit of byte ${at}`,
      place: this.#place(files),
      mustBeRefused: true,
      says: damage,
      isOther: false,
      undo() {},
    }
  }

  #place(files: ReadonlyMap<string, Buffer>): string {
    this.#count += 1
    const place = join(this.#folder, `odd-${this.#count}`)
    mkdirSync(place)
    for (const [name, bytes] of files) writeFileSync(join(place, name), bytes)
    return place
  }
}

function readFiles(place: string): Map<string, Buffer> {
  const files = [main, log, mark, 'out.csv'].filter((name) => existsSync(join(place, name)))
  return new Map(files.map((name) => [name, readFileSync(join(place, name))]))
}

function countLines(file: string): number {
  if (!existsSync(file)) return 0
  const db = openDatabase(file, { isReadonly: true })
  try {
    return db.prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM attempts').pluck().get() ?? 0
  } catch {
    // It died before it had tables.
    return 0
  } finally {
    db.close()
  }
}

/** Where identifiers begin, of submissions and in their results. */
function findNames(file: string, bytes: Buffer): number[] {
  const db = openDatabase(file, { isReadonly: true })
  try {
    return db
      .prepare<[], { identifier: string; result: string | null }>(
        'SELECT identifier, result FROM submissions WHERE identifier IS NOT NULL',
      )
      .all()
      .flatMap(({ identifier, result }) => {
        const inResult = result === null ? -1 : bytes.indexOf(result)
        return [bytes.indexOf(identifier), inResult < 0 ? -1 : bytes.indexOf(identifier, inResult)]
      })
      .filter((at) => at >= 0)
  } finally {
    db.close()
  }
}

function flip(bytes: Buffer, at: number, dice: Dice): Buffer {
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << dice.int(0, 7)), at)
  return flipped
}

/** As another file: SQLite may still know the one before. */
function put(file: string, bytes: Buffer): void {
  rmSync(file)
  writeFileSync(file, bytes)
}
