import { existsSync } from 'node:fs'
import { breakSeal } from '../../../src/ledger/sqlite/file/seal.ts'
import { fillChecksums } from '../../../src/ledger/sqlite/schema/sums-of-parts.ts'
import { openDatabase } from '../../../src/support/sqlite.ts'
import { realParts } from './parts.ts'
import type { Twin } from './twins.ts'

/** Guards of what is tokenStored between runs. */
export const ledgerTwins: readonly Twin[] = [
  {
    name: 'the register is not asked',
    breaks: 'created twice',
    parts: { tellEnvironment: () => ({}) },
  },
  {
    name: 'no workbook is asked',
    breaks: 'created twice',
    parts: { tellFolders: () => [] },
  },
  {
    name: 'the checksum is not compared',
    breaks: 'what may not know all is refused',
    parts: {
      openLedger(file, clock) {
        if (existsSync(file)) takeAsItIs(file)
        return realParts.openLedger(file, clock)
      },
    },
  },
]

/** The seal is not looked at, and every checksum is that of what stands there. */
function takeAsItIs(file: string): void {
  breakSeal(file)
  const db = openDatabase(file)
  try {
    fillChecksums(db)
  } catch {
    // It is damaged in another way, or has no tables yet.
  } finally {
    db.close()
  }
}
