import { BatchError } from '../../../support/errors.ts'

export interface Durability {
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  isStandby: boolean
}

export const selectDurability = `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit", pg_is_in_recovery() AS "isStandby", pg_backend_pid() AS "processId"`

/** @throws BatchError `ledger` for a server that may lose confirmed commits: a lost intent is a row sent twice. */
export function requireDurable(shown: string, durability: Durability): void {
  const { fsync, fullPageWrites, synchronousCommit, isStandby } = durability
  const reason = isStandby
    ? 'it is a copy that only follows another one'
    : fsync !== 'on'
      ? `fsync is ${fsync}`
      : fullPageWrites !== 'on'
        ? `full_page_writes is ${fullPageWrites}`
        : synchronousCommit !== 'on' && synchronousCommit !== 'remote_apply'
          ? `synchronous_commit is ${synchronousCommit}`
          : undefined
  if (reason === undefined) return
  throw new BatchError('ledger', `the database at ${shown} may lose what it has confirmed: ${reason}`, {
    hint: 'A ledger needs fsync, full_page_writes and synchronous_commit on, and the primary server.',
  })
}
