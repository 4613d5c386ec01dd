import { fingerprintKey } from '../../forgetting/forget-key.ts'
import type { Dialect } from '../dialect.ts'
import type { Queryable } from '../queryable.ts'

const lockName = 'forgetting'

export async function readFingerprint(statements: Queryable): Promise<string | undefined> {
  const [found] = await statements.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [fingerprintKey])
  return found?.value
}

/**
 * For a transaction that looks contents up and creates the ones it did not find: until it ends, no trip is forgotten.
 * Otherwise a content could be missed under both of its identities.
 */
export async function holdForgetting(dialect: Dialect, statements: Queryable): Promise<string | undefined> {
  await dialect.share(statements, lockName)
  return readFingerprint(statements)
}

/** For a transaction that forgets. */
export function lockContents(dialect: Dialect, statements: Queryable): Promise<unknown> {
  return dialect.lock(statements, lockName)
}
