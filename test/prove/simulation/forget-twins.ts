import { setState } from '../../rooms/ledger/sqlite.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import { type Database, openDatabase } from '../../rooms/support.ts'
import { type Parts, realParts } from './parts.ts'
import type { StoredRow } from './stored-records.ts'
import type { Twin } from './twins.ts'

/** Guards of forgetting. */
export const forgetTwins: readonly Twin[] = [
  {
    name: 'nobody asks for hidden identities',
    breaks: 'created twice',
    parts: {
      openLedger(file, clock, findForgetKey) {
        const ledger = realParts.openLedger(file, clock, findForgetKey)
        change(file, (db) => db.exec("DELETE FROM meta WHERE key = 'forget_key'"))
        return ledger
      },
    },
  },
  {
    name: 'content is left in one table',
    breaks: 'what is to be forgotten is gone',
    parts: withErasing((file, erase) => {
      const kept = read(file)
      return erase().finally(() =>
        change(file, (db) => {
          const put = db.prepare('UPDATE rows SET cells = ? WHERE run_id = ? AND seq = ?')
          for (const { cells, run_id: run, seq } of kept) put.run(cells, run, seq)
        }),
      )
    }),
  },
  {
    name: 'what is unknown counts as refused',
    breaks: 'created twice',
    parts: withErasing((file, erase) => {
      change(file, (db) => {
        db.exec(`UPDATE submissions SET ${setState('rejected')} WHERE state = 'unknown'`)
        db.exec('UPDATE submissions SET doubted = 0')
      })
      return erase()
    }),
  },
  {
    name: 'free space is not overwritten',
    breaks: 'what is to be forgotten is gone',
    parts: {
      openLedger(file, clock, findForgetKey) {
        const ledger = realParts.openLedger(file, clock, findForgetKey)
        return { ...ledger, forgetting: { ...ledger.forgetting, scrub: async () => true } }
      },
    },
  },
]

function withErasing(
  replace: (
    file: string,
    erase: () => ReturnType<Ledger['forgetting']['erase']>,
  ) => ReturnType<Ledger['forgetting']['erase']>,
): Pick<Parts, 'openLedger'> {
  return {
    openLedger(file, clock, findForgetKey) {
      const ledger = realParts.openLedger(file, clock, findForgetKey)
      const { erase } = ledger.forgetting
      return {
        ...ledger,
        forgetting: { ...ledger.forgetting, erase: (...args) => replace(file, () => erase(...args)) },
      }
    },
  }
}

function read(file: string): StoredRow[] {
  const db = openDatabase(file, { isReadonly: true })
  try {
    return db.prepare<[], StoredRow>("SELECT * FROM rows WHERE cells <> '[]'").all()
  } finally {
    db.close()
  }
}

function change(file: string, make: (db: Database) => void): void {
  const db = openDatabase(file)
  try {
    make(db)
  } finally {
    db.close()
  }
}
