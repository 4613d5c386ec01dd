import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../ledger/postgres/database.ts'
import { type Alteration, altering, hurried } from '../../support/altered.ts'
import type { OwnPostgresServer } from '../../support/postgres.ts'
import { type Running, Workspace } from '../../support/program.ts'
import { identifierOf, startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

/** One after another while the database is away. `grace` ends with the process, or when its time is up. */
export type AwayStep = 'answers' | 'SIGTERM' | 'grace' | 'SIGKILL'

export interface AwayRound {
  command: 'assess' | 'worker'
  steps: readonly AwayStep[]
  graceMs: number
  /** Of a request. */
  latencyMs: number
  /** The program as it is. */
  isInRealTime?: boolean
  /** The guard that is taken away. */
  twin?: readonly Alteration[]
}

export interface AwayEnd {
  /** Answers that came while the database was away. */
  answered: number
  /** Of those, what the ledger does not know in the end. */
  lost: string[]
  createdTwice: string[]
  /** From the first signal on; undefined when it did not end by itself. */
  endedAfterMs: number | undefined
  /** Files left in the spool. */
  spooled: number
}

const rows = 90
/** Answered at once; those that follow are on their way when the database goes. */
const before = 60
const inFlight = 15
/** On a busy machine the pace may not come to more. */
const fewestInFlight = 8
const impatient: Alteration = { from: 'const interruptedAbsenceMs = 5e3', to: 'const interruptedAbsenceMs = 500' }

/** The database is stopped in the middle of a run, the process ends or is killed, and the next command goes on. */
export async function playAway(server: OwnPostgresServer, round: AwayRound): Promise<AwayEnd> {
  const { command, steps, graceMs, latencyMs, isInRealTime = false, twin = [] } = round
  const ledger = server.address()
  const held: string[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let [asked, heldAt] = [0, 0]
  const service = await startService(undefined, undefined, async ({ endpoint, fields }) => {
    if (endpoint !== 'rwa_create') return
    asked += 1
    // Many are in flight only where each takes a while.
    if (asked <= before || held.length === inFlight) return sleep(200)
    held.push(String(fields['employeeId']))
    heldAt = performance.now()
    await released
    await sleep(latencyMs)
  })
  const alterations = [...(isInRealTime ? [] : [...hurried, impatient]), ...twin]
  const space = new Workspace({ ...service.variables, ...altering(alterations), RWA_LEDGER: ledger })
  space.write('trips.csv', toCsv(trips(rows)))
  if (command === 'worker') await space.spawn(['assess', 'trips.csv', '--detach', '--yes'])
  const start = (): Running =>
    space.start([...(command === 'worker' ? ['worker'] : ['assess', 'trips.csv', '--yes']), '--concurrency', '24'])
  const first = start()
  await first.until(() => {
    const isSteady = held.length >= fewestInFlight && performance.now() - heldAt > 2_000
    return isSteady || held.length === inFlight
  })
  let endedAfterMs: number | undefined
  await server.restart(async () => {
    let signalledAt: number | undefined
    for (const step of steps) {
      if (step === 'answers') {
        release()
        await Promise.race([first.ended, untilSpooled(space, held, latencyMs + 5_000)])
      } else if (step === 'grace') {
        await Promise.race([first.ended, sleep(graceMs)])
      } else {
        if (step === 'SIGTERM') signalledAt ??= performance.now()
        first.child.kill(step)
      }
    }
    const isKilled = first.child.exitCode === null && first.child.signalCode === null
    if (!isKilled && signalledAt !== undefined) endedAfterMs = performance.now() - signalledAt
    first.child.kill('SIGKILL')
    await first.ended
  })
  const next = start()
  const isDone = async (): Promise<boolean> =>
    (await ask(ledger, "SELECT FROM submissions WHERE state IN ('ready', 'sending', 'accepted')")).length === 0
  while (!(await isDone())) await sleep(100)
  next.child.kill('SIGTERM')
  await next.ended
  const kept = await ask<{ identifier: string | null }>(ledger, 'SELECT identifier FROM submissions')
  const known = new Set(kept.map(({ identifier }) => identifier))
  const created = service.created()
  return {
    answered: held.length,
    lost: held.filter((employeeId) => !known.has(identifierOf(employeeId))),
    createdTwice: created.filter((employeeId, index) => created.indexOf(employeeId) !== index),
    endedAfterMs,
    spooled: listSpool(space).length,
  }
}

function listSpool(space: Workspace): string[] {
  const folder = space.path('.local/share/rwa-batch/databases')
  try {
    return readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  } catch {
    return []
  }
}

/** The program without its guard never has. */
async function untilSpooled(space: Workspace, employees: readonly string[], longestMs: number): Promise<void> {
  const until = performance.now() + longestMs
  // Others are answered meanwhile, too.
  const isSpooled = (): boolean => {
    const spool = listSpool(space).join('')
    return employees.every((employeeId) => spool.includes(`"${identifierOf(employeeId)}"`))
  }
  while (!isSpooled() && performance.now() < until) await sleep(20)
}
