import { firstHeldStates, heldStates, secondHeldStates, submissionStates } from '../../../contract/states.ts'
import type { Database } from '../../../support/sqlite.ts'
import { isIllegalTransition, isOneOf } from '../../state-sql.ts'
import { earlierVersions, forgetting } from './forgetting.ts'
import { indexesOfRows, replaceRows, tableOfRows } from './rows-table.ts'
import { rules } from './rules.ts'
import { sumsOfParts } from './sums-of-parts.ts'
import { plannedColumns, waiting } from './waiting.ts'

/** `RWAB` in ASCII. */
export const applicationId = 0x52574142

/**
 * The first migration's version. Versions 1 and 2 were formats of builds from before the first release; they are not
 * read.
 */
export const firstVersion = 3

/**
 * Numbered and append-only; the first leads to `firstVersion`. Never edit a released one.
 *
 * Times are milliseconds since 1970 UTC. `request`, `result`, `cells`, `detail` and `warnings` are JSON for the
 * pipeline only. `turn` counts the sendings with one order key, in their order, independent of clocks. `doubted` is 1
 * once a submission was to be sent again although its outcome was unknown: an earlier sending may count.
 * `doubted_turn` keeps the earlier turn meanwhile, and `turn` gets it back when the later sending surely was not
 * processed. `data_id` identifies a sandbox's data; a target whose data was deleted is retired. An attempt without a submission is about its whole run. `held_against`
 * is the submission of which an edited row may be a version; `kept` is 1 once a person let that one stand.
 *
 * A holder is one opening of the ledger. It holds the ledger until the end of its lease; without a lease, as long as
 * it has the file's lock. `holder` and `claim` of a submission identify the claim that may settle it. Only a
 * submission that is `sending`, or was when its holder was lost, has a holder.
 *
 * `forgotten_at`: the content was erased; `salt` and `erased_digest` are in `forgetting/forgotten-trip.ts`.
 *
 * The triggers keep the promises even for a statement without a guard: submissions change their state only along the
 * diagram in src/README.md, and a submission that was sent or has an identifier is never deleted.
 */
export const migrations: readonly Migration[] = [
  `
  PRAGMA application_id = ${applicationId};

  CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE holders (
    id          INTEGER PRIMARY KEY,
    account     TEXT NOT NULL,
    machine     TEXT NOT NULL,
    process     INTEGER NOT NULL,
    since       INTEGER NOT NULL,
    lease_until INTEGER,
    ended_at    INTEGER
  ) STRICT;

  CREATE TABLE targets (
    id            INTEGER PRIMARY KEY,
    address       TEXT NOT NULL,
    company       TEXT NOT NULL,
    token_hash    TEXT,
    limiter       TEXT,
    poll_schedule TEXT,
    confirmed_at  INTEGER,
    data_id       TEXT,
    retired_at    INTEGER,
    UNIQUE (address, company)
  ) STRICT;

  CREATE TABLE inputs (
    id        INTEGER PRIMARY KEY,
    operation TEXT NOT NULL,
    target_id INTEGER NOT NULL REFERENCES targets (id)
  ) STRICT;

  CREATE TABLE runs (
    id         INTEGER PRIMARY KEY,
    operation  TEXT NOT NULL,
    done_word  TEXT NOT NULL,
    holder_id  INTEGER REFERENCES holders (id),
    target_id  INTEGER NOT NULL REFERENCES targets (id),
    file       TEXT NOT NULL,
    account    TEXT NOT NULL DEFAULT '',
    machine    TEXT NOT NULL DEFAULT '',
    epoch      INTEGER,
    started_at INTEGER NOT NULL,
    loaded_at  INTEGER,
    ended_at   INTEGER,
    ending     TEXT,
    output     TEXT
  ) STRICT;
  CREATE INDEX runs_by_file ON runs (file);

  CREATE TABLE run_sheets (
    run_id   INTEGER NOT NULL REFERENCES runs (id),
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    columns  TEXT NOT NULL DEFAULT '',
    input_id INTEGER REFERENCES inputs (id),
    PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE outputs (
    file   TEXT NOT NULL,
    digest TEXT NOT NULL,
    asked  TEXT NOT NULL,
    run_id INTEGER NOT NULL REFERENCES runs (id),
    PRIMARY KEY (file, digest)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outputs_by_wish ON outputs (asked);
  CREATE INDEX run_sheets_by_input ON run_sheets (input_id) WHERE input_id IS NOT NULL;

  CREATE TABLE submissions (
    id            INTEGER PRIMARY KEY,
    operation     TEXT NOT NULL,
    target_id     INTEGER NOT NULL REFERENCES targets (id),
    request_hash  BLOB NOT NULL,
    ordinal       INTEGER NOT NULL,
    generation    INTEGER NOT NULL,
    epoch         INTEGER,
    input_id      INTEGER REFERENCES inputs (id),
    request       TEXT NOT NULL,
    order_key     TEXT,
    turn          INTEGER,
    doubted       INTEGER NOT NULL DEFAULT 0,
    doubted_turn  INTEGER,
    subject       TEXT,
    trait_a       TEXT,
    trait_b       TEXT,
    state         TEXT NOT NULL CHECK ${isOneOf('state', submissionStates)},
    identifier    TEXT,
    report_url    TEXT,
    result        TEXT,
    problem_field TEXT,
    problem       TEXT,
    raw_answer    TEXT,
    tries         INTEGER NOT NULL DEFAULT 0,
    holder        INTEGER,
    claim         INTEGER,
    sent_by       INTEGER,
    sent_at       INTEGER,
    accepted_at   INTEGER,
    done_at       INTEGER,
    next_poll_at  INTEGER,
    superseded_by INTEGER REFERENCES submissions (id),
    held_against  INTEGER REFERENCES submissions (id),
    UNIQUE (operation, target_id, request_hash, ordinal, generation)
  ) STRICT;
  CREATE INDEX submissions_by_input ON submissions (input_id);
  CREATE INDEX submissions_superseded ON submissions (superseded_by) WHERE superseded_by IS NOT NULL;
  CREATE INDEX submissions_held_against ON submissions (held_against) WHERE held_against IS NOT NULL;
  CREATE INDEX submissions_by_identifier ON submissions (identifier, operation, target_id) WHERE identifier IS NOT NULL;
  CREATE INDEX submissions_by_order ON submissions (order_key, turn) WHERE order_key IS NOT NULL;
  CREATE INDEX submissions_in_doubt ON submissions (id) WHERE state = 'sending';
  CREATE INDEX submissions_to_poll ON submissions (next_poll_at) WHERE state = 'accepted' AND next_poll_at IS NOT NULL;

  CREATE TRIGGER submissions_follow_the_diagram BEFORE UPDATE OF state ON submissions
  WHEN ${isIllegalTransition}
  BEGIN
    SELECT RAISE(ABORT, 'a submission made a move that the state diagram does not have');
  END;
  CREATE TRIGGER identifiers_are_never_changed BEFORE UPDATE OF identifier ON submissions
  WHEN OLD.identifier IS NOT NULL AND NEW.identifier IS NOT OLD.identifier
  BEGIN SELECT RAISE(ABORT, 'an identifier that the service returned is never changed'); END;
  CREATE TRIGGER identifiers_have_one_owner BEFORE UPDATE OF identifier ON submissions
  WHEN NEW.state = 'accepted' AND OLD.identifier IS NULL AND EXISTS (
    SELECT 1 FROM submissions WHERE identifier = NEW.identifier AND operation = NEW.operation
       AND target_id = NEW.target_id AND id <> NEW.id)
  BEGIN SELECT RAISE(ABORT, 'an identifier of one operation and target belongs to one submission'); END;
  CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions
  WHEN OLD.state <> 'ready' OR OLD.tries > 0 OR OLD.identifier IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'a submission that was sent is never deleted'); END;

  ${tableOfRows('rows', firstHeldStates)};
  ${indexesOfRows}

  CREATE TABLE attempts (
    id            INTEGER PRIMARY KEY,
    submission_id INTEGER,
    run_id        INTEGER,
    operation     TEXT NOT NULL,
    sent_at       INTEGER,
    answered_at   INTEGER,
    http_status   INTEGER,
    outcome       TEXT NOT NULL,
    detail        TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_by_submission ON attempts (submission_id);
  CREATE TRIGGER attempts_are_never_changed BEFORE UPDATE ON attempts
  BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
  CREATE TRIGGER attempts_are_never_deleted BEFORE DELETE ON attempts
  BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
  `,
  `
  ALTER TABLE submissions ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
  ${replaceRows(secondHeldStates)}
  `,
  `
  ALTER TABLE targets ADD COLUMN second_pair_at INTEGER;
  CREATE TRIGGER second_pairs_are_kept BEFORE UPDATE OF second_pair_at ON targets
  WHEN OLD.second_pair_at IS NOT NULL AND NEW.second_pair_at IS NOT OLD.second_pair_at
  BEGIN SELECT RAISE(ABORT, 'that two people must decide is never taken back'); END;
  `,
  `
  ALTER TABLE submissions ADD COLUMN content_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN outcome_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rows ADD COLUMN cells_sum INTEGER;
  ALTER TABLE attempts ADD COLUMN line_sum INTEGER;
  `,
  forgetting,
  waiting,
  replaceRows(heldStates, ['cells_sum INTEGER', ...plannedColumns]),
  earlierVersions,
  rules,
  sumsOfParts,
]

/** `fill`: for steps that need JavaScript. */
export type Migration = string | { sql: string; fill: (db: Database) => void }

export function versionAfter(steps: readonly Migration[]): number {
  return firstVersion + steps.length - 1
}
