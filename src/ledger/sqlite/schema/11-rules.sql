-- The rules of companies, append-only. The latest of a name counts; one with a run only once a second person has released that
-- run. Of an earlier list of people on hold the number may stay in the place of the IDs. A rule with a run is one that loosens.

CREATE TABLE rules (id INTEGER PRIMARY KEY,
  target_id INTEGER NOT NULL REFERENCES targets (id), name TEXT NOT NULL, value TEXT NOT NULL,
  since INTEGER NOT NULL, run_id INTEGER REFERENCES runs (id)) STRICT;
CREATE INDEX rules_by_name ON rules (target_id, name, id);
INSERT INTO rules (target_id, name, value, since)
  SELECT id, 'fourEyes', 'true', second_pair_at FROM targets WHERE second_pair_at IS NOT NULL;
INSERT INTO rules (target_id, name, value, since)
  SELECT targets.id, 'retention', meta.value, COALESCE((SELECT MAX(answered_at) FROM attempts WHERE operation = 'retention'), 0)
    FROM targets JOIN meta ON meta.key = 'retention';
DELETE FROM meta WHERE key = 'retention';
DROP TRIGGER second_pairs_are_kept;
DROP TRIGGER runs_are_released_as_their_rules_say;
ALTER TABLE targets DROP COLUMN second_pair_at;

CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (
OLD.ended_at IS NULL AND (
  OLD.waits_for = 'confirmation' AND NEW.waits_for = 'second person' AND NEW.sealed_by IS NOT NULL AND NEW.how IS NOT NULL
  OR OLD.waits_for = 'confirmation' AND (NEW.waits_for IS NULL OR NEW.waits_for = 'workers')
    AND NOT ((NEW.operation IN ('decide', 'rule') AND COALESCE((SELECT counting.value FROM (
SELECT rules.id, rules.target_id, rules.name, rules.value, COALESCE(loosening.released_at, rules.since) AS since
  FROM rules LEFT JOIN runs AS loosening ON loosening.id = rules.run_id
 WHERE rules.run_id IS NULL OR loosening.id IS NOT NULL AND loosening.waits_for IS NULL) AS counting
   WHERE counting.target_id = NEW.target_id AND counting.name = 'fourEyes' AND TRUE
   ORDER BY counting.id DESC LIMIT 1), 'false') = 'true'))
  OR OLD.waits_for = 'second person' AND NEW.waits_for IS NULL AND NEW.released_by IS NOT NULL
     AND NEW.released_by <> OLD.sealed_by))
BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
CREATE TRIGGER four_eyes_end_by_two_people AFTER INSERT ON rules
WHEN (NEW.run_id IS NULL AND NEW.name = 'fourEyes' AND NEW.value <> 'true'
  AND COALESCE((SELECT counting.value FROM (
SELECT rules.id, rules.target_id, rules.name, rules.value, COALESCE(loosening.released_at, rules.since) AS since
  FROM rules LEFT JOIN runs AS loosening ON loosening.id = rules.run_id
 WHERE rules.run_id IS NULL OR loosening.id IS NOT NULL AND loosening.waits_for IS NULL) AS counting
   WHERE counting.target_id = NEW.target_id AND counting.name = 'fourEyes' AND counting.id < NEW.id
   ORDER BY counting.id DESC LIMIT 1), 'false') = 'true'
OR EXISTS (SELECT 1 FROM runs AS own WHERE own.id = NEW.run_id AND NOT (
  own.operation = 'rule' AND own.target_id = NEW.target_id AND own.waits_for = 'confirmation' AND own.ended_at IS NULL)))
BEGIN SELECT RAISE(ABORT, 'four eyes end only with a run that a second person releases'); END;
CREATE TRIGGER rules_are_never_changed BEFORE UPDATE ON rules
WHEN NOT (NEW.id = OLD.id AND NEW.target_id = OLD.target_id AND NEW.name = OLD.name AND NEW.since = OLD.since
AND COALESCE(NEW.run_id, 0) = COALESCE(OLD.run_id, 0) AND OLD.name = 'holds' AND NEW.value NOT LIKE '%"%'
AND OLD.id < (SELECT counting.id FROM (
SELECT rules.id, rules.target_id, rules.name, rules.value, COALESCE(loosening.released_at, rules.since) AS since
  FROM rules LEFT JOIN runs AS loosening ON loosening.id = rules.run_id
 WHERE rules.run_id IS NULL OR loosening.id IS NOT NULL AND loosening.waits_for IS NULL) AS counting
   WHERE counting.target_id = OLD.target_id AND counting.name = 'holds' AND TRUE
   ORDER BY counting.id DESC LIMIT 1))
BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
CREATE TRIGGER rules_are_never_deleted BEFORE DELETE ON rules
BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
