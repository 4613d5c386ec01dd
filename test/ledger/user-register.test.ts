import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LedgerWatermark } from '../rooms/ledger/port.ts'
import { type LedgerUse, UserRegister } from '../rooms/ledger.ts'
import { createFolder } from './workspace.ts'

const sight = (openings: number, attempts = openings, ledgerId = 'a1'): LedgerWatermark => ({
  ledgerId,
  kind: 'file',
  opening: { number: openings, digest: `o${openings}` },
  attempt: { number: attempts, digest: `a${attempts}` },
  system: '',
  timeline: '',
})
const use = (address: string, ledgerId: string): LedgerUse => ({
  address,
  company: 'acme',
  ledgerId,
  fingerprint: { salt: '5a', hash: 'ff' },
})

function createRegister(): UserRegister {
  return new UserRegister(join(createFolder(), 'state', 'rwa-batch', 'register.sqlite'))
}

describe('the register of a user', () => {
  it('is empty where nothing was noted, and makes nothing to say so', () => {
    const known = createRegister()
    expect([known.ledgers(), known.uses()]).toEqual([[], []])
    expect(statSync(known.file, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('keeps what was seen last, and the most where two processes look at once', () => {
    const known = createRegister()
    known.recordLedger({ name: 'ledger.sqlite', sight: sight(5), seenAt: 1 })
    new UserRegister(known.file).recordLedger({ name: 'moved.sqlite', sight: sight(7), seenAt: 2 })
    known.recordLedger({ name: 'ledger.sqlite', sight: sight(6, 7), seenAt: 3 })
    known.recordLedger({ name: 'ledger.sqlite', sight: sight(7, 6), seenAt: 3 })
    known.recordLedger({ name: 'other.sqlite', sight: sight(1, 1, 'b2'), seenAt: 4 })
    expect(known.ledgers()).toEqual([
      { name: 'moved.sqlite', sight: sight(7), seenAt: 2 },
      { name: 'other.sqlite', sight: sight(1, 1, 'b2'), seenAt: 4 },
    ])
    known.forgetLedger('a1')
    known.recordLedger({ name: 'ledger.sqlite', sight: sight(2), seenAt: 5 })
    expect(known.ledgers()[0]?.sight).toEqual(sight(2))
  })

  it('has one ledger for an address and company', () => {
    const known = createRegister()
    for (const [address, id] of [
      ['https://a/', 'a1'],
      ['https://b/', 'a1'],
      ['https://a/', 'b2'],
    ] as const) {
      known.recordUse(use(address, id))
    }
    expect(known.uses()).toEqual([use('https://a/', 'b2'), use('https://b/', 'a1')])
  })

  it('is for this user only', () => {
    const known = createRegister()
    known.recordUse(use('https://a/', 'a1'))
    expect(statSync(known.file).mode & 0o777).toBe(0o600)
  })

  it.each<[string, (content: Buffer) => Buffer]>([
    ['is not one any more', () => Buffer.from('rubbish'.repeat(1_000))],
    ['is empty', () => Buffer.alloc(0)],
    ['was cut', (content) => content.subarray(0, 5_000)],
    [
      'has a letter that was another one',
      (content) => Buffer.from(content.toString('latin1').replaceAll('https://a/', 'https://c/'), 'latin1'),
    ],
  ])('that %s is said to be damaged, never taken for empty', (_, damage) => {
    const known = createRegister()
    known.recordUse(use('https://a/', 'a1'))
    writeFileSync(known.file, damage(readFileSync(known.file)))
    const refusal = expect.objectContaining({ code: 'ledger', message: expect.stringContaining('is damaged') })
    expect(() => known.uses()).toThrow(refusal)
  })
})
