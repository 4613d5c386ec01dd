ALTER TABLE targets ADD COLUMN second_pair_at bigint;
CREATE TRIGGER second_pairs_are_kept BEFORE UPDATE OF second_pair_at ON targets FOR EACH ROW
WHEN (OLD.second_pair_at IS NOT NULL AND NEW.second_pair_at IS DISTINCT FROM OLD.second_pair_at)
EXECUTE FUNCTION refuse('that two people must decide is never taken back');
