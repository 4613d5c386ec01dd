import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openDatabase } from '../../rooms/support.ts'

type Table = readonly Readonly<Record<string, unknown>>[]

export interface StoredSubmission {
  id: number
  state: string
  identifier: string | null
  tries: number
  request: string
  result: string | null
  subject: string | null
  forgotten_at: number | null
  settled_at: number | null
}

export interface StoredRow {
  run_id: number
  seq: number
  cells: string
  held: string | null
  submission_id: number | null
}

/** All that stands in a ledger’s file. */
export interface StoredRecords {
  submissions: readonly StoredSubmission[]
  rows: readonly StoredRow[]
  /** Runs that were not released. */
  waiting: ReadonlySet<number>
  /** Every value of every table. */
  text: string
}

export function readRecords(file: string): StoredRecords {
  const db = openDatabase(file, { isReadonly: true })
  try {
    const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    const tables = new Map(names.map((name) => [name, db.prepare<[], Table[number]>(`SELECT * FROM "${name}"`).all()]))
    const submissions = (tables.get('submissions') ?? []).map((each) => ({
      ...each,
      settled_at: each['done_at'] ?? each['accepted_at'] ?? each['sent_at'] ?? null,
    }))
    return {
      submissions: submissions as unknown as StoredSubmission[],
      rows: (tables.get('rows') ?? []) as unknown as StoredRow[],
      waiting: new Set(
        (tables.get('runs') ?? []).flatMap((run) => (run['waits_for'] === null ? [] : [Number(run['id'])])),
      ),
      text: JSON.stringify([...tables]),
    }
  } finally {
    db.close()
  }
}

/** The ledger with all beside it, but its outputs; and the user’s own files. */
export function findBytes(place: string, home: string, text: string): string[] {
  const files = [
    ...listFiles(place).filter((file) => !basename(file).startsWith('out.')),
    ...listFiles(join(home, '.local')),
  ]
  return files.filter((file) => readFileSync(file).includes(text))
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
