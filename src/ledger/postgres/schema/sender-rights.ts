/** Rights besides reading, by columns; all other columns stay as they were written. */
interface Rights {
  insert?: string
  update?: string
  canDelete?: true
}

/**
 * Of every table of the schema; a new table without an entry could not be written by a sender. What a sender may do for
 * others: replace a fingerprint (`token_hash`), since any of them may have the new token; end a run (`ending`,
 * `output`), since workers and the second person end what others began; record what a profile demands (`rules`), and loosen a rule where
 * that needs no second person: only the owner forgets. A time in `attempts` is the sender's clock's;
 * the server's own, and the login, stand beside it and are in no right.
 */
export const senderRights: Readonly<Record<string, Rights>> = {
  meta: {},
  earlier_versions: {},
  counters: { update: 'next_id' },
  holders: {
    insert: 'account, machine, process, since, lease_until',
    update: 'lease_until, last_group, answer, reaped_at, ended_at',
  },
  targets: {
    insert: 'address, company',
    update: 'address, token_hash, limiter, poll_schedule, confirmed_at, data_id, retired_at',
  },
  paces: {
    insert: 'target_id',
    update: 'per_second, ceiling, next_start_at, hold_until, probe_until, cut_at, cuts, started, used_at',
  },
  inputs: { insert: 'id, operation, target_id' },
  runs: {
    insert: 'operation, done_word, holder_id, target_id, file, account, machine, started_at',
    update:
      'holder_id, epoch, loaded_at, ended_at, ending, output, waits_for, waits_until, sealed_by, released_by, released_at, how',
  },
  rules: { insert: 'target_id, name, value, since, run_id' },
  workers: { insert: 'holder_id, target_id', canDelete: true },
  run_sheets: { insert: 'run_id, position, name, own_input_id', update: 'columns, input_id' },
  run_claims: { insert: 'run_id, claim, sheet, row_number', canDelete: true },
  outputs: { insert: 'machine, file, digest, asked, run_id', update: 'asked, run_id', canDelete: true },
  submissions: {
    insert: `id, operation, target_id, request_hash, ordinal, generation, epoch, input_id, request, subject, trait_a, trait_b,
      state, order_key`,
    update: `request, request_hash, ordinal, generation, subject, trait_a, trait_b, epoch, input_id, turn, doubted, doubted_turn,
      kept, sent_in, state, identifier, report_url, result, problem_field, problem, raw_answer, tries, holder, claim, sent_by, sent_at,
      accepted_at, done_at, next_poll_at, superseded_by, held_against`,
    canDelete: true,
  },
  run_changes: { insert: 'run_id, step, submission_id, state, identifier, change', canDelete: true },
  rows: {
    insert: `run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id, held,
      detail, was_done, was_named`,
    update: 'submission_id, held, detail, was_done, planned, planned_request, planned_identifier, sealed_line',
    canDelete: true,
  },
  attempts: { insert: 'submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail' },
}

/** All columns of targets but the fingerprint of the token. */
const readOfTargets = 'id, address, company, limiter, poll_schedule, confirmed_at, data_id, retired_at'

/** All rights of the roles in a ledger's schema; revokes rights that an earlier version granted. */
export function listGrants(schema: string, sender: string, reader: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${sender}, ${reader}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${sender}, ${reader}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${sender}, ${reader}`,
    `REVOKE SELECT ON ${schema}.targets FROM ${reader}`,
    `GRANT SELECT (${readOfTargets}) ON ${schema}.targets TO ${reader}`,
    ...Object.entries(senderRights).flatMap(([table, { insert, update, canDelete }]) => {
      const rights = [
        ...(insert === undefined ? [] : [`INSERT (${insert})`]),
        ...(update === undefined ? [] : [`UPDATE (${update})`]),
        ...(canDelete ? ['DELETE'] : []),
      ]
      return rights.length === 0 ? [] : [`GRANT ${rights.join(', ')} ON ${schema}.${table} TO ${sender}`]
    }),
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${sender}`,
  ]
}
