import Database from 'better-sqlite3'
import type { SubmissionState } from '../../src/contract/outcome.ts'
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

type Columns = [number, SubmissionState, string | null, string, string | null, number, number | null]

/** Looks at the ledger's file over a connection of its own: only what is durable is seen. */
export class LedgerView {
  readonly #db: Database.Database
  readonly #select: Database.Statement<[], Columns>
  readonly #selectVersion: Database.Statement<[], number>
  #version: number | undefined
  readonly #contents = new Map<string, string>()

  constructor(file: string) {
    this.#db = new Database(file, { readonly: true })
    this.#select = this.#db
      .prepare<[], Columns>(
        'SELECT id, state, identifier, request, result, tries, accepted_at FROM submissions ORDER BY id',
      )
      .raw()
    this.#selectVersion = this.#db.prepare<[], number>('PRAGMA data_version').pluck()
  }

  /** Whether anything was committed since this was asked last. */
  hasChanged(): boolean {
    const before = this.#version
    this.#version = this.#selectVersion.get()
    return this.#version !== before
  }

  submissions(): SeenSubmission[] {
    return this.#select.all().map(([id, state, identifier, request, result, tries, acceptedAt]) => ({
      id,
      state,
      identifier: identifier ?? undefined,
      content: this.#nameContent(request),
      result: result ?? undefined,
      tries,
      acceptedAt: acceptedAt ?? undefined,
    }))
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
