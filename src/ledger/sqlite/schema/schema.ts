import { firstHeldStates, heldStates, secondHeldStates } from '../../../contract/states.ts'
import type { Database } from '../../../support/sqlite.ts'
import {
  emptiesOldHolds,
  endsFourEyes,
  fillRules,
  isIllegalTransition,
  isRelease,
  listOf,
  maySend,
  needsTwo,
  waitsFor,
} from '../../state-sql.ts'
import {
  sqliteColumns as columns,
  commonIndexes,
  rowIndexes,
  runChangesIndexes,
  tableOfRows,
} from '../../store/tables.ts'
import { earlierVersions, forgetting } from './forgetting.ts'
import { sumsOfParts } from './record-checks.ts'

/** As it was then. */
const neededTwo = `EXISTS (SELECT 1 FROM targets WHERE targets.id = NEW.target_id AND targets.second_pair_at IS NOT NULL
            AND NEW.operation = 'decide')`

const plannedColumns = ['planned TEXT', 'planned_request TEXT', 'planned_identifier TEXT', 'sealed_line TEXT']

/**
 * A migration: a run waits until it is released, from its beginning on; runs of before were released. `how`: facts with
 * which it is carried out without its sheet. `run_changes`: what its load decided about submissions, in the order of
 * `step` and `n`; the release does it. Until then a row shows `planned`, the later state of its submission,
 * `planned_request` and `planned_identifier`. `sealed_line`: the line of the plan that was sealed, as JSON. `sent_in`: the run under whose release a submission was claimed last.
 */
export const waiting = `
  ALTER TABLE runs ADD COLUMN waits_for TEXT DEFAULT 'confirmation' CHECK (waits_for IN ${listOf(waitsFor)});
  UPDATE runs SET waits_for = NULL;
  ALTER TABLE runs ADD COLUMN waits_until INTEGER;
  ALTER TABLE runs ADD COLUMN sealed_by TEXT;
  ALTER TABLE runs ADD COLUMN released_by TEXT;
  ALTER TABLE runs ADD COLUMN released_at INTEGER;
  ALTER TABLE runs ADD COLUMN how TEXT;
  ${plannedColumns.map((column) => `ALTER TABLE rows ADD COLUMN ${column};`).join('\n  ')}
  ALTER TABLE submissions ADD COLUMN sent_in INTEGER;
  CREATE TABLE run_changes (${columns.run_changes}) STRICT;
  ${runChangesIndexes}

  CREATE TRIGGER nothing_is_sent_before_its_release BEFORE UPDATE OF state ON submissions
  WHEN NEW.state = 'sending' AND NEW.holder IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = NEW.sent_in AND ${maySend('runs')})
  BEGIN SELECT RAISE(ABORT, 'a run sends nothing before it is released'); END;
  CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
  WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (${isRelease(neededTwo)})
  BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
  CREATE TRIGGER seals_are_kept BEFORE UPDATE OF sealed_by, how, waits_until ON runs
  WHEN OLD.sealed_by IS NOT NULL
   AND (NEW.sealed_by IS NOT OLD.sealed_by OR NEW.how IS NOT OLD.how OR NEW.waits_until IS NOT OLD.waits_until)
  BEGIN SELECT RAISE(ABORT, 'who sealed a run, what it sends, and until when it counts, is never changed'); END;
`

/**
 * A migration: the rules of companies, append-only. The latest of a name counts; one with a run only once a second
 * person has released that run. Of an earlier list of people on hold the number may stay in the place of the IDs.
 */
export const rules = `
  CREATE TABLE rules (${columns.rules}) STRICT;
  ${fillRules}
  DROP TRIGGER second_pairs_are_kept;
  DROP TRIGGER runs_are_released_as_their_rules_say;
  ALTER TABLE targets DROP COLUMN second_pair_at;

  CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
  WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (${isRelease(needsTwo('NEW'))})
  BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
  CREATE TRIGGER four_eyes_end_by_two_people AFTER INSERT ON rules
  WHEN ${endsFourEyes}
  BEGIN SELECT RAISE(ABORT, 'four eyes end only with a run that a second person releases'); END;
  CREATE TRIGGER rules_are_never_changed BEFORE UPDATE ON rules
  WHEN NOT ${emptiesOldHolds}
  BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
  CREATE TRIGGER rules_are_never_deleted BEFORE DELETE ON rules
  BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
`

const indexesOfRows = `${rowIndexes}
  CREATE INDEX rows_by_content ON rows (run_id, request_hash, ordinal) WHERE request_hash IS NOT NULL;`

/** For rows that may have further states; `added`: columns of later steps, in their order. */
function replaceRows(states: readonly string[], added: readonly string[] = []): string {
  return `${tableOfRows('rows_anew', states)};
  ${added.map((column) => `ALTER TABLE rows_anew ADD COLUMN ${column};`).join('\n')}
  INSERT INTO rows_anew SELECT * FROM rows;
  DROP TABLE rows;
  ALTER TABLE rows_anew RENAME TO rows;
  ${indexesOfRows}`
}

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
