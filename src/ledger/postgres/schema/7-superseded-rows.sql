ALTER TABLE rows DROP CONSTRAINT rows_held_check;
ALTER TABLE rows ADD CONSTRAINT rows_held_check CHECK (held = 'invalid' OR held = 'duplicate' OR held = 'changed' OR held = 'kept'
  OR held = 'skipped' OR held = 'superseded');
