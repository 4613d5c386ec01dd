import type { PlannedChange } from '../../matching/submission-changes.ts'
import { appendNotes } from '../attempts.ts'
import type { Dialect } from '../dialect.ts'
import { type Queryable, type Reader, toJson } from '../store.ts'

type OfKind<Kind extends PlannedChange['kind']> = Extract<PlannedChange, { kind: Kind }>

interface Update {
  /** Over the change `due` and the time at `$2`. */
  set: (dialect: Dialect) => string
  columns: string
}

const updates: Readonly<Record<Exclude<PlannedChange['kind'], 'doubt' | 'supersede'>, Update>> = {
  resolve: {
    set: () => `doubted = CASE due."to" WHEN 'ready' THEN 0 ELSE doubted END,
      identifier = COALESCE(due.identifier, submissions.identifier), problem = CASE due."to" WHEN 'ready' THEN problem END,
      accepted_at = CASE due."to" WHEN 'accepted' THEN sent_at ELSE accepted_at END,
      next_poll_at = CASE due."to" WHEN 'accepted' THEN CAST($2 AS bigint) END,
      done_at = CASE due."to" WHEN 'done' THEN CAST($2 AS bigint) ELSE done_at END, state = due."to"`,
    columns: 'id bigint, to text, identifier text',
  },
  renew: { set: () => 'request = due.request', columns: 'id bigint, request text' },
  ready: {
    set: () => `state = 'ready', epoch = COALESCE(due.epoch, submissions.epoch),
      doubted = CASE submissions.state WHEN 'unknown' THEN 1 ELSE doubted END`,
    columns: 'id bigint, epoch bigint',
  },
  poll: { set: () => `state = 'accepted'`, columns: 'id bigint' },
  adopt: {
    set: () =>
      `state = 'accepted', identifier = due.identifier, accepted_at = CAST($2 AS bigint), problem = NULL, problem_field = NULL`,
    columns: 'id bigint, identifier text',
  },
  describe: {
    set: ({ fromHex }) => `request = due.json, request_hash = ${fromHex('due.hash')}, ordinal = due.ordinal,
      generation = due.generation, subject = due.subject, trait_a = due."traitA", trait_b = due."traitB"`,
    columns:
      'id bigint, json text, hash text, ordinal integer, generation integer, subject text, traitA text, traitB text',
  },
  hold: { set: () => 'held_against = due.orphan, kept = due.kept', columns: 'id bigint, orphan bigint, kept integer' },
  epoch: { set: () => 'epoch = due.epoch', columns: 'id bigint, epoch bigint' },
}

/** Via `sending`, as the state diagram demands. */
const doubts: readonly Update[] = [
  {
    set: ({ nextTurn }) => `state = 'sending', sent_at = CAST($2 AS bigint), tries = tries + 1, turn = ${nextTurn}`,
    columns: 'id bigint',
  },
  { set: () => `state = 'unknown', problem = due.reason`, columns: 'id bigint, reason text' },
]

/** Changes of one kind, of submissions that are as they must be; in the transaction that has read and locked them. */
export async function makeChanges(
  statements: Reader,
  { runId, now }: { runId?: number; now: number },
  due: readonly PlannedChange[],
): Promise<void> {
  const { dialect } = statements
  const [first] = due
  if (first === undefined) return
  // One after another: turns follow each other, and the replacement of an orphan replaces all its generations.
  if (first.kind === 'doubt') for (const one of due) for (const step of doubts) await update(step, [one])
  else if (first.kind === 'supersede') for (const one of due) await supersede(statements, one as OfKind<'supersede'>)
  else await update(updates[first.kind], due.map(toRecord))
  // They were verified when they were read.
  statements.checks.resum(due.map((change) => change.id))
  const said = { at: now, ...(runId === undefined ? {} : { runId }) }
  const noted = due.flatMap((change) => (change.note ? [{ ...change.note, ...said, submissionId: change.id }] : []))
  await appendNotes(statements, noted)

  async function update({ set, columns }: Update, records: readonly object[]): Promise<void> {
    const text = set(dialect)
    const updateSubmissions = `UPDATE submissions SET ${text} FROM ${dialect.records('due', columns)} WHERE submissions.id = due.id`
    await statements.query(updateSubmissions, [toJson(records), ...(text.includes('$2') ? [now] : [])])
  }
}

function toRecord(change: PlannedChange): object {
  if (change.kind !== 'describe') return change
  const { json, similarityKey } = change.request
  const [traitA, traitB] = similarityKey?.traits ?? []
  return { id: change.id, ...change.key, json, subject: similarityKey?.subject, traitA, traitB }
}

async function supersede(statements: Queryable, { id: submission, orphan }: OfKind<'supersede'>): Promise<void> {
  await statements.query('UPDATE submissions SET held_against = NULL, kept = 0 WHERE id = $1', [submission])
  const update = `UPDATE submissions SET superseded_by = $1
    WHERE superseded_by IS NULL AND (operation, target_id, request_hash, ordinal) =
          (SELECT operation, target_id, request_hash, ordinal FROM submissions WHERE id = $2)`
  await statements.query(update, [submission, orphan])
}
