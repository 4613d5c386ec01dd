import { assess } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { pathOf, runNode } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Requests: conversation of assess (create, retrieve, durable ledger) against a bare undici loop'

// With 50 ms as many rows as take 15 to 20 seconds: the wait before the first question for scores is not what is measured.
const cases = [
  { delayMs: 0, inFlight: 8, rows: 20_000 },
  { delayMs: 0, inFlight: 32, rows: 20_000, target: { atLeast: 0.35 } },
  { delayMs: 0, inFlight: 128, rows: 20_000, target: { atLeast: 0.45 } },
  { delayMs: 50, inFlight: 8, rows: 1_500, target: { atLeast: 0.95 } },
  { delayMs: 50, inFlight: 32, rows: 6_000, target: { atLeast: 0.95 } },
  { delayMs: 50, inFlight: 128, rows: 20_000, target: { atLeast: 0.95 } },
]

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../line.mjs').Line[]>} */
export async function measure({ isQuick, folder, say }) {
  const lines = []
  for (const one of cases) {
    const rows = isQuick ? one.rows / 25 : one.rows
    lines.push(await measureCase({ ...one, rows, pairs: isQuick ? 1 : 5, folder, say }))
  }
  return lines
}

/** @param {typeof cases[number] & { pairs: number, folder: string, say: (text: string) => void }} one */
async function measureCase({ delayMs, inFlight, rows, target, pairs, folder, say }) {
  const what = `${delayMs > 0 ? `after ${delayMs} ms` : 'at once'}, ${inFlight} in flight`
  const input = await makeInput(folder, rows, 'plain.csv')
  const service = await startService({ delayMs, folder })
  const loop = [pathOf('processes/bare-loop.mjs'), service.baseUrl, String(rows), String(inFlight)]
  const raw = await runPairs(
    pairs,
    () => assess({ input, rows, output: 'csv', inFlight, folder, service }),
    () => service.during(rows, () => runNode(loop, folder)),
  ).finally(service.stop)
  const values = raw.map(({ ours, theirs }) => theirs.conversationSeconds / ours.conversationSeconds)
  const speeds = {
    ours: inWords(
      raw.map(({ ours }) => rows / ours.conversationSeconds),
      'rows/s',
    ),
    theirs: inWords(
      raw.map(({ theirs }) => rows / theirs.conversationSeconds),
      'rows/s',
    ),
  }
  say(`${what}: ${values.map((value) => value.toFixed(2)).join(' ')}`)
  return {
    what,
    unit: /** @type {const} */ ('×'),
    ...summarise(values),
    measured: `${rows} rows: ${speeds.ours} against ${speeds.theirs}`,
    isLessBetter: false,
    ...(target === undefined ? {} : { target }),
    beside: summarise(raw.map(({ ours, theirs }) => theirs.seconds / ours.seconds)).value,
    raw,
  }
}
