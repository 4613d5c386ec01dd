import { accessSync, constants, existsSync } from 'node:fs'
import { openDatabase } from '../../support/sqlite.ts'
import { findLedgerId } from '../event-id.ts'
import type { WatermarkReader } from '../port/watermark.ts'
import { readAcceptedAt, readDigestsAt, readLastLines } from '../store/watermark.ts'
import { findRealFile } from './file/real-file.ts'
import { checkSeal } from './file/seal.ts'
import { FileStore } from './file-store.ts'
import { explainFailures } from './open.ts'
import { readVersion } from './schema/migrate.ts'

/** Reads a ledger file of any version; undefined when there is none yet. */
export async function readFileWatermark(named: string): Promise<WatermarkReader | undefined> {
  const opened = explainFailures(named, () => {
    const file = findRealFile(named)
    if (!existsSync(file)) return undefined
    // Without the right to write, SQLite would leave read-only files beside it.
    accessSync(file, constants.W_OK)
    const db = openDatabase(file, { isReadonly: true })
    try {
      const ledgerId = readVersion(db, file) === 0 ? undefined : findLedgerId(db)
      if (ledgerId !== undefined) return { db, ledgerId }
      db.close()
      return undefined
    } catch (error) {
      db.close()
      throw error
    }
  })
  if (opened === undefined) return undefined
  const { db, ledgerId } = opened
  const store = new FileStore(db)
  try {
    const lines = await readLastLines(store)
    return {
      watermark: { ledgerId, kind: 'file', ...lines, system: '', timeline: '' },
      async digestsAt(before) {
        const then = await readDigestsAt(store, before)
        // A difference may be damage instead of a copy; a damaged file differs from its seal.
        const isOther = then.opening !== before.opening.digest || then.attempt !== before.attempt.digest
        if (isOther) explainFailures(db.file, () => checkSeal(db, db.file))
        return then
      },
      acceptedAt: () => readAcceptedAt(store),
      close: async () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}
