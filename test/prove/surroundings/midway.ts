import { expect } from 'vitest'
import { ledgerFile, type Running, Workspace } from '../../support/program.ts'
import { type Service, startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

export const ledger = ledgerFile

export interface Midway {
  service: Service
  space: Workspace
  run: Running
  /** Lets the service answer again. */
  goOn(): void
}

/** A run of 40 rows that stands still: 12 are sent, and the answers of the last of them wait. */
export async function startMidway(): Promise<Midway> {
  let goOn = (): void => {}
  const mayAnswer = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const service: Service = await startService(undefined, undefined, async () => {
    if (service.created().length > 10) await mayAnswer
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(40)))
  const run = space.start(['assess', 'trips.csv', '--no-wait', '--json', '--concurrency', '2'])
  await run.until(() => service.created().length === 12)
  return { service, space, run, goOn }
}

export async function killMidway(): Promise<Midway> {
  const midway = await startMidway()
  midway.run.child.kill('SIGKILL')
  await midway.run.ended
  midway.goOn()
  return midway
}

/** A workspace in which three trips were created. */
export async function finish(...options: readonly string[]): Promise<{ service: Service; space: Workspace }> {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  expect((await space.spawnAssess('trips.csv', '--no-wait', ...options)).code).toBe(0)
  return { service, space }
}
