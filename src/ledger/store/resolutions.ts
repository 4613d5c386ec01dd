import type { SubmissionState } from '../../contract/states.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Resolution, ResolutionStatus, UnknownSending } from '../port/resolutions.ts'
import { parseSending, type SendingReference } from '../sending-reference.ts'
import { makeChanges } from './planned/make-changes.ts'
import { planChanges } from './planned/planned-changes.ts'
import type { Nullable, Reader, Store } from './store.ts'

type FoundSending = Nullable<SendingReference> & { id: number; state: SubmissionState }

export function createResolutions(store: Store, ledgerId: string) {
  const { checks, dialect } = store
  const selectOne = `SELECT id, state, sent_at AS "sentAt"${checks.columns()} FROM submissions WHERE id = $1 AND operation = $2`
  const selectUnknown = `SELECT id, sent_at AS "sentAt", request${checks.columns()} FROM submissions
     WHERE operation = $1 AND target_id = $2 AND state = 'unknown' AND sent_at IS NOT NULL`
  async function readResolutionStatus(
    statements: Reader,
    operation: string,
    sending: SendingReference | undefined,
    lock = '',
  ): Promise<ResolutionStatus> {
    if (sending === undefined) return 'moot'
    const text = `${selectOne} ${lock}`
    const [current] = await statements.query<FoundSending>(text, [sending.id, operation])
    if (current === undefined || checks.verify(current).state !== 'unknown') return 'moot'
    return current.sentAt === sending.sentAt ? 'open' : 'stale'
  }

  return {
    async listUnknown(operation: string, targetId: number) {
      return (await store.query<UnknownSending>(selectUnknown, [operation, targetId])).map(checks.verify)
    },
    readStatus: (operation: string, reference: string) =>
      readResolutionStatus(store, operation, parseSending(ledgerId, reference)),
    /** `runId`: of a run that is being loaded, whose release does it; without one it is done at once. */
    apply: (operation: string, reference: string, resolution: Resolution, now: number, runId?: number) =>
      store.transaction(async (statements) => {
        const sending = parseSending(ledgerId, reference)
        const standing = await readResolutionStatus(statements, operation, sending, dialect.forUpdate)
        if (sending === undefined || standing !== 'open') return standing === 'stale' ? 'stale' : 'moot'
        const { id, sentAt } = sending
        const selectEarlier = 'SELECT 1 FROM run_changes WHERE submission_id = $1 AND run_id = $2'
        if ((await statements.query(selectEarlier, [id, runId ?? null])).length > 0) return 'moot'
        const identifier = resolution.kind === 'created' ? resolution.identifier : undefined
        const to = resolution.kind === 'created' ? resolution.state : 'ready'
        if (identifier !== undefined) {
          const select = `SELECT 1 FROM submissions AS other JOIN submissions AS this
               ON this.target_id = other.target_id AND this.operation = other.operation
            WHERE this.id = $2 AND other.id <> $2 AND (other.identifier = $1 OR EXISTS (
              SELECT 1 FROM run_changes WHERE submission_id = other.id AND run_id = $3 AND identifier = $1))`
          const taken = await statements.query(select, [identifier, id, runId ?? null])
          if (taken.length > 0) return 'taken'
        }
        const reason = resolution.kind === 'created' ? undefined : resolution.reason
        const said = identifier ?? `${resolution.kind}${reason === undefined ? '' : `, known by: ${reason}`}`
        const detail = `a person says of the sending at ${toIsoTime(sentAt)}: ${said}`
        const note = { operation: 'resolve', outcome: to, detail }
        const change = { kind: 'resolve', id, sentAt, to, identifier, note } as const
        if (runId === undefined) await makeChanges(statements, { now }, [change])
        else await planChanges(statements, runId, [change])
        return 'applied'
      }),
  }
}
