import { readFileSync } from 'node:fs'

/**
 * A step from one version of a ledger to the next: a file of SQL, in the folder of its kind of ledger, that is never edited
 * once released. Or the SQL itself, in a test.
 */
export type Migration = string | { file: string }

/** The files are part of the package: the same from `src`, from `dist` and from what is packed there. */
export function readMigration(step: Migration, kind: 'sqlite' | 'postgres'): string {
  if (typeof step === 'string') return step
  return readFileSync(new URL(`../../src/ledger/${kind}/schema/${step.file}`, import.meta.url), 'utf8')
}
