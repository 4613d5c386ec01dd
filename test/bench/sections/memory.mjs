import { rmSync } from 'node:fs'
import { assess } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, median, summarise } from '../line.mjs'
import { startService } from '../service.mjs'

export const title = 'Memory and growth: the whole assess, 128 in flight, server answers at once'

const formats = [
  { name: 'CSV', kind: /** @type {const} */ ('plain.csv'), sizes: [10_000, 100_000, 1_000_000] },
  { name: 'XLSX', kind: /** @type {const} */ ('inline.xlsx'), sizes: [10_000, 100_000, 500_000] },
]

/** @typedef {{ rows: number, runs: { seconds: number, peakBytes: number }[] }} Point */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../line.mjs').Line[]>} */
export async function measure({ isQuick, folder, say }) {
  const service = await startService({ delayMs: 0, folder })
  const lines = []
  try {
    for (const { name, kind, sizes } of formats) {
      /** @type {Point[]} */
      const points = []
      for (const size of sizes) {
        const rows = isQuick ? size / 100 : size
        const runs = await measurePoint(rows, kind, { service, folder, times: points.length === 0 ? 3 : 1 })
        points.push({ rows, runs })
        say(`${name}, ${rows} rows: ${runs.map(({ seconds }) => seconds.toFixed(1)).join(' ')} s`)
      }
      lines.push(...describe(name, points))
    }
  } finally {
    await service.stop()
  }
  return lines
}

/**
 * @param {number} rows
 * @param {import('../inputs.mjs').Kind} kind
 * @param {{ service: import('../service.mjs').Service, folder: string, times: number }} place
 */
async function measurePoint(rows, kind, { service, folder, times }) {
  const input = await makeInput(folder, rows, kind)
  const output = kind === 'plain.csv' ? 'csv' : 'xlsx'
  const runs = []
  for (let time = 0; time < times; time += 1) {
    runs.push(await assess({ input, rows, output, inFlight: 128, folder, service }))
  }
  // A million rows are no small file.
  rmSync(input)
  return runs
}

/** @param {string} name @param {Point[]} points @returns {import('../line.mjs').Line[]} */
function describe(name, points) {
  const [small, middle, large] = points
  if (small === undefined || middle === undefined || large === undefined) throw new Error('three sizes are needed')
  const peaks = points.map(({ runs }) => runs.map(({ peakBytes }) => peakBytes / 1e6))
  const seconds = points.map(({ rows, runs }) => runs.map((one) => (one.seconds * 1_000) / rows))
  const largest = median(peaks[2] ?? [])
  const format = (/** @type {Point} */ { rows }) => rows.toLocaleString('en')
  return [
    ...points.map((point, index) => ({
      what: `${name}, ${format(point)} rows: peak`,
      unit: /** @type {const} */ ('MB'),
      ...summarise(peaks[index] ?? []),
      measured: `${inWords(seconds[index] ?? [], 's')} per 1,000 rows`,
      isLessBetter: true,
      ...(point === large ? { target: { below: 300 } } : {}),
      raw: point.runs,
    })),
    {
      what: `${name}, peak at ${format(large)} rows against ${format(small)}`,
      unit: '×',
      ...summarise((peaks[0] ?? []).map((smallest) => largest / smallest)),
      measured: `${inWords(peaks[2] ?? [], 'MB')} against ${inWords(peaks[0] ?? [], 'MB')}`,
      isLessBetter: true,
      target: { atMost: 1.5 },
      raw: [],
    },
    {
      // Not of the smallest size: that has the program's start and the wait for the first scores in it.
      what: `${name}, time a row at ${format(large)} against ${format(middle)}`,
      unit: '×',
      ...summarise([median(seconds[2] ?? []) / median(seconds[1] ?? [])]),
      measured: `${inWords(seconds[2] ?? [], 's')} against ${inWords(seconds[1] ?? [], 's')} per 1,000 rows`,
      isLessBetter: true,
      target: { atMost: 1.3 },
      raw: [],
    },
  ]
}
