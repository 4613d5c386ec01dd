import type { PlannedChange } from '../../matching/submission-changes.ts'
import { appendNotes } from '../attempts.ts'
import type { Queryable } from '../queryable.ts'
import { toJson } from '../storable.ts'
import type { Reader } from '../store.ts'

type OfKind<Kind extends PlannedChange['kind']> = Extract<PlannedChange, { kind: Kind }>

/** One kind of change of submissions that are as they must be; in the transaction that has read and locked them. */
export async function makeChanges(
  reader: Reader,
  statements: Queryable,
  { runId, now }: { runId?: number; now: number },
  due: readonly PlannedChange[],
): Promise<void> {
  const { dialect } = reader
  const [first] = due
  switch (first?.kind) {
    case 'resolve':
      await resolve(of(first.kind))
      break
    case 'renew':
      await update('request = due.request', { id: 'bigint', request: 'text' }, of(first.kind))
      break
    case 'ready':
      await update(
        `state = 'ready', epoch = COALESCE(due.epoch, submissions.epoch), doubted = CASE submissions.state WHEN 'unknown' THEN 1 ELSE doubted END`,
        { id: 'bigint', epoch: 'bigint' },
        of(first.kind),
      )
      break
    case 'doubt':
      // Via `sending`, as the state diagram demands; one after another, for their turns.
      for (const one of of(first.kind)) {
        await update(
          `state = 'sending', sent_at = $2, tries = tries + 1, turn = ${dialect.nextTurn}`,
          { id: 'bigint' },
          [one],
          now,
        )
        await update(`state = 'unknown', problem = due.reason`, { id: 'bigint', reason: 'text' }, [one])
      }
      break
    case 'poll':
      await update(`state = 'accepted'`, { id: 'bigint' }, of(first.kind))
      break
    case 'adopt':
      await update(
        `state = 'accepted', identifier = due.identifier, accepted_at = $2, problem = NULL, problem_field = NULL`,
        { id: 'bigint', identifier: 'text' },
        of(first.kind),
        now,
      )
      break
    case 'describe':
      await update(
        `request = due.json, request_hash = ${dialect.fromHex('due.hash')}, ordinal = due.ordinal, generation = due.generation,
         subject = due.subject, trait_a = due."traitA", trait_b = due."traitB"`,
        {
          ...({ id: 'bigint', json: 'text', hash: 'text', ordinal: 'integer', generation: 'integer' } as const),
          ...({ subject: 'text', traitA: 'text', traitB: 'text' } as const),
        },
        of(first.kind).map(({ id, key, request: { json, similarityKey } }) => {
          const [traitA, traitB] = similarityKey?.traits ?? []
          return { id, ...key, json, subject: similarityKey?.subject, traitA, traitB }
        }),
      )
      break
    case 'hold':
      await update(
        'held_against = due.orphan, kept = due.kept',
        { id: 'bigint', orphan: 'bigint', kept: 'integer' },
        of(first.kind),
      )
      break
    case 'supersede':
      await supersede(of(first.kind))
      break
    case 'epoch':
      await update('epoch = due.epoch', { id: 'bigint', epoch: 'bigint' }, of(first.kind))
      break
    case undefined:
      break
  }
  // They were verified when they were read.
  reader.checks.resum(due.map(({ id }) => id))
  await appendNotes(
    reader,
    statements,
    due.flatMap(({ id, note }) =>
      note === undefined ? [] : [{ submissionId: id, ...(runId === undefined ? {} : { runId }), at: now, ...note }],
    ),
  )

  function of<Kind extends PlannedChange['kind']>(kind: Kind): OfKind<Kind>[] {
    return due.filter((change): change is OfKind<Kind> => change.kind === kind)
  }

  async function update(
    changes: string,
    columns: Parameters<typeof dialect.records>[2],
    records: readonly object[],
    ...values: unknown[]
  ): Promise<void> {
    await statements.query(
      `UPDATE submissions SET ${changes} FROM ${dialect.records('due', '$1', columns)} WHERE submissions.id = due.id`,
      [toJson(records), ...values],
    )
  }

  async function resolve(resolved: readonly OfKind<'resolve'>[]): Promise<void> {
    await update(
      `doubted = CASE due."to" WHEN 'ready' THEN 0 ELSE doubted END, identifier = COALESCE(due.identifier, submissions.identifier),
       problem = CASE due."to" WHEN 'ready' THEN problem END, accepted_at = CASE due."to" WHEN 'accepted' THEN sent_at ELSE accepted_at END,
       next_poll_at = CASE due."to" WHEN 'accepted' THEN CAST($2 AS bigint) END,
       done_at = CASE due."to" WHEN 'done' THEN CAST($2 AS bigint) ELSE done_at END, state = due."to"`,
      { id: 'bigint', to: 'text', identifier: 'text' },
      resolved,
      now,
    )
  }

  /** One after another: the replacement of an orphan replaces all its generations. */
  async function supersede(released: readonly OfKind<'supersede'>[]): Promise<void> {
    for (const { id, orphan } of released) {
      await statements.query('UPDATE submissions SET held_against = NULL, kept = 0 WHERE id = $1', [id])
      await statements.query(
        `UPDATE submissions SET superseded_by = $1
          WHERE superseded_by IS NULL AND (operation, target_id, request_hash, ordinal) =
                (SELECT operation, target_id, request_hash, ordinal FROM submissions WHERE id = $2)`,
        [id, orphan],
      )
    }
  }
}
