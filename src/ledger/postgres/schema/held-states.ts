import { isOneOf } from '../../state-sql.ts'

/** For rows that may have further states. */
export const checkHeld = (states: readonly string[]): string => `ALTER TABLE rows DROP CONSTRAINT rows_held_check;
  ALTER TABLE rows ADD CONSTRAINT rows_held_check CHECK ${isOneOf('held', states)};`
