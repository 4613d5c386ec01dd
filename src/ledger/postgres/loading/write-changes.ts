import { absentStates } from '../../../contract/states.ts'
import type { KnownSubmission } from '../../matching/lookup.ts'
import type { SubmissionChange } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { listOf } from '../../state-sql.ts'
import type { Queryable } from '../../store/queryable.ts'
import { toJson } from '../../store/storable.ts'
import { ConcurrentUpdate } from '../connection/failure.ts'
import type { Transaction } from '../connection/reconnecting-connection.ts'

/** Reserves ids for new submissions; resolves to the first. No other process has them, used or not. */
export type ReserveIds = (count: number) => Promise<number>

/** Temporary ids of new submissions while matching. */
export const provisionalId = 2 ** 52

type ChangeOf<Kind extends SubmissionChange['kind']> = Extract<SubmissionChange, { kind: Kind }>

/**
 * Writes a match plan, one kind of change at a time; call it in the transaction that read the `known`. New submissions
 * are inserted in the order of their contents, existing ones locked in the order of their ids: concurrent loads wait
 * without a deadlock. Resolves to a function from temporary ids to real ones.
 * @throws ConcurrentUpdate when one differs from its `known` state.
 */
export async function writeChanges(
  statements: Transaction,
  settings: LoadSettings,
  planned: readonly SubmissionChange[],
  known: readonly Pick<KnownSubmission, 'id' | 'state'>[],
  { reserveIds, inputId }: { reserveIds: ReserveIds; inputId?: number | undefined },
): Promise<(id: number) => number> {
  const created = planned.filter(({ kind }) => kind === 'create').length
  const firstId = created === 0 ? 0 : await reserveIds(created)
  const number = (id: number): number => (id < provisionalId ? id : firstId + (id - provisionalId))
  const changes = planned.map((change) => ({
    ...change,
    id: number(change.id),
    ...(change.kind === 'repoint' ? { to: number(change.to) } : {}),
  }))
  if (changes.length === 0) return number
  const of = <Kind extends SubmissionChange['kind']>(kind: Kind): ChangeOf<Kind>[] =>
    changes.filter((change): change is ChangeOf<Kind> => change.kind === kind)
  const { runId, now } = settings
  await lockUnchanged(statements, changes, known)
  await insertNew(statements, { ...settings, inputId }, of('create'), of('doubt'))
  await run(
    `UPDATE submissions SET request = moved.request FROM json_to_recordset($1) AS moved (id bigint, request text)
      WHERE submissions.id = moved.id AND state IN ${listOf(absentStates)} AND submissions.request <> moved.request`,
    of('renew'),
  )
  await run(
    `UPDATE submissions SET state = 'ready', epoch = COALESCE(moved.epoch, submissions.epoch),
            doubted = CASE state WHEN 'unknown' THEN 1 ELSE doubted END
       FROM json_to_recordset($1) AS moved (id bigint, epoch bigint) WHERE submissions.id = moved.id`,
    of('ready'),
  )
  await run(
    `UPDATE submissions SET state = 'accepted' FROM json_to_recordset($1) AS moved (id bigint)
      WHERE submissions.id = moved.id AND state = 'pending'`,
    of('poll'),
  )
  await run(
    `UPDATE submissions SET state = 'accepted', identifier = moved.identifier, accepted_at = $2, problem = NULL,
            problem_field = NULL
       FROM json_to_recordset($1) AS moved (id bigint, identifier text) WHERE submissions.id = moved.id`,
    of('adopt'),
    now,
  )
  await run(
    `UPDATE submissions SET request = moved.json, request_hash = decode(moved.hash, 'hex'), ordinal = moved.ordinal,
            generation = moved.generation, subject = moved.subject, trait_a = moved."traitA", trait_b = moved."traitB"
       FROM json_to_recordset($1) AS moved (id bigint, json text, hash text, ordinal integer, generation integer, subject text,
            "traitA" text, "traitB" text)
      WHERE submissions.id = moved.id AND submissions.request = '{}'`,
    of('describe').map(({ id, key, request }) => ({ id, ...key, ...describeRequest(request) })),
  )
  await run(
    `UPDATE rows SET submission_id = moved."to" FROM json_to_recordset($1) AS moved (id bigint, "to" bigint)
      WHERE run_id = $2 AND submission_id = moved.id`,
    of('repoint'),
    runId,
  )
  await run(
    `INSERT INTO attempts (submission_id, run_id, operation, answered_at, outcome, detail)
     SELECT id, $2, operation, $3, outcome, detail
       FROM json_to_recordset($1) AS noted (id bigint, operation text, outcome text, detail text)`,
    changes.flatMap(({ id, note }) => (note === undefined ? [] : [{ id, ...note }])),
    runId,
    now,
  )
  return number

  async function run(text: string, records: readonly object[], ...values: unknown[]): Promise<void> {
    if (records.length > 0) await statements.query(text, [toJson(records), ...values])
  }
}

/**
 * Locks the submissions to change until the transaction ends. No key changes, so loads that insert rows for them in
 * sheet order need not wait for this lock, nor this for them.
 */
async function lockUnchanged(
  statements: Queryable,
  changes: readonly SubmissionChange[],
  known: readonly Pick<KnownSubmission, 'id' | 'state'>[],
): Promise<void> {
  const states = new Map(known.map(({ id, state }) => [id, state]))
  const ids = [...new Set(changes.map(({ id }) => id))].filter((id) => states.has(id))
  if (ids.length === 0) return
  const locked = await statements.query<{ id: number; state: string }>(
    'SELECT id, state FROM submissions WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  )
  if (locked.length === ids.length && locked.every(({ id, state }) => states.get(id) === state)) return
  throw new ConcurrentUpdate('submissions have been moved on since they were looked at')
}

/** A submission in doubt from the beginning was never sent from here. */
async function insertNew(
  statements: Transaction,
  { operation, target, now, inputId }: LoadSettings & { inputId: number | undefined },
  created: readonly ChangeOf<'create'>[],
  doubted: readonly ChangeOf<'doubt'>[],
): Promise<void> {
  if (created.length === 0) return
  const doubts = new Map(doubted.map(({ id, reason }) => [id, reason]))
  const records = created
    .toSorted(
      ({ key: one }, { key: other }) =>
        (one.hash < other.hash ? -1 : Number(one.hash > other.hash)) || one.ordinal - other.ordinal,
    )
    .map(({ id, key, epoch, request, identifier, orderKey }) => {
      const problem = doubts.get(id)
      const { json, subject, traitA, traitB } = describeRequest(request)
      const state = problem !== undefined ? 'unknown' : identifier === undefined ? 'ready' : 'accepted'
      return {
        id,
        operation,
        target_id: target.id,
        request_hash: `\\x${key.hash}`,
        ordinal: key.ordinal,
        generation: key.generation,
        epoch,
        input_id: inputId,
        request: json,
        subject,
        trait_a: traitA,
        trait_b: traitB,
        state,
        identifier,
        accepted_at: state === 'accepted' ? now : undefined,
        order_key: orderKey,
        problem,
        sent_at: state === 'unknown' ? now : undefined,
      }
    })
  await statements.copy('submissions', records)
  if (doubts.size > 0)
    await statements.query(
      `UPDATE submissions SET turn = nextval('turns') WHERE id = ANY($1) AND order_key IS NOT NULL`,
      [records.flatMap(({ id, state }) => (state === 'unknown' ? [id] : []))],
    )
}

function describeRequest(request: ChangeOf<'create'>['request']): {
  json: string
  subject: string | undefined
  traitA: string | undefined
  traitB: string | undefined
} {
  const { subject, traits: [traitA, traitB] = [undefined, undefined] } = request?.similarityKey ?? {}
  return { json: request?.json ?? '{}', subject, traitA, traitB }
}
