import { accessSync, constants, existsSync } from 'node:fs'
import { openDatabase, usingDatabase } from '../../support/sqlite.ts'
import { findLedgerId } from '../event-id.ts'
import type { WatermarkReader } from '../port/watermark.ts'
import { createWatermarkReader, readLastLines } from '../store/watermark.ts'
import { findRealFile } from './file/real-file.ts'
import { checkSeal } from './file/seal.ts'
import { FileStore } from './file-store.ts'
import { explainFailures } from './open.ts'
import { readVersion } from './schema/migrate.ts'

/** Reads a ledger file of any version; undefined when there is none yet. */
export async function readFileWatermark<Result>(
  named: string,
  look: (ledger: WatermarkReader) => Promise<Result>,
): Promise<Result | undefined> {
  const found = explainFailures(named, () => {
    const file = findRealFile(named)
    if (!existsSync(file)) return undefined
    // Without the right to write, SQLite would leave read-only files beside it.
    accessSync(file, constants.W_OK)
    const ledgerId = usingDatabase(file, (db) => (readVersion(db, file) === 0 ? undefined : findLedgerId(db)))
    return ledgerId === undefined ? undefined : { ledgerId, db: openDatabase(file, { isReadonly: true }) }
  })
  if (found === undefined) return undefined
  const { ledgerId, db } = found
  try {
    const store = new FileStore(db)
    const lines = await readLastLines(store)
    const reader = createWatermarkReader(store, { ledgerId, kind: 'file', ...lines, system: '', timeline: '' })
    return await look({
      ...reader,
      async digestsAt(before) {
        const then = await reader.digestsAt(before)
        // A difference may be damage instead of a copy; a damaged file differs from its seal.
        const isOther = then.opening !== before.opening.digest || then.attempt !== before.attempt.digest
        if (isOther) explainFailures(db.file, () => checkSeal(db, db.file))
        return then
      },
    })
  } finally {
    db.close()
  }
}
