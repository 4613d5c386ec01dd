import { fingerprintKey } from '../../forgetting/forget-key.ts'
import type { Queryable } from '../queryable.ts'
import type { Reader } from '../store.ts'

const lockName = 'forgetting'

export async function readFingerprint(statements: Queryable): Promise<string | undefined> {
  const [found] = await statements.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [fingerprintKey])
  return found?.value
}

/**
 * For a transaction that looks contents up and creates the ones it did not find: until it ends, no trip is forgotten.
 * Otherwise a content could be missed under both of its identities.
 */
export async function holdForgetting(statements: Reader): Promise<string | undefined> {
  const { dialect } = statements
  await dialect.share(statements, lockName)
  return readFingerprint(statements)
}

/** For a transaction that forgets. */
export function lockContents(statements: Reader): Promise<unknown> {
  const { dialect } = statements
  return dialect.lock(statements, lockName)
}
