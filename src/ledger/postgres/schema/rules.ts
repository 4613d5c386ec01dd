import { postgresColumns } from '../../store/tables.ts'
import { emptiesOldHolds, endsFourEyes, fillRules, isRelease, needsTwo } from '../../waiting-sql.ts'

/** A migration; sqlite/schema/rules.ts explains it. */
export const rules = `
  CREATE TABLE rules (${postgresColumns.rules});
  ${fillRules}
  DROP TRIGGER second_pairs_are_kept ON targets;
  ALTER TABLE targets DROP COLUMN second_pair_at;

  SELECT set_config('search_path', format('%I, pg_temp', current_schema()), TRUE);
  CREATE OR REPLACE FUNCTION refuse_release() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF NOT COALESCE(${isRelease(needsTwo('NEW'))}, FALSE) THEN
      RAISE EXCEPTION 'a run is released once, and a sealed one by another person'; END IF;
    RETURN NEW;
  END $$;
  CREATE FUNCTION refuse_rule() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF ${endsFourEyes} THEN
      RAISE EXCEPTION 'four eyes end only with a run that a second person releases'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER four_eyes_end_by_two_people AFTER INSERT ON rules FOR EACH ROW EXECUTE FUNCTION refuse_rule();
  CREATE FUNCTION refuse_rule_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF ${emptiesOldHolds} IS NOT TRUE THEN
      RAISE EXCEPTION 'rules are append-only'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER rules_are_never_changed BEFORE UPDATE ON rules FOR EACH ROW EXECUTE FUNCTION refuse_rule_change();
  CREATE TRIGGER rules_are_never_deleted BEFORE DELETE ON rules FOR EACH ROW EXECUTE FUNCTION refuse('rules are append-only');
  CREATE TRIGGER rules_are_never_emptied BEFORE TRUNCATE ON rules EXECUTE FUNCTION refuse('rules are append-only');
`
