import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { UserRegister } from '../rooms/ledger.ts'
import { openDatabase } from '../rooms/support.ts'
import { createFolder } from './workspace.ts'

const line = { number: 5, digest: 'd5' }
const sight = { ledgerId: 'a1', kind: 'file', opening: line, attempt: line, system: '', timeline: '' } as const

/** The files as a process leaves them that is killed while its commit is being written. */
function killInCommit({ file }: UserRegister): UserRegister {
  const killed = join(dirname(file), 'killed', 'register.sqlite')
  mkdirSync(dirname(killed))
  const db = openDatabase(file)
  try {
    db.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE')
    const insert = db.prepare<[string, string]>('INSERT OR REPLACE INTO ledgers VALUES (?, ?, 0)')
    for (const id of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']) insert.run(id, 'x'.repeat(20_000))
    for (const end of ['', '-journal']) copyFileSync(file + end, killed + end)
    db.exec('ROLLBACK')
  } finally {
    db.close()
  }
  return new UserRegister(killed)
}

it('a register whose process was killed in the midst of a note says what it said before, and takes the next one', () => {
  const known = new UserRegister(join(createFolder(), 'register.sqlite'))
  known.recordLedger({ name: 'ledger.sqlite', sight, seenAt: 1 })
  const killed = killInCommit(known)
  expect(killed.ledgers()).toEqual(known.ledgers())
  expect(existsSync(`${killed.file}-journal`)).toBe(false)
  killed.recordLedger({ name: 'ledger.sqlite', sight: { ...sight, attempt: { number: 6, digest: 'd6' } }, seenAt: 2 })
  expect(killed.ledgers()[0]?.sight.attempt.number).toBe(6)
})
