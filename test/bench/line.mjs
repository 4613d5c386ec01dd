// What one line of the bench says, and whether it holds.

/**
 * @typedef {{ atLeast: number } | { atMost: number } | { below: number }} Target
 *
 * @typedef {object} Line
 * @property {string} what
 * @property {'×' | 'MB' | 's'} unit
 * @property {number} value the median
 * @property {[least: number, most: number]} spread
 * @property {number} runs
 * @property {string} measured what the value is made of
 * @property {boolean} isLessBetter
 * @property {Target} [target]
 * @property {number} [beside] the same of whole processes; binds nobody
 * @property {unknown[]} raw
 *
 * @typedef {{ what: string, why: string }} NotRun
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [lower, upper] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return lower === undefined || upper === undefined ? Number.NaN : (lower + upper) / 2
}

/** @param {readonly number[]} values @returns {{ value: number, spread: [number, number], runs: number }} */
export function summarise(values) {
  return { value: median(values), spread: [Math.min(...values), Math.max(...values)], runs: values.length }
}

/**
 * Ours over theirs, round by round; less is better.
 * @param {string} what
 * @param {string} unit of the figures
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 * @returns {Line}
 */
export function compare(what, unit, ours, theirs) {
  return {
    what,
    unit: '×',
    ...summarise(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))),
    measured: `${inWords(ours, unit)} against ${inWords(theirs, unit)}`,
    isLessBetter: true,
    raw: ours.map((figure, round) => ({ ours: figure, theirs: theirs[round] })),
  }
}

/**
 * Undefined where nothing was promised. Nothing is rounded first.
 * @param {number} value
 * @param {Target | undefined} target
 */
export function isKept(value, target) {
  if (target === undefined) return undefined
  if ('atLeast' in target) return value >= target.atLeast
  return 'atMost' in target ? value <= target.atMost : value < target.below
}

/**
 * Ours, theirs, ours, theirs …, so that whatever else the machine does falls on both.
 * @template Ours, Theirs
 * @param {number} count
 * @param {() => Promise<Ours>} ours
 * @param {() => Promise<Theirs>} theirs
 */
export async function runPairs(count, ours, theirs) {
  /** @type {{ ours: Ours, theirs: Theirs }[]} */
  const pairs = []
  for (let pair = 0; pair < count; pair += 1) pairs.push({ ours: await ours(), theirs: await theirs() })
  return pairs
}

/**
 * The same for any number of competitors; every other round goes backwards. Returns the results of each.
 * @template Result
 * @param {number} rounds
 * @param {readonly (() => Promise<Result>)[]} competitors
 */
export async function inTurn(rounds, competitors) {
  const results = competitors.map(() => /** @type {Result[]} */ ([]))
  for (let round = 0; round < rounds; round += 1) {
    const order = [...competitors.entries()]
    for (const [index, compete] of round % 2 === 0 ? order : order.reverse()) results[index]?.push(await compete())
  }
  return results
}

/** @param {readonly number[]} values @param {string} unit */
export function inWords(values, unit) {
  return `${shorten(median(values))} ${unit}`
}

/** Three digits that count, and no more. @param {number} value */
export function shorten(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
