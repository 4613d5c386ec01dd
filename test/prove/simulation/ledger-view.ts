import type { SubmissionState } from '../../rooms/contract.ts'
import { forgottenRequest } from '../../rooms/ledger/forgetting.ts'
import { type Database, openDatabase, type Statement } from '../../rooms/support.ts'
import { contentOf } from './trips.ts'

export interface SeenSubmission {
  id: number
  state: SubmissionState
  identifier: string | undefined
  content: string
  result: string | undefined
  tries: number
  acceptedAt: number | undefined
}

export interface SeenRun {
  id: number
  /** Null once it was released. */
  waitsFor: string | null
  releasedAt: number | null
  sealedBy: string | null
  until: number | null
  endedAt: number | null
  ending: string | null
  /** Of this opening of the ledger, once more with each release. */
  holder: number | null
  rows: number
  changes: number
}

/** All that a run finds, column by column. */
export interface StoredState {
  runs: ReadonlyMap<number, SeenRun>
  submissions: ReadonlyMap<number, Readonly<Record<string, unknown>>>
  /** Rows of released runs, and the submissions that these stand for. */
  rows: readonly string[]
  standing: ReadonlySet<number>
  /** Inputs that some run has read. */
  inputs: ReadonlySet<number>
}

interface SubmissionColumns {
  id: number
  state: SubmissionState
  identifier: string | null
  request: string
  result: string | null
  tries: number
  accepted_at: number | null
}

/** Looks at the ledger's file over a connection of its own: only what is durable is seen. */
export class LedgerView {
  readonly #db: Database
  readonly #select: Statement<[], SubmissionColumns>
  readonly #selectVersion: Statement<[], number>
  #version: number | undefined
  readonly #contents = new Map<string, string>()
  readonly #recall: (identifier: string) => string | undefined

  /** `recall`: the content of a forgotten submission with an identifier. */
  constructor(file: string, recall: (identifier: string) => string | undefined = () => undefined) {
    this.#recall = recall
    this.#db = openDatabase(file, { isReadonly: true })
    this.#select = this.#db.prepare<[], SubmissionColumns>(
      'SELECT id, state, identifier, request, result, tries, accepted_at FROM submissions ORDER BY id',
    )
    this.#selectVersion = this.#db.prepare<[], number>('PRAGMA data_version').pluck()
  }

  /** Whether anything was committed since this was asked last. */
  hasChanged(): boolean {
    const before = this.#version
    this.#version = this.#selectVersion.get()
    return this.#version !== before
  }

  submissions(): SeenSubmission[] {
    return this.#select.all().map(({ id, state, identifier, request, result, tries, accepted_at: acceptedAt }) => ({
      id,
      state,
      identifier: identifier ?? undefined,
      content:
        request === forgottenRequest
          ? (this.#recall(identifier ?? '') ?? `forgotten ${id}`)
          : this.#nameContent(request),
      result: result ?? undefined,
      tries,
      acceptedAt: acceptedAt ?? undefined,
    }))
  }

  stored(): StoredState {
    const rows = this.#db
      .prepare<[], string>(
        `SELECT json_array(run_id, seq, submission_id, cells) FROM rows
          WHERE run_id IN (SELECT id FROM runs WHERE waits_for IS NULL) ORDER BY run_id, seq`,
      )
      .pluck()
      .all()
    const all = this.#db.prepare<[], { id: number }>('SELECT * FROM submissions').all()
    const standing = new Set(rows.map((row) => Number(JSON.parse(row)[2])))
    const inputs = new Set(
      this.#db.prepare<[], number>('SELECT input_id FROM run_sheets WHERE input_id IS NOT NULL').pluck().all(),
    )
    const submissions = new Map(all.map((each) => [each.id, each]))
    return { runs: this.runs(), submissions, rows, standing, inputs }
  }

  runs(): Map<number, SeenRun> {
    const all = this.#db
      .prepare<[], SeenRun>(
        `SELECT id, waits_for AS waitsFor, released_at AS releasedAt, sealed_by AS sealedBy, waits_until AS until, ended_at AS endedAt,
                ending, holder_id AS holder, (SELECT COUNT(*) FROM rows WHERE run_id = runs.id) AS rows,
                (SELECT COUNT(*) FROM run_changes WHERE run_id = runs.id) AS changes FROM runs ORDER BY id`,
      )
      .all()
    return new Map(all.map((run) => [run.id, run]))
  }

  /** By what decisions are about: the last one that may be in force, and since when. */
  inForce(): Map<string, string> {
    const all = this.#db
      .prepare<[], { key: string; fact: string }>(
        `SELECT order_key AS key, json_array(id, turn, state = 'done') AS fact FROM submissions
          WHERE order_key IS NOT NULL AND turn IS NOT NULL AND (doubted = 1 OR state IN ('done', 'unknown', 'sending'))
          ORDER BY turn`,
      )
      .all()
    return new Map(all.map(({ key, fact }) => [key, fact]))
  }

  close(): void {
    this.#db.close()
  }

  #nameContent(request: string): string {
    const known = this.#contents.get(request)
    if (known !== undefined) return known
    const content = contentOf(JSON.parse(request))
    this.#contents.set(request, content)
    return content
  }
}
