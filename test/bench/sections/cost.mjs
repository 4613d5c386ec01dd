import { measureBareLoop, measureJob, phases } from '../cost.mjs'
import { makeInput } from '../inputs.mjs'
import { compare, inTurn } from '../line.mjs'
import { pathOf } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Cost: time of the processor a row, of a job CSV to CSV against two bare undici requests'

const inFlight = 32
/** Of the whole. */
const target = { atMost: 3 }

/**
 * `before`: folder of an earlier build, which the same run compares ours with.
 * @param {import('../main.mjs').Bench} bench
 * @returns {Promise<import('../line.mjs').Line[]>}
 */
export async function measure({ isQuick, folder, before, say }) {
  const rows = isQuick ? 1_000 : 20_000
  const input = await makeInput(folder, rows, 'plain.csv')
  const service = await startService({ delayMs: 0, folder })
  const job = { input, rows, inFlight, folder, service }
  const builds = [pathOf('../..'), ...(before === undefined ? [] : [before])]
  const measured = await inTurn(isQuick ? 1 : 5, [
    () => measureBareLoop(job),
    ...builds.map((build) => () => measureJob(build, job)),
  ]).finally(service.stop)
  const [bare = [], ours = [], earlier = []] = measured
  return phases.flatMap((phase) => {
    const costs = ours.map((cost) => cost[phase])
    const limits = bare.map(({ conversation, output }) => conversation + output)
    const what = phase === 'whole' ? `whole job, ${rows} rows, ${inFlight} in flight` : phase
    const lines = [{ ...compare(what, 'µs', costs, limits), ...(phase === 'whole' ? { target } : {}) }]
    const earlierCosts = earlier.map((cost) => cost[phase])
    if (before !== undefined) lines.push(compare(`${what}, against the build before`, 'µs', costs, earlierCosts))
    for (const line of lines) say(`${line.what}: ${line.value.toFixed(2)}, ${line.measured}`)
    return lines
  })
}
