import type { SendOptions } from '../../../src/pipeline/model/options.ts'
import type { Dice } from './dice.ts'
import type { PlannedRun } from './scenario.ts'

/** One start of `decide`, by one of two officers with a sheet each. */
export interface PlannedDecisions
  extends Pick<PlannedRun, 'options' | 'resend' | 'weather' | 'diesAt' | 'interruptAt' | 'clockJumpMs' | 'isEdited'> {
  officer: 0 | 1
}

const minuteMs = 60_000
const calmWeather = { faultShare: 0, outage: undefined, tokenLasts: Number.POSITIVE_INFINITY }

/** Some faulty runs of both, then a calm one of each. */
export function drawDecisionRuns(dice: Dice): PlannedDecisions[] {
  const faultShare = dice.pick([0, 0.1, 0.2, 0.35, 0.5])
  const runs: PlannedDecisions[] = Array.from({ length: dice.int(2, 5) }, () => ({
    officer: dice.pick([0, 1]),
    options: drawOptions(dice),
    resend: {
      retryUnknown: dice.chance(0.15),
      allowDuplicates: dice.chance(0.1),
      sendChanged: false,
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
    return { officer, options, resend, weather: calmWeather, ...never }
  })
  return [...runs, ...calm]
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
