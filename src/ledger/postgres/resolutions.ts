import type { SubmissionState } from '../../contract/states.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { ResolutionStatus, Resolutions } from '../port/resolutions.ts'
import { parseSending, type SendingReference } from '../sending-reference.ts'
import type { Queryable } from '../store/queryable.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

export function createResolutions(connection: ReconnectingConnection, ledgerId: string): Resolutions {
  /** `isLocking`: the submission is locked until the transaction ends. */
  async function readResolutionStatus(
    statements: Queryable,
    operation: string,
    sending: SendingReference | undefined,
    isLocking: boolean,
  ): Promise<ResolutionStatus> {
    const [current] = await statements.query<{ state: SubmissionState; sentAt: number | null }>(
      `SELECT state, sent_at AS "sentAt" FROM submissions WHERE id = $1 AND operation = $2${isLocking ? ' FOR NO KEY UPDATE' : ''}`,
      [sending?.id ?? null, operation],
    )
    if (current?.state !== 'unknown') return 'moot'
    return current.sentAt === sending?.sentAt ? 'open' : 'stale'
  }

  return {
    listUnknown: (operation, targetId) =>
      connection.query(
        `SELECT id, sent_at AS "sentAt", request FROM submissions
          WHERE operation = $1 AND target_id = $2 AND state = 'unknown' AND sent_at IS NOT NULL`,
        [operation, targetId],
      ),
    readStatus: (operation, reference) =>
      readResolutionStatus(connection, operation, parseSending(ledgerId, reference), false),
    apply: (operation, reference, resolution, now) =>
      connection.transaction(async (statements) => {
        const sending = parseSending(ledgerId, reference)
        const standing = await readResolutionStatus(statements, operation, sending, true)
        if (sending === undefined || standing !== 'open') return standing === 'stale' ? 'stale' : 'moot'
        const { id, sentAt } = sending
        const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
        const state = resolution.kind === 'created' ? resolution.state : 'ready'
        if (identifier !== undefined) {
          const taken = await statements.query(
            `SELECT FROM submissions AS other JOIN submissions AS this
                 ON this.target_id = other.target_id AND this.operation = other.operation
              WHERE other.identifier = $1 AND this.id = $2 AND other.id <> $2`,
            [identifier, id],
          )
          if (taken.length > 0) return 'taken'
        }
        if (resolution.kind === 'not-created') {
          await statements.query(`UPDATE submissions SET state = 'ready', doubted = 0 WHERE id = $1`, [id])
        } else {
          await statements.query(
            `UPDATE submissions SET state = $2, identifier = $3, problem = NULL,
                    accepted_at = CASE WHEN $2 = 'accepted' THEN sent_at END,
                    next_poll_at = CASE WHEN $2 = 'accepted' THEN $4::bigint END,
                    done_at = CASE WHEN $2 = 'accepted' THEN NULL ELSE $4::bigint END
              WHERE id = $1`,
            [id, state, identifier ?? null, now],
          )
        }
        const detail = `a person says of the sending at ${toIsoTime(sentAt)}: ${identifier ?? resolution.kind}`
        await statements.query(
          `INSERT INTO attempts (submission_id, operation, answered_at, outcome, detail) VALUES ($1, 'resolve', $2, $3, $4)`,
          [id, now, state, detail],
        )
        return 'applied'
      }),
  }
}
