import type { SubmissionState } from '../../contract/states.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Database } from '../../support/sqlite.ts'
import type {
  Resolution,
  ResolutionResult,
  ResolutionStatus,
  Resolutions,
  UnknownSending,
} from '../port/resolutions.ts'
import { parseSending, type SendingReference } from '../sending-reference.ts'
import type { SyncPart } from './async-part.ts'
import type { AttemptLog } from './attempts.ts'
import {
  type CheckedColumns,
  checkedColumns,
  outcomeSumUpdate,
  sumOfOutcome,
  verifySubmission,
  withoutChecksums,
} from './checksum.ts'

export function createResolutions(db: Database, ledgerId: string, attempts: AttemptLog): SyncPart<Resolutions> {
  const selectOne = db.prepare<[number, string], { state: SubmissionState; sentAt: number | null } & CheckedColumns>(
    `SELECT state, sent_at AS sentAt, ${checkedColumns()} FROM submissions WHERE id = ? AND operation = ?`,
  )
  const selectUnknown = db.prepare<[string, number], UnknownSending & CheckedColumns>(
    `SELECT id, sent_at AS sentAt, request, ${checkedColumns()} FROM submissions
      WHERE operation = ? AND target_id = ? AND state = 'unknown' AND sent_at IS NOT NULL`,
  )
  const selectTaken = db.prepare<[string, number, number], { id: number }>(
    `SELECT other.id FROM submissions AS other JOIN submissions AS this ON this.target_id = other.target_id
        AND this.operation = other.operation
      WHERE other.identifier = ? AND this.id = ? AND other.id <> ?`,
  )
  const makeReady = db.prepare(
    `UPDATE submissions SET state = 'ready', doubted = 0, ${outcomeSumUpdate({ state: `'ready'`, doubted: '0' })}
      WHERE id = @id AND state = 'unknown' AND sent_at = @sentAt`,
  )
  const acceptedAt = `CASE @state WHEN 'accepted' THEN sent_at END`
  const doneAt = `CASE @state WHEN 'accepted' THEN NULL ELSE @now END`
  const settle = db.prepare(
    `UPDATE submissions SET state = @state, identifier = @identifier, problem = NULL, accepted_at = ${acceptedAt},
            next_poll_at = CASE @state WHEN 'accepted' THEN @now END, done_at = ${doneAt},
            ${outcomeSumUpdate({ state: '@state', accepted_at: acceptedAt, done_at: doneAt }, '@texts')}
      WHERE id = @id AND state = 'unknown' AND sent_at = @sentAt`,
  )

  function readResolutionStatus(operation: string, sending: SendingReference | undefined): ResolutionStatus {
    const current = sending === undefined ? undefined : selectOne.get(sending.id, operation)
    if (current !== undefined) verifySubmission(db, current)
    if (current?.state !== 'unknown') return 'moot'
    return current.sentAt === sending?.sentAt ? 'open' : 'stale'
  }

  const apply = db.transaction(
    (operation: string, reference: string, resolution: Resolution, now: number): ResolutionResult => {
      const sending = parseSending(ledgerId, reference)
      const standing = readResolutionStatus(operation, sending)
      if (sending === undefined || standing !== 'open') return standing === 'stale' ? 'stale' : 'moot'
      const { id, sentAt } = sending
      const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
      if (identifier !== undefined && selectTaken.get(identifier, id, id) !== undefined) return 'taken'
      if (resolution.kind === 'not-created') makeReady.run({ id, sentAt })
      else {
        const texts = sumOfOutcome({ identifier })
        settle.run({ id, sentAt, now, state: resolution.state, identifier: identifier ?? null, texts })
      }
      attempts.append(id, {
        runId: undefined,
        operation: 'resolve',
        sentAt: undefined,
        answeredAt: now,
        httpStatus: undefined,
        outcome: resolution.kind === 'not-created' ? 'ready' : resolution.state,
        detail: `a person says of the sending at ${toIsoTime(sentAt)}: ${identifier ?? resolution.kind}`,
      })
      return 'applied'
    },
  )

  return {
    listUnknown: (operation, targetId) =>
      selectUnknown.all(operation, targetId).map((found) => withoutChecksums(verifySubmission(db, found))),
    readStatus: (operation, reference) => readResolutionStatus(operation, parseSending(ledgerId, reference)),
    apply: (operation, reference, resolution, now) => apply(operation, reference, resolution, now),
  }
}
