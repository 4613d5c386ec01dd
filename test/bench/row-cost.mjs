// What a row costs in time of the processor, of builds against each other, in turn, so that whatever else the machine does
// falls on all: `node test/bench/row-cost.mjs <rows> <in flight> <rounds> <folder with dist/bin> …`. The first is what the
// others are compared with: for one of an earlier commit, a worktree of it that was built.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeInput } from './inputs.mjs'
import { median } from './line.mjs'
import { run } from './run.mjs'
import { startService } from './service.mjs'

const hook = new URL('./processes/time-phases.mjs', import.meta.url).href
const phases = /** @type {const} */ (['whole', 'load', 'conversation', 'output'])
/** @typedef {Record<typeof phases[number], number>} Cost microseconds a row */

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
  const costs = builds.map(() => /** @type {Cost[]} */ ([]))
  try {
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? [...builds.keys()] : [...builds.keys()].reverse()
      for (const index of order) costs[index]?.push(await costOf(builds[index] ?? '', input, service))
    }
  } finally {
    await service.stop()
  }
  for (const [index, build] of builds.entries()) {
    const shown = phases.map((phase) => {
      const values = costs[index]?.map((cost) => cost[phase]) ?? []
      const ratios = values.map((value, round) => value / (costs[0]?.[round]?.[phase] ?? Number.NaN))
      return `${phase} ${median(values).toFixed(0)} µs (${median(ratios).toFixed(3)})`
    })
    process.stdout.write(`${build}: ${shown.join(', ')}\n`)
  }
}

/** @param {string} build @param {string} input @param {import('./service.mjs').Service} service @returns {Promise<Cost>} */
async function costOf(build, input, service) {
  const place = mkdtempSync(join(folder, 'run-'))
  const measured = join(place, 'measured.json')
  const program = resolve(build, 'dist/bin/rwa-batch.cjs')
  const to = [
    '--base-url',
    service.baseUrl,
    '--concurrency',
    String(inFlight),
    '--ledger',
    join(place, 'ledger.sqlite'),
  ]
  const args = ['--import', hook, program, 'assess', input, '-o', join(place, 'out.csv'), '-q', ...to]
  await service.during(rows, () =>
    run(process.execPath, args, { folder: place, variables: { RWA_MEASURED: measured } }),
  )
  const spent = /** @type {Cost} */ (JSON.parse(readFileSync(measured, 'utf8')))
  rmSync(place, { recursive: true })
  return /** @type {Cost} */ (Object.fromEntries(phases.map((phase) => [phase, spent[phase] / rows])))
}
