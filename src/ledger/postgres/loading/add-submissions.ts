import type { AddedChange } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { toJson } from '../../store/storable.ts'
import type { Transaction } from '../connection/reconnecting-connection.ts'

/** Reserves ids for new submissions; resolves to the first. No other process has them, used or not. */
export type ReserveIds = (count: number) => Promise<number>

/** Temporary ids of new submissions while matching. */
export const provisionalId = 2 ** 52

type Created = Extract<AddedChange, { kind: 'create' }>

/**
 * Writes what a match plan adds; call it in the transaction that read the known submissions. They are inserted in the
 * order of their contents: concurrent loads wait without a deadlock. Resolves to a function from temporary ids to real
 * ones.
 */
export async function addSubmissions(
  statements: Transaction,
  settings: LoadSettings,
  added: readonly AddedChange[],
  { reserveIds, inputId }: { reserveIds: ReserveIds; inputId?: number | undefined },
): Promise<(id: number) => number> {
  const created = added.filter((each): each is Created => each.kind === 'create')
  const firstId = created.length === 0 ? 0 : await reserveIds(created.length)
  const number = (id: number): number => (id < provisionalId ? id : firstId + (id - provisionalId))
  if (created.length > 0) {
    const records = created.map((each) => toRecord(settings, { ...each, id: number(each.id) }, inputId))
    await statements.copy(
      'submissions',
      records.toSorted(
        (one, other) =>
          (one.request_hash < other.request_hash ? -1 : Number(one.request_hash > other.request_hash)) ||
          one.ordinal - other.ordinal,
      ),
    )
  }
  const moved = added.flatMap((each) => (each.kind === 'repoint' ? [{ id: number(each.id), to: number(each.to) }] : []))
  if (moved.length > 0) {
    await statements.query(
      `UPDATE rows SET submission_id = moved."to" FROM json_to_recordset($1) AS moved (id bigint, "to" bigint)
        WHERE run_id = $2 AND submission_id = moved.id`,
      [toJson(moved), settings.runId],
    )
  }
  return number
}

function toRecord(
  { operation, target }: LoadSettings,
  { id, key, epoch, request, orderKey }: Created,
  inputId: number | undefined,
) {
  const { subject, traits: [traitA, traitB] = [undefined, undefined] } = request?.similarityKey ?? {}
  return {
    id,
    operation,
    target_id: target.id,
    request_hash: `\\x${key.hash}`,
    ordinal: key.ordinal,
    generation: key.generation,
    epoch,
    input_id: inputId,
    request: request?.json ?? '{}',
    subject,
    trait_a: traitA,
    trait_b: traitB,
    state: 'ready',
    order_key: orderKey,
  }
}
