import type { SubmissionState } from '../../contract/states.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { ResolutionStatus, Resolutions, UnknownSending } from '../port/resolutions.ts'
import { parseSending, type SendingReference } from '../sending-reference.ts'
import { appendNotes } from './attempts.ts'
import type { Queryable } from './queryable.ts'
import type { Store } from './store.ts'

export function createResolutions(store: Store, ledgerId: string): Resolutions {
  const { checks, dialect } = store
  const selectOne = `SELECT id, state, sent_at AS "sentAt"${checks.columns()} FROM submissions WHERE id = $1 AND operation = $2`
  const selectUnknown = `SELECT id, sent_at AS "sentAt", request${checks.columns()} FROM submissions
     WHERE operation = $1 AND target_id = $2 AND state = 'unknown' AND sent_at IS NOT NULL`
  const makeReady = `UPDATE submissions SET state = 'ready', doubted = 0${checks.update({ state: `'ready'`, doubted: '0' })}
     WHERE id = $1 AND state = 'unknown'`
  const acceptedAt = `CASE WHEN $2 = 'accepted' THEN sent_at END`
  const doneAt = `CASE WHEN $2 = 'accepted' THEN NULL ELSE CAST($4 AS bigint) END`
  const settle = `UPDATE submissions SET state = $2, identifier = $3, problem = NULL, accepted_at = ${acceptedAt},
            next_poll_at = CASE WHEN $2 = 'accepted' THEN CAST($4 AS bigint) END, done_at = ${doneAt}
            ${checks.update({ state: '$2', accepted_at: acceptedAt, done_at: doneAt }, '$5')}
      WHERE id = $1 AND state = 'unknown'`

  async function readResolutionStatus(
    statements: Queryable,
    operation: string,
    sending: SendingReference | undefined,
    text = selectOne,
  ): Promise<ResolutionStatus> {
    if (sending === undefined) return 'moot'
    const [current] = await statements.query<{ id: number; state: SubmissionState; sentAt: number | null }>(text, [
      sending.id,
      operation,
    ])
    if (current === undefined || checks.verify(current).state !== 'unknown') return 'moot'
    return current.sentAt === sending.sentAt ? 'open' : 'stale'
  }

  return {
    async listUnknown(operation, targetId) {
      const found = await store.query<UnknownSending>(selectUnknown, [operation, targetId])
      return found.map(checks.verify).map(({ id, sentAt, request }) => ({ id, sentAt, request }))
    },
    readStatus: (operation, reference) => readResolutionStatus(store, operation, parseSending(ledgerId, reference)),
    apply: (operation, reference, resolution, now) =>
      store.transaction(async (statements) => {
        const sending = parseSending(ledgerId, reference)
        const lockOne = `${selectOne} ${dialect.forUpdate}`
        const standing = await readResolutionStatus(statements, operation, sending, lockOne)
        if (sending === undefined || standing !== 'open') return standing === 'stale' ? 'stale' : 'moot'
        const { id, sentAt } = sending
        const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
        const state = resolution.kind === 'created' ? resolution.state : 'ready'
        if (identifier !== undefined) {
          const taken = await statements.query(
            `SELECT 1 FROM submissions AS other JOIN submissions AS this
                 ON this.target_id = other.target_id AND this.operation = other.operation
              WHERE other.identifier = $1 AND this.id = $2 AND other.id <> $2`,
            [identifier, id],
          )
          if (taken.length > 0) return 'taken'
        }
        if (resolution.kind === 'not-created') await statements.query(makeReady, [id])
        else await statements.query(settle, [id, state, identifier ?? null, now, ...checks.textsOf({ identifier })])
        const detail = `a person says of the sending at ${toIsoTime(sentAt)}: ${identifier ?? resolution.kind}`
        await appendNotes(store, statements, [
          { submissionId: id, operation: 'resolve', at: now, outcome: state, detail },
        ])
        return 'applied'
      }),
  }
}
