import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { measureBareLoop, measureJob } from '../cost.mjs'
import { makeInput } from '../inputs.mjs'
import { compare, inTurn, shorten, summarise } from '../line.mjs'
import { pathOf, runWithPeak } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Slope: what each further row costs, of jobs CSV to CSV against two bare undici requests'

const inFlight = 32
/** Of the build before. */
const target = { atMost: 0.75 }

/** @typedef {{ microseconds: number, seconds: number }} Spent of the processor, on the clock; of a whole job */
/** @typedef {{ small: Spent, large: Spent }} Pair */

/**
 * One job is mostly V8's warming up: between two sizes that stands in both, and falls out.
 * @param {import('../main.mjs').Bench} bench
 * @returns {Promise<import('../line.mjs').Line[]>}
 */
export async function measure({ isQuick, folder, before, say }) {
  const sizes = isQuick ? { small: 1_000, large: 3_000 } : { small: 20_000, large: 100_000 }
  const service = await startService({ delayMs: 0, folder })
  const jobs = { small: await toJob(sizes.small), large: await toJob(sizes.large) }
  const builds = [pathOf('../..'), ...(before === undefined ? [] : [before])]
  const [bare = [], ours = [], earlier = []] = await inTurn(isQuick ? 1 : 3, [
    () => measurePair(async (job) => toSpent(await measureBareLoop(job), job.rows, 'conversation')),
    ...builds.map(
      (build) => () => measurePair(async (job) => toSpent(await measureJob(build, job), job.rows, 'whole')),
    ),
  ]).finally(service.stop)

  const further = `each row between ${format(sizes.small)} and ${format(sizes.large)}`
  const perRow = (/** @type {keyof Spent} */ unit, /** @type {number} */ factor) => (/** @type {Pair} */ pair) =>
    ((pair.large[unit] - pair.small[unit]) / (sizes.large - sizes.small)) * factor
  const kinds = [
    { what: `${further}, time of the processor`, unit: 'µs', take: perRow('microseconds', 1) },
    { what: `${further}, on the clock`, unit: 'µs', take: perRow('seconds', 1e6) },
    {
      what: `${format(sizes.large)} rows, on the clock`,
      unit: 's',
      take: (/** @type {Pair} */ pair) => pair.large.seconds,
    },
  ]
  const lines = kinds.flatMap(({ what, unit, take }) => {
    const figures = ours.map(take)
    const against = [compare(what, unit, figures, bare.map(take))]
    if (before !== undefined) {
      against.push({ ...compare(`${what}, against the build before`, unit, figures, earlier.map(take)), target })
    }
    return against
  })
  for (const line of lines) say(`${line.what}: ${line.value.toFixed(2)}, ${line.measured}`)
  return [...lines, ...(await measureChecks({ isQuick, folder, builds, say }))]

  /** @param {number} rows */
  async function toJob(rows) {
    return { input: await makeInput(folder, rows, 'plain.csv'), rows, inFlight, folder, service }
  }
  /** @param {(job: import('../cost.mjs').Job) => Promise<Spent>} spend @returns {Promise<Pair>} */
  async function measurePair(spend) {
    return { small: await spend(jobs.small), large: await spend(jobs.large) }
  }
}

/** Making the bare loop's requests is no part of it. @param {import('../cost.mjs').RowCost & import('../cost.mjs').Clock} cost @param {number} rows @param {'whole' | 'conversation'} part */
function toSpent(cost, rows, part) {
  if (part === 'whole') return { microseconds: cost.whole * rows, seconds: cost.seconds }
  return { microseconds: (cost.conversation + cost.output) * rows, seconds: cost.conversationSeconds }
}

/** @param {{ isQuick: boolean, folder: string, builds: string[], say: (text: string) => void }} bench */
async function measureChecks({ isQuick, folder, builds, say }) {
  const rows = isQuick ? 10_000 : 1_000_000
  const input = await makeInput(folder, rows, 'plain.csv')
  const ended = []
  for (const build of builds) {
    const check = [join(build, 'dist/bin/rwa-batch.cjs'), 'check', 'assess', input, '-q']
    ended.push(await runWithPeak(process.execPath, check, folder))
  }
  // A million rows are no small file.
  rmSync(input)
  const toLine = (
    /** @type {string} */ what,
    /** @type {'s' | 'MB'} */ unit,
    /** @type {number[]} */ [ours = Number.NaN, earlier],
    /** @type {import('../line.mjs').Target} */ target,
  ) => {
    const before = earlier === undefined ? '' : `; the build before ${shorten(earlier)} ${unit}`
    const measured = `${shorten(ours)} ${unit}${before}`
    say(`${what}: ${measured}`)
    return { what, unit, ...summarise([ours]), measured, isLessBetter: true, target, raw: [{ ours, earlier }] }
  }
  const seconds = ended.map((one) => one.seconds)
  const peaks = ended.map(({ peakBytes }) => peakBytes / 1e6)
  return [
    toLine(`check of ${format(rows)} rows`, 's', seconds, { atMost: 60 }),
    toLine(`check of ${format(rows)} rows: peak`, 'MB', peaks, { below: 300 }),
  ]
}

/** @param {number} rows */
function format(rows) {
  return rows.toLocaleString('en')
}
