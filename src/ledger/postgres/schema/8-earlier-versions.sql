-- Earlier versions of a file have no login, and their times are as all others, to be moved there and back.

DROP TRIGGER earlier_versions_are_only_erased ON earlier_versions;
ALTER TABLE earlier_versions ALTER COLUMN login DROP NOT NULL, ALTER COLUMN replaced_at DROP DEFAULT;
ALTER TABLE earlier_versions
  ALTER COLUMN replaced_at TYPE bigint USING CAST(EXTRACT(EPOCH FROM replaced_at) * 1000 AS bigint),
  ALTER COLUMN replaced_at SET DEFAULT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint);

CREATE TRIGGER earlier_versions_are_only_erased BEFORE UPDATE ON earlier_versions FOR EACH ROW
WHEN ((OLD.submission_id, OLD.last_attempt, OLD.login, OLD.replaced_at)
  IS DISTINCT FROM (NEW.submission_id, NEW.last_attempt, NEW.login, NEW.replaced_at)
  OR NEW.request <> '{"forgotten":true}' OR NEW.result IS NOT NULL)
EXECUTE FUNCTION refuse('an earlier version is never changed');
