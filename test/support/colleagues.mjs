/**
 * What makes a ledger in PostgreSQL that nobody has used one in which colleagues have sent much: sheets of a thousand
 * trips each, all done, of a run each. A statement after the other.
 * @param {number} count of trips; thousands
 * @param {string} baseUrl of the service they were sent to
 */
export function fillWithColleagues(count, baseUrl) {
  return `
    INSERT INTO targets (address, company) VALUES ('${baseUrl}', 'default');
    INSERT INTO holders (account, machine, process, since, lease_until, reaped_at) VALUES ('ann', 'elsewhere', 1, 1, 'epoch', 'epoch');
    INSERT INTO inputs (operation, target_id) SELECT 'assess', 1 FROM generate_series(1, ${count / 1_000});
    INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at, loaded_at, ended_at)
      SELECT 'assess', 'scored', 1, 1, '/' || n || '.csv', 'ann', 'elsewhere', 1, 1, 1 FROM generate_series(1, ${count / 1_000}) AS n;
    INSERT INTO run_sheets (run_id, position, name, input_id) SELECT id, 0, '', id FROM runs;
    INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, input_id, request, subject, trait_a, trait_b,
                             state, identifier, sent_at, accepted_at, done_at, result)
      SELECT n, 'assess', 1, sha256(n::text::bytea), 0, 0, 1 + n / 1_001, '{"employeeId":"Colleague-' || n || '"}', 'Colleague-' || n,
             '2026-03-01', 'Portugal', 'done', 'R-' || n, 1, 1, 1, '{}' FROM generate_series(1, ${count}) AS n;
    INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, request_hash, ordinal, submission_id)
      SELECT input_id, id % 1_001, 0, id % 1_001 + 2, 0, '["Colleague-' || id || '"]', request_hash, 0, id FROM submissions;
    INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, outcome, detail)
      SELECT id, input_id, 'create', 1, 1, 'accepted', '' FROM submissions;
    UPDATE counters SET next_id = ${count + 1};
    ANALYZE`.split(';\n')
}
