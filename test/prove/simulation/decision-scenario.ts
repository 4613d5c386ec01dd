import type { SendOptions } from '../../rooms/pipeline/model.ts'
import type { Dice } from './dice.ts'
import type { PlannedRun } from './scenario.ts'

/** One start of `decide`, by one of two officers with a sheet each. */
export interface PlannedDecisions
  extends Pick<PlannedRun, 'options' | 'resend' | 'weather' | 'diesAt' | 'interruptAt' | 'clockJumpMs' | 'isEdited'> {
  officer: 0 | 1
  /**
   * Run and confirm; not confirm; send without a release; seal; release what was sealed, by this officer; drop it. What
   * needs a sealed run seals where there is none.
   */
  way: 'run' | 'refuse' | 'around' | 'seal' | 'release' | 'drop'
  /** Whether it is about the run that was sealed last. */
  isAboutLast: boolean
  hasPlan: boolean
  /** Nothing goes wrong, and all must come to its end. */
  isCalm: boolean
}

const minuteMs = 60_000
const calmWeather = { faultShare: 0, outage: undefined, tokenLasts: Number.POSITIVE_INFINITY }

const ordinary = { way: 'run', isAboutLast: true, hasPlan: true, isCalm: false } as const
const ways: readonly [Weighted, ...Weighted[]] = [
  { way: 'seal', weight: 5 },
  { way: 'release', weight: 5 },
  { way: 'refuse', weight: 3 },
  { way: 'around', weight: 2 },
  { way: 'drop', weight: 1 },
] as const

type Weighted = Pick<PlannedDecisions, 'way'> & { weight: number }

/** Some faulty runs of both, then a calm one of each. */
export function drawDecisionRuns(dice: Dice): PlannedDecisions[] {
  const faultShare = dice.pick([0, 0.1, 0.2, 0.35, 0.5])
  const runs: PlannedDecisions[] = Array.from({ length: dice.int(2, 5) }, () => ({
    ...ordinary,
    officer: dice.pick([0, 1]),
    options: drawOptions(dice),
    resend: {
      retryUnknown: dice.chance(0.15),
      allowDuplicates: dice.chance(0.1),
      sendChanged: dice.chance(0.1),
      again: dice.chance(0.15),
    },
    weather: { ...calmWeather, faultShare },
    diesAt: dice.chance(0.4) ? dice.int(1, dice.int(10, 80)) : undefined,
    interruptAt: dice.chance(0.1) ? dice.int(1, 60) : undefined,
    clockJumpMs: dice.pick([0, minuteMs, 60 * minuteMs, -60 * minuteMs, -48 * 60 * minuteMs]),
    isEdited: dice.chance(0.4),
  }))
  const calm = ([0, 1] as const).map((officer): PlannedDecisions => {
    const resend = { retryUnknown: false, allowDuplicates: false, sendChanged: false, again: false }
    const options = { ...drawOptions(dice), retries: 5, maxErrors: undefined }
    const never = { diesAt: undefined, interruptAt: undefined, clockJumpMs: 0, isEdited: false }
    return { ...ordinary, isCalm: true, officer, options, resend, weather: calmWeather, ...never }
  })
  return [...withWaiting(runs, dice.fork()), ...calm.flatMap((run) => (dice.chance(0.3) ? sealAndRelease(run) : [run]))]
}

/** Between them, runs that wait, and what becomes of those. */
function withWaiting(runs: readonly PlannedDecisions[], dice: Dice): PlannedDecisions[] {
  const all = [...runs]
  for (let left = dice.int(0, 6); left > 0; left -= 1) {
    const model = dice.pick(runs as [PlannedDecisions, ...PlannedDecisions[]])
    const { way } = dice.weighted(ways)
    all.splice(dice.int(0, all.length), 0, {
      ...model,
      way,
      officer: dice.pick([0, 1]),
      isAboutLast: dice.chance(0.7),
      hasPlan: dice.chance(0.6),
      isEdited: dice.chance(0.3),
      diesAt: dice.chance(0.3) ? dice.int(1, dice.int(8, 30)) : undefined,
      clockJumpMs: dice.pick([0, 0, 0, minuteMs, -60 * minuteMs, 8 * 24 * 60 * minuteMs, 15 * 24 * 60 * minuteMs]),
    })
  }
  return all
}

function sealAndRelease(run: PlannedDecisions): PlannedDecisions[] {
  const other = run.officer === 0 ? 1 : 0
  return [
    { ...run, way: 'seal' },
    { ...run, way: 'release', officer: other, isAboutLast: true },
  ]
}

function drawOptions(dice: Dice): SendOptions {
  return {
    concurrency: dice.pick([1, 2, 4, 8]),
    rate: undefined,
    retries: dice.int(1, 5),
    maxUnknown: dice.pick([1, 2, 4, 10]),
    maxErrors: dice.chance(0.1) ? dice.int(1, 3) : undefined,
    waitForServiceMs: 120_000,
    pollTimeoutMs: 10 * minuteMs,
    wait: true,
  }
}
