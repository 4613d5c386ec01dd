import { firstHeldStates, heldStates, secondHeldStates } from '../../../contract/states.ts'
import type { Database } from '../../../support/sqlite.ts'
import { isIllegalTransition } from '../../state-sql.ts'
import { sqliteColumns as columns, commonIndexes } from '../../store/tables.ts'
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

  CREATE TABLE meta (${columns.meta}) STRICT, WITHOUT ROWID;
  CREATE TABLE holders (${columns.holders}, lease_until INTEGER, ended_at INTEGER) STRICT;
  CREATE TABLE targets (${columns.targets}) STRICT;
  CREATE TABLE inputs (${columns.inputs}) STRICT;
  CREATE TABLE runs (${columns.runs}) STRICT;
  CREATE TABLE run_sheets (${columns.run_sheets}, PRIMARY KEY (run_id, position)) STRICT, WITHOUT ROWID;
  CREATE TABLE outputs (${columns.outputs}, PRIMARY KEY (file, digest)) STRICT, WITHOUT ROWID;
  CREATE TABLE submissions (${columns.submissions}) STRICT;
  CREATE TABLE attempts (${columns.attempts}) STRICT;
  ${tableOfRows('rows', firstHeldStates)};
  ${indexesOfRows}
  ${commonIndexes}
  CREATE INDEX outputs_by_wish ON outputs (asked);
  CREATE INDEX submissions_by_input ON submissions (input_id);
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
