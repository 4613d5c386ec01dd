import type { Database } from '../../../support/sqlite.ts'
import type { AddedChange } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { sumOfContent, sumOfNew } from '../schema/checksum.ts'

/** Writes what a match plan adds; call it in the transaction that read the known submissions. */
export type AddSubmissions = (settings: LoadSettings, added: readonly AddedChange[]) => void

export function createSubmissionAdder(db: Database): AddSubmissions {
  // Bound by position: most rows of a first load create a submission.
  const create = db.prepare(
    `INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, epoch, request, subject, trait_a,
                              trait_b, state, order_key, content_sum, outcome_sum)
     VALUES (?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?, 'ready', ?, ?, ?)`,
  )
  const repoint = db.prepare('UPDATE rows SET submission_id = ? WHERE run_id = ? AND submission_id = ?')

  function insert({ operation, target }: LoadSettings, added: Extract<AddedChange, { kind: 'create' }>): void {
    const { id, key, epoch, request, orderKey } = added
    const { subject = null, traits: [traitA, traitB] = [null, null] } = request?.similarityKey ?? {}
    const { hash, ordinal, generation } = key
    const json = request?.json ?? '{}'
    const content = { operation, hash, request: json, subject, traitA, traitB, orderKey: orderKey ?? null }
    create.run(
      ...[id, operation, target.id, hash, ordinal, generation, epoch ?? null, json, subject, traitA, traitB],
      ...[orderKey ?? null, sumOfContent(content), sumOfNew(id, target.id, ordinal, generation)],
    )
  }

  return (settings, added) => {
    for (const each of added) {
      if (each.kind === 'create') insert(settings, each)
      else repoint.run(each.to, settings.runId, each.id)
    }
  }
}
