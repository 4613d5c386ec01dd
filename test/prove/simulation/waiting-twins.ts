import { setState } from '../../rooms/ledger/sqlite.ts'
import { type Database, openDatabase } from '../../rooms/support.ts'
import { type Parts, realParts } from './parts.ts'
import type { Rule } from './verdict.ts'

/** Runs that wait, with one guard taken out, and the rule that is broken without it. */
export const waitingTwins: readonly { name: string; breaks: Rule; parts: Partial<Parts> }[] = [
  {
    name: 'the file gives claims of any run',
    breaks: 'nothing is sent before its release',
    parts: {
      openLedger(file, clock) {
        const ledger = realParts.openLedger(file, clock)
        write(file, (db) => db.exec('DROP TRIGGER IF EXISTS nothing_is_sent_before_its_release'))
        return ledger
      },
    },
  },
  {
    name: 'claims name another run, which was released',
    breaks: 'nothing is sent before its release',
    parts: {
      openLedger(file, clock) {
        const ledger = realParts.openLedger(file, clock)
        const { submissions } = ledger
        const claim: typeof submissions.claim = (id, runId, now) =>
          submissions.claim(id, findReleased(file) ?? runId, now)
        return { ...ledger, submissions: { ...submissions, claim } }
      },
    },
  },
  {
    name: 'a load makes its changes at once',
    breaks: 'what waits changes nothing',
    parts: {
      openLedger(file, clock) {
        const ledger = realParts.openLedger(file, clock)
        const { runs } = ledger
        const completeLoad: typeof runs.completeLoad = async (settings, completion) => {
          await runs.completeLoad(settings, completion)
          write(file, (db) => makeReady(db, settings.runId))
        }
        return { ...ledger, runs: { ...runs, completeLoad } }
      },
    },
  },
  {
    name: 'a release is not compared with its seal',
    breaks: 'a release sends what was sealed',
    parts: { tellRelease: async (release, seal) => ({ ...release, lines: undefined, seal: await seal() }) },
  },
]

function write(file: string, change: (db: Database) => unknown): void {
  const db = openDatabase(file)
  try {
    change(db)
  } finally {
    db.close()
  }
}

function findReleased(file: string): number | undefined {
  const db = openDatabase(file, { isReadonly: true })
  try {
    return db.prepare<[], number>('SELECT MAX(id) FROM runs WHERE waits_for IS NULL').pluck().get() ?? undefined
  } finally {
    db.close()
  }
}

function makeReady(db: Database, runId: number): void {
  db.prepare<[number]>(
    `UPDATE submissions SET ${setState('ready')}
      WHERE state <> 'ready' AND id IN (SELECT submission_id FROM run_changes WHERE run_id = ? AND state = 'ready')`,
  ).run(runId)
}
