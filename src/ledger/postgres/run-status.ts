import type { LedgerStatus, RunChoice, WorkerStatus } from '../port/reports.ts'
import { isAlive } from '../store/dialect.ts'
import { readRuns } from '../store/run-status.ts'
import { listHolders } from './commits/lease.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { listPaces } from './overview.ts'

export async function readRunStatus(connection: ReconnectingConnection, choice: RunChoice): Promise<LedgerStatus> {
  const holders = await listHolders(connection)
  const runs = await readRuns(connection, choice, `NOT ${connection.dialect.isRunOver}`)
  const detached = await connection.query<{ id: number }>(`SELECT id FROM runs WHERE waits_for = 'workers'`)
  const isLeft = new Set(detached.map(({ id }) => id))
  return {
    holder: holders.length === 0 ? undefined : holders.join(', '),
    isHeldByWorkersOnly: await hasOnlyWorkers(connection),
    workers: await listWorkers(connection),
    paces: await listPaces(connection),
    runs: runs.map((run) => ({ ...run, isDetached: isLeft.has(run.id) })),
  }
}

async function hasOnlyWorkers(connection: ReconnectingConnection): Promise<boolean> {
  const others = `SELECT FROM holders WHERE ${isAlive} AND id NOT IN (SELECT holder_id FROM workers) LIMIT 1`
  return (await connection.query(others)).length === 0
}

function listWorkers(connection: ReconnectingConnection): Promise<WorkerStatus[]> {
  return connection.query<WorkerStatus>(
    `SELECT address, company, machine, process, since
       FROM workers JOIN holders ON holders.id = holder_id JOIN targets ON targets.id = target_id
      WHERE ${isAlive} ORDER BY address, company, holder_id`,
  )
}
