import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Random } from '../../rooms/support.ts'
import { readOutput } from '../../support/outputs.ts'
import { assessed, ledgerFile, type Running, Workspace } from '../../support/program.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import type { TestSandbox } from '../../support/test-sandbox.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { createdFor, findLosses } from './created.ts'
import { type DelayingProxy, type Standing, startDelayingProxy } from './delaying-proxy.ts'
import { readSubmissions } from './ledger-file.ts'

export const concurrency = 8
export const rows = 500
const longestMs = 80

/** What one kill left in doubt: requests in flight, from the durable intent to the durable outcome, by how far they had come. */
export interface Kill {
  inFlight: number
  notArrived: number
  onItsWay: number
  answered: number
}

export interface Round {
  kills: Kill[]
  unknown: number
  violations: string[]
}

/** One sheet of many trips, whose runs are killed at random times until one completes; then the verdict. */
export async function runRound(sandbox: TestSandbox, name: string, seed: number): Promise<Round> {
  const random = seededRandom(seed)
  const proxy = await startDelayingProxy(sandbox, random, longestMs)
  const ends: (() => void)[] = []
  const space = new Workspace({ ...sandbox.variables, RWA_BASE_URL: proxy.baseUrl }, (end) => void ends.push(end))
  try {
    space.write('trips.csv', toCsv(Array.from({ length: rows }, (_, index) => trip(`${name}/${index + 1}`))))
    const kills: Kill[] = []
    /** A run that is killed before it has opened the ledger leaves what the one before left. */
    const inDoubt = new Set<string>()
    const planned = random() < 0.3 ? 3 : 2
    while (kills.length < planned) {
      const run = space.start(['assess', 'trips.csv', '--concurrency', String(concurrency)])
      await waitForMoment(run, proxy, random)
      const standings = proxy.standings()
      run.child.kill('SIGKILL')
      const { signal, stderr } = await run.ended
      if (signal !== 'SIGKILL') throw new Error(`it ended before it was killed: ${stderr}`)
      kills.push(lookAtDead(space, standings, inDoubt))
    }
    const { summary, stderr } = await space.spawnAssess('trips.csv')
    const { scored = 0, unknown = 0 } = summary.outcomes
    const violations: string[] = []
    if (scored + unknown !== rows) violations.push(`${scored} scored, ${unknown} unknown: ${stderr}`)
    if (unknown > inDoubt.size) violations.push(`${unknown} unknown, ${inDoubt.size} in flight at its kills`)
    const { results } = await readOutput(space.path(assessed('trips')))
    violations.push(...findLosses(createdFor(sandbox, name), readSubmissions(space), results))
    return { kills, unknown, violations: violations.map((what) => `round ${name}: ${what}`) }
  } finally {
    for (const end of ends.toReversed()) end()
    await proxy.close()
  }
}

/** Mostly in the midst of sending and asking, now and then while the program starts. */
async function waitForMoment(run: Running, proxy: DelayingProxy, random: Random): Promise<void> {
  if (random() < 0.1) {
    await sleep(random() * 800)
    return
  }
  // A thousand requests and more make a round; three lives of these never use them up.
  const goal = proxy.received() + 1 + Math.floor(random() * 300)
  await run.until(() => proxy.received() >= goal)
  await sleep(random() * 20)
}

/** Looks into a copy, so that the next run finds the ledger as the dead process left it. */
function lookAtDead(space: Workspace, standings: ReadonlyMap<string, Standing>, inDoubt: Set<string>): Kill {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-dead-'))
  const kill: Kill = { inFlight: 0, notArrived: 0, onItsWay: 0, answered: 0 }
  try {
    for (const suffix of ['', '-wal']) {
      const file = space.path(`${ledgerFile}${suffix}`)
      if (existsSync(file)) copyFileSync(file, join(folder, `dead.sqlite${suffix}`))
    }
    const db = openDatabase(join(folder, 'dead.sqlite'))
    try {
      if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'").get() === undefined) return kill
      const sending = db.prepare<[], string>(`SELECT request FROM submissions WHERE state = 'sending'`).pluck().all()
      for (const request of sending) {
        const { employeeId } = JSON.parse(request) as { employeeId: string }
        if (inDoubt.has(employeeId)) continue
        inDoubt.add(employeeId)
        kill.inFlight += 1
        const standing = standings.get(employeeId)
        if (standing === 'answered') kill.answered += 1
        else if (standing === 'on its way') kill.onItsWay += 1
        else kill.notArrived += 1
      }
      return kill
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
