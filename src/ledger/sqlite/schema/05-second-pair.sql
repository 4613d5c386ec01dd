ALTER TABLE targets ADD COLUMN second_pair_at INTEGER;
CREATE TRIGGER second_pairs_are_kept BEFORE UPDATE OF second_pair_at ON targets
WHEN OLD.second_pair_at IS NOT NULL AND NEW.second_pair_at IS NOT OLD.second_pair_at
BEGIN SELECT RAISE(ABORT, 'that two people must decide is never taken back'); END;
