import type { SubmissionState } from '../../../src/contract/states.ts'
import { forgottenRequest } from '../../../src/ledger/forgetting/forgotten-trip.ts'
import { type Database, openDatabase, type Statement } from '../../../src/support/sqlite.ts'
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
