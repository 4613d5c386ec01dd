// What a row costs in time of the processor, of builds against each other, in turn, so that whatever else the machine does
// falls on all: `node test/bench/row-cost.mjs <rows> <in flight> <rounds> <folder with dist/bin> …`. The first is what the
// others are compared with: for one of an earlier commit, a worktree of it that was built.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureJob, phases } from './cost.mjs'
import { makeInput } from './inputs.mjs'
import { inTurn, median } from './line.mjs'
import { startService } from './service.mjs'

const [rows = 20_000, inFlight = 128, rounds = 8] = process.argv.slice(2, 5).map(Number)
const builds = process.argv.slice(5)
const folder = mkdtempSync(join(tmpdir(), 'row-cost-'))
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure() {
  const input = await makeInput(folder, rows, 'plain.csv')
  const service = await startService({ delayMs: 0, folder })
  const job = { input, rows, inFlight, folder, service }
  const costs = await inTurn(
    rounds,
    builds.map((build) => () => measureJob(build, job)),
  ).finally(service.stop)
  for (const [index, build] of builds.entries()) {
    const shown = phases.map((phase) => {
      const values = costs[index]?.map((cost) => cost[phase]) ?? []
      const ratios = values.map((value, round) => value / (costs[0]?.[round]?.[phase] ?? Number.NaN))
      return `${phase} ${median(values).toFixed(0)} µs (${median(ratios).toFixed(3)})`
    })
    process.stdout.write(`${build}: ${shown.join(', ')}\n`)
  }
}
