import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'

/** WAL alone would mean synchronous=NORMAL here, which loses the last intents at a power cut. */
export function makeDurable(db: Database, file: string): void {
  const mode = db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  const synchronous = db.pragma('synchronous')
  if (mode !== 'wal' || synchronous !== 2) {
    const facts = { file, journal: String(mode), synchronous: String(synchronous) }
    throw new BatchError('ledger', find('ledger-unsafe', facts))
  }
}

/** For a file that its process deletes: after a crash nobody reads it. To be said by each of its connections. */
export function forgoDurability(db: Database): void {
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
}
