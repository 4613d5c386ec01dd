import type { ResendOptions, SendOptions } from '../../rooms/pipeline/model.ts'
import type { Dice } from './dice.ts'
import { drawLine, headings, type Sheet, spoil } from './trips.ts'
import type { Weather } from './wire.ts'

/** One start of the command. */
export interface PlannedRun {
  options: SendOptions
  resend: ResendOptions
  weather: Weather
  /** Counted in points that the process passes; undefined for never. */
  diesAt: number | undefined
  interruptAt: number | undefined
  /** How far the machine's clock is set forward, or back, before it. */
  clockJumpMs: number
  /** What happened to the input since the run before. */
  isEdited: boolean
  isRenamed: boolean
  isFedBack: boolean
  /** Somebody looked at the service, and wrote identifiers into the sheet. */
  isLookedUp: boolean
}

export interface Kind {
  hasMishaps: boolean
  forgets: boolean
}

export interface Scenario {
  sheet: Sheet
  runs: readonly PlannedRun[]
}

const minuteMs = 60_000

/** Some faulty runs, then a calm one, in which all must come to its end. */
export function drawScenario(dice: Dice): Scenario {
  const sheet = drawSheet(dice)
  const options = drawOptions(dice)
  const resend: ResendOptions = {
    retryUnknown: false,
    allowDuplicates: dice.chance(0.15),
    sendChanged: dice.chance(0.3),
    again: false,
  }
  const faultShare = dice.pick([0, 0.1, 0.2, 0.35, 0.5, 0.7])
  const runs: PlannedRun[] = []
  for (let left = dice.int(1, 3); left > 0; left -= 1) {
    const isFirst = runs.length === 0
    runs.push({
      options: dice.chance(0.7) ? options : drawOptions(dice),
      resend: {
        ...resend,
        sendChanged: dice.chance(0.8) ? resend.sendChanged : !resend.sendChanged,
        again: !isFirst && dice.chance(0.2),
        retryUnknown: !isFirst && dice.chance(0.2),
      },
      weather: {
        faultShare,
        outage: dice.chance(0.1) ? drawOutage(dice) : undefined,
        tokenLasts: dice.chance(0.05) ? dice.int(0, 20) : Number.POSITIVE_INFINITY,
      },
      diesAt: dice.chance(0.7) ? drawPoint(dice, sheet) : undefined,
      interruptAt: dice.chance(0.1) ? drawPoint(dice, sheet) : undefined,
      clockJumpMs: isFirst ? 0 : drawJump(dice),
      isEdited: !isFirst && dice.chance(0.45),
      isRenamed: !isFirst && dice.chance(0.1),
      isFedBack: !isFirst && dice.chance(0.15),
      isLookedUp: !isFirst && dice.chance(0.15),
    })
  }
  const calm: PlannedRun = {
    options: { ...options, retries: 5, maxErrors: undefined, pollTimeoutMs: 10 * minuteMs, wait: true },
    resend,
    weather: { faultShare: 0, outage: undefined, tokenLasts: Number.POSITIVE_INFINITY },
    diesAt: undefined,
    interruptAt: undefined,
    clockJumpMs: 0,
    isEdited: false,
    isRenamed: false,
    isFedBack: false,
    isLookedUp: false,
  }
  return { sheet, runs: [...runs, calm] }
}

function drawSheet(dice: Dice): Sheet {
  const lines: string[][] = []
  for (let left = dice.int(2, 15); left > 0; left -= 1) {
    const copied = dice.chance(0.08) ? lines[dice.int(0, lines.length - 1)] : undefined
    const line = copied ?? drawLine(dice)
    lines.push(dice.chance(0.08) ? spoil(line, dice) : line)
  }
  return { headings, lines }
}

function drawOptions(dice: Dice): SendOptions {
  return {
    concurrency: dice.pick([1, 2, 3, 4, 8]),
    rate: dice.chance(0.3) ? dice.pick([0.5, 1, 3, 10, 40]) : undefined,
    retries: dice.int(1, 5),
    maxUnknown: dice.pick([1, 2, 4, 10]),
    maxErrors: dice.chance(0.15) ? dice.int(1, 3) : undefined,
    waitForServiceMs: 120_000,
    pollTimeoutMs: dice.pick([3_000, 10_000, 30_000, 10 * minuteMs]),
    wait: dice.chance(0.85),
  }
}

/** Most runs after the first have little left to do, and pass few points. */
function drawPoint(dice: Dice, { lines }: Sheet): number {
  return dice.int(1, dice.int(10, 10 + 10 * lines.length))
}

function drawOutage(dice: Dice): Weather['outage'] {
  const fromMs = dice.int(0, 10_000)
  return { fromMs, toMs: fromMs + dice.pick([5_000, minuteMs, 10 * minuteMs]) }
}

function drawJump(dice: Dice): number {
  if (dice.chance(0.6)) return dice.int(0, 10) * minuteMs
  return dice.pick([-minuteMs, -60 * minuteMs, -48 * 60 * minuteMs, 60 * minuteMs, 90 * 24 * 60 * minuteMs])
}
