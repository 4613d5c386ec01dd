import { accessSync, constants, existsSync } from 'node:fs'
import { type Database, openDatabase } from '../../support/sqlite.ts'
import { readLedgerId } from '../event-id.ts'
import {
  attemptColumns,
  digestValues,
  type LoggedPosition,
  openingColumns,
  type WatermarkReader,
} from '../port/watermark.ts'
import { findRealFile } from './file/real-file.ts'
import { checkSeal } from './file/seal.ts'
import { explainFailures } from './open.ts'
import { readVersion } from './schema/migrate.ts'

/** Reads a ledger file of any version; undefined when there is none yet. */
export function readFileWatermark(named: string): WatermarkReader | undefined {
  return explainFailures(named, () => {
    const file = findRealFile(named)
    if (!existsSync(file)) return undefined
    // Without the right to write, SQLite would leave read-only files beside it.
    accessSync(file, constants.W_OK)
    const db = openDatabase(file, { isReadonly: true })
    try {
      const ledgerId = readVersion(db, file) === 0 ? undefined : readLedgerId(db)
      if (ledgerId !== undefined) return createWatermarkReader(db, ledgerId)
      db.close()
      return undefined
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function createWatermarkReader(db: Database, ledgerId: string): WatermarkReader {
  const opening = (where: string, ...values: number[]): LoggedPosition =>
    readLine(db, `SELECT ${openingColumns} FROM holders ${where}`, values)
  const attempt = (where: string, ...values: number[]): LoggedPosition =>
    readLine(db, `SELECT ${attemptColumns} FROM attempts ${where}`, values)
  const last = 'ORDER BY id DESC LIMIT 1'
  return {
    watermark: { ledgerId, kind: 'file', opening: opening(last), attempt: attempt(last), system: '', timeline: '' },
    digestsAt: async (before) =>
      explainFailures(db.file, () => {
        const then = {
          opening: opening('WHERE id = ?', before.opening.number).digest,
          attempt: attempt('WHERE id = ?', before.attempt.number).digest,
        }
        // A difference may be damage instead of a copy; a damaged file differs from its seal.
        if (then.opening !== before.opening.digest || then.attempt !== before.attempt.digest) checkSeal(db, db.file)
        return then
      }),
    close: async () => db.close(),
  }
}

function readLine(db: Database, sql: string, values: readonly number[]): LoggedPosition {
  const line = db.prepare<number[], Record<string, unknown>>(sql).get(...values)
  if (line === undefined) return { number: 0, digest: '' }
  return { number: Number(line['id']), digest: digestValues(Object.values(line)) }
}
