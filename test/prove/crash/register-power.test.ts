import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { UserRegister } from '../../rooms/ledger.ts'
import { openDatabase } from '../../rooms/support.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { tears, tearUp } from './ledger-file.ts'

const line = { number: 5, digest: 'd5' }
const sight = { ledgerId: 'a1', kind: 'file', opening: line, attempt: line, system: '', timeline: '' } as const
const fingerprint = { salt: '5a', hash: 'ff' }

/** What the register is before a change of many pages, and what it and its journal are in the midst of it. */
function recordChange(file: string): { before: Buffer; journal: Buffer; during: Buffer } {
  const before = readFileSync(file)
  const db = openDatabase(file)
  try {
    db.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE')
    db.exec('DELETE FROM ledgers; DELETE FROM uses')
    const insert = db.prepare<[string, string]>('INSERT INTO ledgers VALUES (?, ?, 0)')
    for (const id of ['b2', 'c3', 'd4', 'e5']) insert.run(id, 'x'.repeat(20_000))
    return { before, journal: readFileSync(`${file}-journal`), during: readFileSync(file) }
  } finally {
    db.close()
  }
}

it('without power in the midst of a note, whatever of it is on the disk, the register says what it said', () => {
  const folder = createFolder()
  const known = new UserRegister(join(folder, 'register.sqlite'))
  known.recordLedger({ name: 'ledger.sqlite', sight, seenAt: 1 })
  known.recordUse({ address: 'https://a/', company: 'acme', ledgerId: 'a1', fingerprint })
  const said = [known.ledgers(), known.uses()]
  const { before, journal, during } = recordChange(known.file)
  expect(during.equals(before)).toBe(false)
  const random = seededRandom(5)
  for (let time = 0; time < 40; time += 1) {
    const tear = tears[time % tears.length] ?? 'mixed'
    const isJournalSynced = time % 8 < 4
    const file = join(folder, String(time), 'register.sqlite')
    mkdirSync(dirname(file))
    // The file is written only when its journal is on the disk.
    writeFileSync(file, isJournalSynced ? tearUp(before, during, tear, random) : before)
    writeFileSync(`${file}-journal`, isJournalSynced ? journal : tearUp(Buffer.alloc(0), journal, tear, random))
    const found = new UserRegister(file)
    expect([found.ledgers(), found.uses()], `${tear}, time ${time}`).toEqual(said)
  }
})
