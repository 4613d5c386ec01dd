import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UserRegister } from '../rooms/ledger.ts'
import { BatchError } from '../rooms/support.ts'
import { createFolder } from './workspace.ts'

const line = { number: 5, digest: 'd5' }
const sight = { ledgerId: 'a1', kind: 'file', opening: line, attempt: line, system: '', timeline: '' } as const
const fingerprint = { salt: '5a', hash: 'ff' }
const pageBytes = 4096

function createRegister(): UserRegister {
  const known = new UserRegister(join(createFolder(), 'register.sqlite'))
  known.recordLedger({ name: 'ledger.sqlite', sight, seenAt: 1 })
  known.recordUse({ address: 'https://a/', company: 'acme', ledgerId: 'a1', fingerprint })
  return known
}

/** What is wrong with what is said of it once these bits were flipped, one at a time. */
function flip({ file }: UserRegister, bits: readonly number[]): string[] {
  const look = (): string => JSON.stringify([new UserRegister(file).ledgers(), new UserRegister(file).uses()])
  const expected = look()
  const whole = readFileSync(file)
  return bits.flatMap((bit) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    // Another file each time: SQLite may still know the one before.
    rmSync(file)
    writeFileSync(file, bytes)
    const where = `bit ${bit & 7} of byte ${bit >> 3}`
    try {
      const said = look()
      return said === expected ? [] : [`${where}: ${said}`]
    } catch (error) {
      return error instanceof BatchError && error.message.includes('is damaged') ? [] : [`${where}: ${error}`]
    }
  })
}

it('a register whose page says that it has fewer entries is damaged, and does not know nothing', () => {
  const known = createRegister()
  const pages = Array.from({ length: readFileSync(known.file).length / pageBytes - 1 }, (_, index) => index + 1)
  expect(
    flip(
      known,
      pages.map((page) => (page * pageBytes + 4) * 8),
    ),
  ).toEqual([])
})

it('a register with one bit flipped anywhere says what it said, or that it is damaged', () => {
  const known = createRegister()
  // A prime, so that each place in a byte has its turn.
  const step = 1_619
  const bits = Array.from(
    { length: Math.floor((readFileSync(known.file).length * 8) / step) },
    (_, index) => index * step,
  )
  expect(flip(known, bits)).toEqual([])
})
