import type { Database } from '../../../support/sqlite.ts'
import type { AddedChange } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { checksumOf } from '../schema/checksum.ts'

/** Writes what a match plan adds; call it in the transaction that read the known submissions. */
export type AddSubmissions = (settings: LoadSettings, added: readonly AddedChange[]) => void

export function createSubmissionAdder(db: Database): AddSubmissions {
  // Bound by position: most rows of a first load create a submission.
  const create = db.prepare(
    `INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, epoch, request, subject, trait_a,
                              trait_b, order_key, content_sum, names_sum, result_sum, state, state_sum)
     VALUES (?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${checksumOf(null)}, 'ready', 1)`,
  )
  const repoint = db.prepare('UPDATE rows SET submission_id = ? WHERE run_id = ? AND submission_id = ?')

  function insert({ operation, target }: LoadSettings, added: Extract<AddedChange, { kind: 'create' }>): void {
    const { id, key, epoch = null, request, orderKey = null } = added
    const { subject = null, traits = [null, null] } = request?.similarityKey ?? {}
    const place = [operation, target.id, key.hash, key.ordinal, key.generation] as const
    const texts = [subject, ...traits, orderKey]
    const json = request?.json ?? '{}'
    create.run(id, ...place, epoch, json, ...texts, checksumOf(...place, 0, json, ...texts), checksumOf(id, null, null))
  }

  return (settings, added) => {
    for (const each of added) {
      if (each.kind === 'create') insert(settings, each)
      else repoint.run(each.to, settings.runId, each.id)
    }
  }
}
