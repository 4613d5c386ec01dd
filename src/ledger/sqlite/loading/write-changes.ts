import { absentStates, unnamedStates } from '../../../contract/states.ts'
import { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import type { SubmissionChange } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { listOf } from '../../state-sql.ts'
import type { AttemptLog } from '../attempts.ts'
import {
  type CheckedColumns,
  type Content,
  checkedColumns,
  outcomeSumUpdate,
  sumOfContent,
  sumOfNew,
  sumOfOutcome,
  verifySubmission,
} from '../schema/checksum.ts'
import { nextTurn } from '../submissions.ts'

/** Writes a match plan; call it in the transaction that read the known submissions. */
export type WriteChanges = (settings: LoadSettings, changes: readonly SubmissionChange[]) => void

const contentColumns = `operation, lower(hex(request_hash)) AS hash, request, subject, trait_a AS traitA, trait_b AS traitB,
  order_key AS orderKey`

export function createChangeWriter(db: Database, attempts: AttemptLog): WriteChanges {
  // Bound by position: most rows of a first load create a submission.
  const create = db.prepare(
    `INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, epoch, request, subject, trait_a,
                              trait_b, state, identifier, accepted_at, order_key,
                              content_sum, outcome_sum)
     VALUES (?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectRenewed = db.prepare<[number, string], Content & CheckedColumns>(
    `SELECT ${contentColumns}, ${checkedColumns()} FROM submissions
      WHERE id = ? AND state IN ${listOf(absentStates)} AND request <> ?`,
  )
  const renew = db.prepare('UPDATE submissions SET request = ?, content_sum = ? WHERE id = ?')
  const isDoubted = `(doubted OR state = 'unknown')`
  const makeReady = db.prepare(
    `UPDATE submissions SET state = 'ready', epoch = COALESCE(?, epoch), doubted = ${isDoubted},
            ${outcomeSumUpdate({ state: `'ready'`, doubted: isDoubted })} WHERE id = ? AND state IN ${listOf(unnamedStates)}`,
  )
  const intend = db.prepare(
    `UPDATE submissions SET state = 'sending', sent_at = ?, turn = ${nextTurn}, ${outcomeSumUpdate({ state: `'sending'`, sent_at: '?' })}
      WHERE id = ? AND state = 'ready'`,
  )
  const doubt = db.prepare(
    `UPDATE submissions SET state = 'unknown', problem = ?, ${outcomeSumUpdate({ state: `'unknown'` })}
      WHERE id = ? AND state = 'sending'`,
  )
  const poll = db.prepare(
    `UPDATE submissions SET state = 'accepted', ${outcomeSumUpdate({ state: `'accepted'` })} WHERE id = ? AND state = 'pending'`,
  )
  const adopt = db.prepare(
    `UPDATE submissions SET state = 'accepted', identifier = @identifier, accepted_at = @now, problem = NULL, problem_field = NULL,
            ${outcomeSumUpdate({ state: `'accepted'`, accepted_at: '@now' }, '@texts')}
      WHERE id = @id AND state IN ${listOf(unnamedStates)}`,
  )
  const selectContent = db.prepare<[number], Content & CheckedColumns>(
    `SELECT ${contentColumns}, ${checkedColumns()} FROM submissions WHERE id = ?`,
  )
  const describe = db.prepare(
    `UPDATE submissions SET request = @request, request_hash = unhex(@hash), ordinal = @ordinal, generation = @generation,
            subject = @subject, trait_a = @traitA, trait_b = @traitB,
            content_sum = @sum, ${outcomeSumUpdate({ ordinal: '@ordinal', generation: '@generation' })}
      WHERE id = @id AND request = '{}'`,
  )
  const repoint = db.prepare('UPDATE rows SET submission_id = ? WHERE run_id = ? AND submission_id = ?')

  function insert(
    { operation, target, now }: LoadSettings,
    change: Extract<SubmissionChange, { kind: 'create' }>,
  ): void {
    const { id, key, epoch, request, identifier, orderKey } = change
    const { subject = null, traits: [traitA, traitB] = [null, null] } = request?.similarityKey ?? {}
    const { hash, ordinal, generation } = key
    const known = identifier === undefined ? ['ready', null, null] : ['accepted', identifier, now]
    const json = request?.json ?? '{}'
    const content = { operation, hash, request: json, subject, traitA, traitB, orderKey: orderKey ?? null }
    const named = identifier === undefined ? undefined : { identifier, at: now }
    create.run(
      ...[id, operation, target.id, hash, ordinal, generation, epoch ?? null, json, subject, traitA, traitB],
      ...known,
      ...[orderKey ?? null, sumOfContent(content), sumOfNew(id, target.id, ordinal, generation, named)],
    )
  }

  /** Verifies the content as it was, and sums it with the changes. */
  function sumOfChanged(before: Content & CheckedColumns, changes: Partial<Content>): number {
    return sumOfContent({ ...verifySubmission(db, before), ...changes })
  }

  function renewRequest(id: number, request: string): void {
    const before = selectRenewed.get(id, request)
    if (before !== undefined) renew.run(request, sumOfChanged(before, { request }), id)
  }

  /** Returns the number of changed rows; undefined when that does not matter. */
  function write(settings: LoadSettings, change: SubmissionChange): number | undefined {
    const { id } = change
    switch (change.kind) {
      case 'create':
        return void insert(settings, change)
      case 'renew':
        return void renewRequest(id, change.request)
      case 'ready':
        return makeReady.run(change.epoch ?? null, id).changes
      case 'doubt':
        // Via `sending`, as the state diagram demands.
        intend.run(settings.now, settings.now, id)
        return doubt.run(change.reason, id).changes
      case 'poll':
        return poll.run(id).changes
      case 'adopt':
        return adopt.run({ id, identifier: change.identifier, now: settings.now, texts: sumOfOutcome(change) }).changes
      case 'describe': {
        const { subject = null, traits: [traitA, traitB] = [null, null] } = change.request.similarityKey ?? {}
        const before = selectContent.get(id)
        if (before === undefined) return 0
        const content = { request: change.request.json, subject, traitA, traitB }
        const sum = sumOfChanged(before, { hash: change.key.hash, ...content })
        return describe.run({ id, ...change.key, ...content, sum }).changes
      }
      case 'repoint':
        return void repoint.run(change.to, settings.runId, id)
    }
  }

  return (settings, changes) => {
    const { runId, now: answeredAt } = settings
    for (const change of changes) {
      if ((write(settings, change) ?? 1) !== 1) {
        throw new BatchError('defect', `submission ${change.id} is no longer in the state it was in`)
      }
      if (change.note === undefined) continue
      attempts.append(change.id, { runId, sentAt: undefined, answeredAt, httpStatus: undefined, ...change.note })
    }
  }
}
