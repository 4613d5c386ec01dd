import { assess } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { startService } from '../service.mjs'

export const title =
  'Stray refusals: one create in a hundred answered 503 with Retry-After: 1, against none; whole processes'

const cases = [
  { delayMs: 20, inFlight: 16, rows: 2_000 },
  { delayMs: 20, inFlight: 8, rows: 2_000 },
]

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../line.mjs').Line[]>} */
export async function measure({ isQuick, folder, say }) {
  const lines = []
  for (const { delayMs, inFlight, rows: all } of cases) {
    const rows = isQuick ? all / 5 : all
    const input = await makeInput(folder, rows, 'plain.csv')
    const [healthy, straying] = [
      await startService({ delayMs, folder }),
      await startService({ delayMs, strayEvery: 100, folder }),
    ]
    const job = { input, rows, output: /** @type {const} */ ('csv'), inFlight, folder }
    const raw = await runPairs(
      isQuick ? 1 : 5,
      () => assess({ ...job, service: straying }),
      () => assess({ ...job, service: healthy }),
    ).finally(() => Promise.all([healthy.stop(), straying.stop()]))
    const values = raw.map(({ ours, theirs }) => ours.seconds / theirs.seconds)
    const what = `after ${delayMs} ms, ${inFlight} in flight`
    say(`${what}: ${values.map((value) => value.toFixed(2)).join(' ')}`)
    const seconds = (/** @type {'ours' | 'theirs'} */ of) =>
      inWords(
        raw.map((pair) => pair[of].seconds),
        's',
      )
    lines.push({
      what,
      unit: /** @type {const} */ ('×'),
      ...summarise(values),
      measured: `${rows} rows: ${seconds('ours')} against ${seconds('theirs')}`,
      isLessBetter: true,
      target: { atMost: 1.5 },
      raw,
    })
  }
  return lines
}
