import { absentStates, possiblyCreatedStates, type SubmissionState, unnamedStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { LoadedRequest } from '../port/loaded-row.ts'
import type { Scope } from '../port/targets.ts'
import { listOf } from './state-sql.ts'
import { nextTurn } from './submissions.ts'

export interface KnownSubmission {
  id: number
  state: SubmissionState
  generation: number
  epoch: number | null
  request_hash: Uint8Array
  raw_answer: string | null
  /** 1 when an earlier sending of it may have been processed, whatever became of the last. */
  doubted: number
  /** 1 when only its identifier is known, and not what it was created from. */
  is_bare: number
}

/** Which request it is: its content, the how-manieth equal row of a sheet, and how often it was done anew. */
export interface SubmissionKey {
  hash: Uint8Array
  ordinal: number
  generation: number
}

export interface NewSubmission {
  key: SubmissionKey
  epoch: number | undefined
  request: string
  likeness: { subject: string; traits: readonly [string, string] } | undefined
  orderKey: string | undefined
  /** Given when the service is known to have created it. */
  created: { identifier: string; now: number } | undefined
}

/** What the ledger knows when a sheet is loaded, and the moves that loading may make: never towards the service. */
export interface KnownSubmissions {
  /**
   * The newest generation of a content. Unless it is wanted anew, one that may exist at the service counts before a
   * newer one that does not: what an abandoned `--again` left over is not sent by a run without it.
   */
  findNewest(scope: Scope, hash: Uint8Array, ordinal: number, isAgain: boolean): KnownSubmission | undefined
  /** Everything with an order key: what was sent comes in the order of sending. */
  listOrdered(scope: Scope, orderKey: string): KnownSubmission[]
  findIdentified(scope: Scope, identifier: string): KnownSubmission | undefined
  insert(scope: Scope, submission: NewSubmission): number
  /** Takes the request as the sheet has it now, as long as none is at the service: what is no part of its identity may differ. */
  renew(id: number, request: string): void
  /** rejected, failed or unknown → ready. It belongs to the epoch in which it is sent, if there is one. */
  makeReady(id: number, epoch: number | undefined): void
  /** A new one → unknown: it may have been sent from elsewhere. */
  leaveUnknown(id: number, reason: string, now: number): void
  /** pending → accepted. */
  pollAgain(id: number): void
  get(id: number): (KnownSubmission & { ordinal: number }) | undefined
  /** What one that was known by its identifier alone was created from. */
  giveContent(id: number, request: LoadedRequest, key: SubmissionKey): void
  /** → accepted under an identifier that the sheet names, when it has none; says whether it did. */
  adopt(id: number, identifier: string, now: number): boolean
}

export function createKnownSubmissions(db: Database): KnownSubmissions {
  const columns = `id, state, generation, epoch, request_hash, raw_answer, doubted, request = '{}' AS is_bare`
  const selectNewest = db.prepare<[string, number, Uint8Array, number, number], KnownSubmission>(
    `SELECT ${columns} FROM submissions
      WHERE operation = ? AND target_id = ? AND request_hash = ? AND ordinal = ?
      ORDER BY (? OR state IN ${listOf(possiblyCreatedStates)}) DESC, generation DESC LIMIT 1`,
  )
  const selectIdentified = db.prepare<[string, string, number], KnownSubmission>(
    `SELECT ${columns} FROM submissions WHERE identifier = ? AND operation = ? AND target_id = ? ORDER BY id LIMIT 1`,
  )
  const selectOrdered = db.prepare<[string, string, number], KnownSubmission>(
    `SELECT ${columns} FROM submissions WHERE order_key = ? AND operation = ? AND target_id = ? ORDER BY turn, id`,
  )
  const insert = db.prepare(
    `INSERT INTO submissions (operation, target_id, request_hash, ordinal, generation, epoch, request, subject, trait_a,
                              trait_b, state, identifier, accepted_at, order_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const renew = db.prepare(
    `UPDATE submissions SET request = @request
      WHERE id = @id AND state IN ${listOf(absentStates)} AND request <> @request`,
  )
  const makeReady = db.prepare(
    `UPDATE submissions SET state = 'ready', epoch = COALESCE(?, epoch), doubted = (doubted OR state = 'unknown')
      WHERE id = ? AND state IN ${listOf(unnamedStates)}`,
  )
  const intend = db.prepare(
    `UPDATE submissions SET state = 'sending', sent_at = ?, turn = ${nextTurn} WHERE id = ? AND state = 'ready'`,
  )
  const doubt = db.prepare(`UPDATE submissions SET state = 'unknown', problem = ? WHERE id = ? AND state = 'sending'`)
  const pollAgain = db.prepare(`UPDATE submissions SET state = 'accepted' WHERE id = ? AND state = 'pending'`)
  const adopt = db.prepare(
    `UPDATE submissions SET state = 'accepted', identifier = @identifier, accepted_at = @now, problem = NULL, problem_field = NULL
      WHERE id = @id AND state IN ${listOf(unnamedStates)}`,
  )

  const selectOne = db.prepare<[number], KnownSubmission & { ordinal: number }>(
    `SELECT ${columns}, ordinal FROM submissions WHERE id = ?`,
  )
  const giveContent = db.prepare(
    `UPDATE submissions SET request = @request, request_hash = @hash, ordinal = @ordinal, generation = @generation,
            subject = @subject, trait_a = @traitA, trait_b = @traitB
      WHERE id = @id AND request = '{}'`,
  )

  return {
    get: (id) => selectOne.get(id),
    giveContent(id, { json, likeness }, key) {
      const [traitA = null, traitB = null] = likeness?.traits ?? []
      giveContent.run({ id, request: json, ...key, subject: likeness?.subject ?? null, traitA, traitB })
    },
    findNewest: ({ operation, target }, hash, ordinal, isAgain) =>
      selectNewest.get(operation, target.id, hash, ordinal, isAgain ? 1 : 0),
    listOrdered: ({ operation, target }, orderKey) => selectOrdered.all(orderKey, operation, target.id),
    findIdentified: ({ operation, target }, identifier) => selectIdentified.get(identifier, operation, target.id),
    insert({ operation, target }, { key, epoch, request, likeness, orderKey, created }) {
      const { hash, ordinal, generation } = key
      const written = insert.run(
        operation,
        target.id,
        hash,
        ordinal,
        generation,
        epoch ?? null,
        request,
        likeness?.subject ?? null,
        likeness?.traits[0] ?? null,
        likeness?.traits[1] ?? null,
        created === undefined ? 'ready' : 'accepted',
        created?.identifier ?? null,
        created?.now ?? null,
        orderKey ?? null,
      )
      return Number(written.lastInsertRowid)
    },
    renew(id, request) {
      renew.run({ id, request })
    },
    leaveUnknown(id, reason, now) {
      // By the way that the state diagram has.
      intend.run(now, id)
      doubt.run(reason, id)
    },
    makeReady(id, epoch) {
      makeReady.run(epoch ?? null, id)
    },
    pollAgain(id) {
      pollAgain.run(id)
    },
    adopt: (id, identifier, now) => adopt.run({ id, identifier, now }).changes === 1,
  }
}
