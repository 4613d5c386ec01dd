// Measures how far we are from the limit and from what people use instead: `npm run bench [-- section…] [--quick]
// [--before <folder with dist/bin>]`. Prints a table a section; keeps all runs in output/bench.json and draws bench.svg beside this file. `--quick` is for
// seeing that it works: small sizes, its own file, no chart. `--built`: nothing is built first.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawChart } from './chart.mjs'
import { readVersions } from './peers/install.mjs'
import { pathOf, runNpm } from './run.mjs'
import * as cost from './sections/cost.mjs'
import * as memory from './sections/memory.mjs'
import * as page from './sections/page.mjs'
import * as peers from './sections/peers.mjs'
import * as promises from './sections/promises.mjs'
import * as requests from './sections/requests.mjs'
import * as sheets from './sections/sheets.mjs'
import * as slope from './sections/slope.mjs'
import * as start from './sections/start.mjs'
import * as strays from './sections/strays.mjs'
import * as team from './sections/team.mjs'
import * as workers from './sections/workers.mjs'
import { toTable } from './table.mjs'

/**
 * @typedef {object} Bench
 * @property {boolean} isQuick
 * @property {string} folder for inputs, ledgers and outputs; on the disk that holds the project, not in memory
 * @property {string} [before] of an earlier build, to be measured in turn with ours
 * @property {(text: string) => void} say what was just measured
 */

/** @type {Record<string, { title: string, measure: (bench: Bench) => Promise<import('./table.mjs').AnyLine[]> }>} */
const timed = { requests, strays, cost, slope, peers, sheets, memory, start, team, workers, page }
/** Counts, with a table of its own and no place in the chart. */
const sections = { ...timed, promises }
const flag = /** @type {const} */ ({ type: 'boolean' })
const options = /** @type {const} */ ({ quick: flag, built: flag, before: { type: 'string' } })
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const { quick: isQuick = false, built: isBuilt = false, before } = values
const unknown = positionals.filter((name) => !(name in sections))
if (unknown.length > 0)
  throw new Error(`no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}`)

const project = pathOf('../..')
const output = join(project, 'output')
if (!isBuilt) await runNpm(['run', 'build'], project)
mkdirSync(output, { recursive: true })
const folder = mkdtempSync(join(output, 'bench-'))
try {
  const file = join(output, isQuick ? 'bench-quick.json' : 'bench.json')
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  for (const name of positionals.length > 0 ? positionals : Object.keys(sections)) {
    const bench = {
      isQuick,
      folder,
      ...(before && { before }),
      say: (/** @type {string} */ text) => console.error(`${name}: ${text}`),
    }
    const { title, lines, table } = await measure(name, bench)
    console.log(table)
    const versions = await readVersions(folder)
    kept[name] = { title, date: new Date().toISOString(), machine: describeMachine(), versions, lines }
    // After each section: an hour's work is not lost to whatever comes next.
    writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
  }
  if (isQuick) console.log('Small sizes: these are mostly starts and waits, and no verdict on any target.')
  console.log(`${describeMachine()}. All runs: output/${isQuick ? 'bench-quick' : 'bench'}.json`)
  if (!isQuick) draw(kept)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} name @param {Bench} bench */
async function measure(name, bench) {
  if (name === 'promises') {
    const lines = await promises.measure(bench)
    return { title: promises.title, lines, table: promises.describe(lines) }
  }
  const section = timed[name]
  if (section === undefined) throw new Error(`no section ${name}`)
  const lines = await section.measure(bench)
  return { title: section.title, lines, table: toTable(section.title, lines) }
}

/** @param {Record<string, { lines: import('./table.mjs').AnyLine[] }>} kept */
function draw(kept) {
  const missing = Object.keys(timed).filter((name) => kept[name] === undefined)
  if (missing.length > 0) {
    console.log(`No chart: not measured yet: ${missing.join(', ')}.`)
    return
  }
  const lines = Object.fromEntries(Object.entries(kept).map(([name, section]) => [name, section.lines]))
  writeFileSync(pathOf('bench.svg'), drawChart(lines, describeMachine()))
}

function describeMachine() {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`
}
