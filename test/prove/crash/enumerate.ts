import { createHash } from 'node:crypto'
import type { Random } from '../../rooms/support.ts'
import { scale } from '../../support/scale.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { type CrashRun, type Orders, runToPoint } from './crash-run.ts'
import { countUnsynced, forgetMark, losePower, type Tear, tears } from './ledger-file.ts'
import { findForgotten, readRegister } from './register-file.ts'
import type { World } from './world.ts'

/** What is enumerated: the points of one command in a world that is made anew for each of them. */
export interface Enumeration {
  createWorld(name: string): World | Promise<World>
  /** Where an earlier run of the same command died before the one whose points are enumerated. */
  diedBefore?: Orders
  mode: 'kill' | 'power' | 'cut'
  ledger?: Orders['ledger']
  twin?: Orders['twin']
  /** Every how-manieth point; all of them by default. */
  every?: number
  /** Of these labels; of all by default. */
  only?: RegExp
  /** Which share of the labels; all of them by default. */
  part?: Part
  seed: number
}

/** One of so many shares, the first being 1: an enumeration of hours can be interrupted between them. */
export interface Part {
  number: number
  of: number
}

const shares = scale({ full: 4, short: 1 })
/** All shares of an enumeration. */
export const parts: readonly Part[] = Array.from({ length: shares }, (_, index) => ({ number: index + 1, of: shares }))

/** For the line of the proof. */
export function everyPoint({ number, of }: Part): string {
  return of === 1 ? 'every point' : `every point, share ${number} of ${of}`
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
  /** Labels of points where no process died, when all were to be had. */
  missedLabels: string[]
  violations: string[]
}

/** Ready times with which every assessment is asked for once in vain. */
export const readyAfterOnePoll = '1300ms-1700ms'

/** Runs at a time; most of their time is spent waiting for scores. */
const atOnce = 4

/** One point of a run: its label, and which time it is reached. */
interface Point {
  atLabel: string
  nth: number
}

/**
 * Dies at each point in turn, runs the same command again without dying, and judges what is left. Two runs are never
 * quite the same: of a label that comes more than once, one more is tried until a run passes without it.
 */
export async function enumeratePoints(enumeration: Enumeration): Promise<Enumerated> {
  const { every = 1, only = /./, part = { number: 1, of: 1 }, seed } = enumeration
  const watched = await dieOnce({ ...enumeration, random: seededRandom(seed) }, nameIn(part, 'watched'), {}, 'dropped')
  const all = listPoints(watched.trace).filter(({ atLabel }) => only.test(atLabel) && isInPart(atLabel, part))
  const todo = all.filter((_, index) => (index + seed) % every === 0)
  const hit = new Set<string>()
  const result: Enumerated = {
    points: all.length,
    deaths: 0,
    deathsWithUnsynced: 0,
    unsyncedElsewhere: [],
    unknown: 0,
    mostUnknown: 0,
    missedLabels: [],
    violations: watched.violations,
  }
  let started = 0
  const visit = async (point: Point, tear: Tear): Promise<boolean> => {
    started += 1
    const random = seededRandom(seed * 10_000 + started)
    const died = await dieOnce({ ...enumeration, random }, nameIn(part, started), point, tear)
    result.violations.push(...died.violations)
    if (died.label === undefined) return false
    hit.add(died.label)
    result.deaths += 1
    result.unknown += died.unknown
    result.mostUnknown = Math.max(result.mostUnknown, died.unknown)
    if (died.unsynced === 0) return true
    result.deathsWithUnsynced += 1
    if (!isDuringCommit(died.label)) result.unsyncedElsewhere.push(died.label)
    return true
  }
  const worker = async (): Promise<void> => {
    for (let point = todo.shift(); point !== undefined; point = todo.shift()) {
      const { atLabel, nth } = point
      let isReached = await visit(point, 'dropped')
      // Which works share a commit differs from run to run, and with it how many commits there are.
      for (let more = 0; !isReached && more < 2; more += 1) isReached = await visit(point, 'dropped')
      // What is torn is torn during a commit.
      if (isReached && isDuringCommit(atLabel)) await visit(point, tears[1 + (nth % (tears.length - 1))] ?? 'mixed')
      const isLast = !all.some((other) => other.atLabel === atLabel && other.nth > nth)
      if (isReached && isLast && nth > 1 && every === 1) todo.push({ atLabel, nth: nth + 1 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (every === 1)
    result.missedLabels = [...new Set(all.map(({ atLabel }) => atLabel))].filter((label) => !hit.has(label))
  return result
}

/** Of a world: all shares create at one service, and each counts what was created for its own names. */
function nameIn(part: Part, name: string | number): string {
  return `${part.number}-${name}`
}

/** By its label alone: how often one comes differs from run to run. */
function isInPart(label: string, { number, of }: Part): boolean {
  return createHash('sha256').update(label).digest().readUInt32BE() % of === number - 1
}

export function listPoints(trace: readonly string[]): Point[] {
  const times = new Map<string, number>()
  return trace.map((atLabel) => {
    const nth = (times.get(atLabel) ?? 0) + 1
    times.set(atLabel, nth)
    return { atLabel, nth }
  })
}

/** The line of the proof. */
export function summarise(result: Enumerated): { measured: string; isKept: boolean } {
  const { points, deaths, deathsWithUnsynced, unknown, mostUnknown, violations } = result
  const torn = deathsWithUnsynced > 0 ? `, ${deathsWithUnsynced} of them with unsynced bytes` : ''
  const doubts = `${unknown} unknown in all, at most ${mostUnknown} after one`
  return {
    measured: `${points} points in a run that is not killed, ${deaths} deaths${torn}: ${violations.length} violations; ${doubts}`,
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
  {
    createWorld,
    diedBefore,
    mode,
    ledger = 'sqlite',
    twin,
    random,
  }: Omit<Enumeration, 'every' | 'only' | 'seed'> & { random: Random },
  name: string,
  at: Orders,
  tear: Tear,
): Promise<Died> {
  const world = await createWorld(name)
  const { space, args, alterations } = world
  try {
    let inFlight = 0
    if (diedBefore !== undefined) inFlight += (await runToPoint(space, args, diedBefore)).death?.inFlight ?? 0
    const known = readRegister(space)
    const orders = { ...at, mode, ledger, ...(twin === undefined ? {} : { twin }) }
    const run = await runToPoint(space, args, orders, alterations)
    const { death, trace } = run
    if (death === undefined || mode === 'cut') {
      // Who is not let in to begin with is told so at once.
      const isRefused = run.code === 1 && death?.label.includes('current_setting') === true
      const violations = await world.judge(isRefused ? await space.spawn(args) : run, inFlight)
      return {
        label: death?.label,
        trace,
        unsynced: 0,
        unknown: 0,
        violations: violations.map(
          (what) => `${death === undefined ? 'not killed' : `cut at ${death.label}`}: ${what}`,
        ),
      }
    }
    const forgotten = findForgotten(space, known)
    const unsynced = countUnsynced(space, run)
    if (mode === 'power') losePower(space, run, tear, random)
    // The mark is a guard of its own, which would refuse a ledger that lost commits.
    if (twin === 'normal') forgetMark(space)
    const last = await finish(world)
    const violations = [...forgotten, ...last.halves, ...(await world.judge(last, inFlight + death.inFlight))]
    const where = `${mode === 'power' ? `power lost (${tear})` : 'killed'} at ${death.at}, ${death.label}`
    return {
      label: death.label,
      trace,
      unsynced,
      unknown: last.summary.outcomes?.['unknown'] ?? 0,
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
  return { ...(await space.spawn(args)), halves }
}

function isDuringCommit(label: string | undefined): boolean {
  return label?.startsWith('during ') === true
}
