import type { Random } from '../../src/support/random.ts'
import { type CrashRun, type Orders, runToPoint } from './crash-run.ts'
import { countUnsynced, losePower, type Tear, tears } from './ledger-file.ts'
import type { World } from './world.ts'

/** What is enumerated: the points of one command in a world that is made anew for each of them. */
export interface Enumeration {
  createWorld(name: string): World | Promise<World>
  /** Where an earlier run of the same command died before the one whose points are enumerated. */
  diedBefore?: Orders
  mode: 'kill' | 'power'
  twin?: Orders['twin']
  /** Every how-manieth point; all of them by default. */
  every?: number
  random: Random
}

export interface Enumerated {
  /** Points that the command has when it is not killed. */
  points: number
  /** Processes that died at a point of the enumeration. */
  deaths: number
  /** Deaths with bytes of the ledger that were written and not synced. */
  deathsWithUnsynced: number
  /** Labels of those that were not in the midst of a commit. */
  unsyncedElsewhere: string[]
  unknown: number
  mostUnknown: number
  /** Labels of points that the uninterrupted run has and where no process died. */
  missedLabels: string[]
  violations: string[]
}

/** Ready times with which every assessment is asked for once in vain. */
export const readyAfterOnePoll = '1300ms-1700ms'

/** Runs at a time; most of their time is spent waiting for scores. */
const atOnce = 4

/** Dies at each point in turn, runs the same command again without dying, and judges what is left. */
export async function enumeratePoints(enumeration: Enumeration): Promise<Enumerated> {
  const { every = 1, random } = enumeration
  const watched = await dieOnce(enumeration, 'watched', {}, 'dropped')
  const points = watched.trace.length
  const hit = new Set<string>()
  const result: Enumerated = {
    points,
    deaths: 0,
    deathsWithUnsynced: 0,
    unsyncedElsewhere: [],
    unknown: 0,
    mostUnknown: 0,
    missedLabels: [],
    violations: watched.violations,
  }
  let next = 1 + Math.floor(random() * every)
  let passed = 0
  // As many points as the run has, and on until a run passes without dying: two runs are never quite the same.
  const worker = async (): Promise<void> => {
    while (next <= points || passed === 0) {
      const at = next
      next += every
      for (const tear of isDuringCommit(watched.trace[at - 1]) ? tears : ['dropped' as const]) {
        const died = await dieOnce(enumeration, `${at}-${tear}`, { at }, tear)
        if (died.label === undefined) {
          if (at > points) passed += 1
          break
        }
        hit.add(died.label)
        result.deaths += 1
        if (died.unsynced > 0) {
          result.deathsWithUnsynced += 1
          if (!isDuringCommit(died.label)) result.unsyncedElsewhere.push(died.label)
        }
        result.unknown += died.unknown
        result.mostUnknown = Math.max(result.mostUnknown, died.unknown)
        result.violations.push(...died.violations)
        // What is only torn during a commit cannot be torn elsewhere.
        if (died.unsynced === 0) break
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  result.missedLabels = [...new Set(watched.trace)].filter((label) => !hit.has(label))
  return result
}

/** The line of the proof. */
export function summarise(result: Enumerated): { measured: string; isKept: boolean } {
  const { points, deaths, deathsWithUnsynced, unknown, mostUnknown, violations } = result
  const torn = deathsWithUnsynced > 0 ? `, ${deathsWithUnsynced} of them with unsynced bytes` : ''
  const doubts = `${unknown} unknown in all, at most ${mostUnknown} after one`
  return {
    measured: `${points} points, ${deaths} deaths${torn}: ${violations.length} violations; ${doubts}`,
    isKept: violations.length === 0 && deaths > 0,
  }
}

interface Died {
  label: string | undefined
  trace: string[]
  unsynced: number
  unknown: number
  violations: string[]
}

/** One world: perhaps an earlier death, the death at the point, the same command to its end, the verdict. */
export async function dieOnce(
  { createWorld, diedBefore, mode, twin, random }: Omit<Enumeration, 'every'>,
  name: string,
  at: Orders,
  tear: Tear,
): Promise<Died> {
  const world = await createWorld(name)
  const { space, args } = world
  try {
    let inFlight = 0
    if (diedBefore !== undefined) inFlight += (await runToPoint(space, args, diedBefore)).death?.inFlight ?? 0
    const run = await runToPoint(space, args, { ...at, mode, ...(twin === undefined ? {} : { twin }) })
    const { death, trace } = run
    if (death === undefined) {
      const violations = await world.judge(run, inFlight)
      return {
        label: undefined,
        trace,
        unsynced: 0,
        unknown: 0,
        violations: violations.map((what) => `not killed: ${what}`),
      }
    }
    const unsynced = countUnsynced(space, run)
    if (mode === 'power') losePower(space, run, tear, random)
    const last = await finish(world)
    const violations = [...last.halves, ...(await world.judge(last, inFlight + death.inFlight))]
    const where = `${mode === 'power' ? `power lost (${tear})` : 'killed'} at ${death.at}, ${death.label}`
    return {
      label: death.label,
      trace,
      unsynced,
      unknown: last.summary.outcomes['unknown'] ?? 0,
      violations: violations.map((what) => `${where}: ${what}`),
    }
  } finally {
    world.end()
  }
}

async function finish({
  space,
  args,
  judgeOutput,
}: World): Promise<Omit<CrashRun, 'death' | 'trace' | 'synced'> & { halves: string[] }> {
  const halves = await judgeOutput()
  return { ...(await space.run(args)), halves }
}

function isDuringCommit(label: string | undefined): boolean {
  return label?.startsWith('during ') === true
}
