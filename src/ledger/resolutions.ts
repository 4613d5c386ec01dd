import type Database from 'better-sqlite3'
import type { AttemptLog } from './attempts.ts'

/** What a person found out about an unknown outcome. */
export type Resolution =
  /** Surely not processed: it may be sent. */
  | { kind: 'not-created' }
  /** It was: with this identifier, when the operation has one. */
  | { kind: 'created'; state: 'accepted' | 'decided' | 'invited'; identifier: string | undefined }

export type ResolutionEnd =
  | 'applied'
  /** Of another ledger, or of an earlier sending than the one that is unknown now. */
  | 'stale'
  /** The identifier belongs to another row already. */
  | 'taken'

/** Names one sending of one submission, so that what a person says of it never counts for a later one. */
export interface Resolutions {
  referTo(submissionId: number, sentAt: number): string
  apply(reference: string, resolution: Resolution, now: number): ResolutionEnd
}

const referencePattern = /^(?<ledger>[0-9a-f]{8})-(?<id>\d+)-(?<sentAt>[0-9a-z]+)$/

export function createResolutions(db: Database.Database, ledgerId: string, attempts: AttemptLog): Resolutions {
  const mark = ledgerId.slice(0, 8)
  const selectTaken = db.prepare<[string, number, number], { id: number }>(
    `SELECT other.id FROM submissions AS other JOIN submissions AS this ON this.target_id = other.target_id
        AND this.operation = other.operation
      WHERE other.identifier = ? AND this.id = ? AND other.id <> ?`,
  )
  const makeReady = db.prepare(
    `UPDATE submissions SET state = 'ready' WHERE id = @id AND state = 'unknown' AND sent_at = @sentAt`,
  )
  const settle = db.prepare(
    `UPDATE submissions SET state = @state, identifier = @identifier, problem = NULL,
            accepted_at = CASE @state WHEN 'accepted' THEN sent_at END,
            done_at = CASE @state WHEN 'accepted' THEN NULL ELSE @now END
      WHERE id = @id AND state = 'unknown' AND sent_at = @sentAt`,
  )

  const apply = db.transaction((reference: string, resolution: Resolution, now: number): ResolutionEnd => {
    const groups = referencePattern.exec(reference.trim())?.groups
    if (groups === undefined || groups['ledger'] !== mark) return 'stale'
    const id = Number(groups['id'])
    const sentAt = Number.parseInt(groups['sentAt'] ?? '', 36)
    const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
    if (identifier !== undefined && selectTaken.get(identifier, id, id) !== undefined) return 'taken'
    const isApplied =
      resolution.kind === 'not-created'
        ? makeReady.run({ id, sentAt }).changes === 1
        : settle.run({ id, sentAt, now, state: resolution.state, identifier: identifier ?? null }).changes === 1
    if (!isApplied) return 'stale'
    attempts.append({
      submissionId: id,
      runId: undefined,
      operation: 'resolve',
      sentAt: undefined,
      answeredAt: now,
      httpStatus: undefined,
      outcome: resolution.kind === 'not-created' ? 'ready' : resolution.state,
      detail: `a person says of the sending at ${new Date(sentAt).toISOString()}: ${identifier ?? resolution.kind}`,
    })
    return 'applied'
  })

  return {
    referTo: (submissionId, sentAt) => `${mark}-${submissionId}-${sentAt.toString(36)}`,
    apply: (reference, resolution, now) => apply.immediate(reference, resolution, now),
  }
}
