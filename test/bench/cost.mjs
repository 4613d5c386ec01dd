import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathOf, run } from './run.mjs'

const hook = new URL('./processes/time-phases.mjs', import.meta.url).href
export const phases = /** @type {const} */ (['whole', 'load', 'conversation', 'output'])

/**
 * @typedef {Record<typeof phases[number], number>} RowCost microseconds of the processor
 *
 * @typedef {object} Clock
 * @property {number} seconds of the process, from its start to its end
 * @property {number} conversationSeconds from the service's first request to its last answer
 *
 * @typedef {object} Job
 * @property {string} input a CSV file
 * @property {number} rows
 * @property {number} inFlight
 * @property {string} folder
 * @property {import('./service.mjs').Service} service
 */

/** Of a whole job, CSV to CSV, by a build. @param {string} build folder with `dist/bin` @param {Job} job */
export function measureJob(build, job) {
  const { input, inFlight, service } = job
  const program = resolve(build, 'dist/bin/rwa-batch.cjs')
  return measureProcess(job, (place) => [
    ...[program, 'assess', input, '-o', join(place, 'out.csv'), '--ledger', join(place, 'ledger.sqlite'), '-q'],
    ...['--base-url', service.baseUrl, '--concurrency', String(inFlight)],
  ])
}

/** Of two bare requests a row. `load` is starting and making the requests, which is no part of the limit. @param {Job} job */
export function measureBareLoop(job) {
  const { rows, inFlight, service } = job
  const loop = [pathOf('processes/bare-loop.mjs'), service.baseUrl, String(rows), String(inFlight)]
  return measureProcess(job, () => loop)
}

/** @param {Job} job @param {(place: string) => string[]} toArgs @returns {Promise<RowCost & Clock>} */
async function measureProcess({ rows, folder, service }, toArgs) {
  const place = mkdtempSync(join(folder, 'cost-'))
  const measured = join(place, 'measured.json')
  const args = ['--import', hook, ...toArgs(place)]
  const { seconds, conversationSeconds } = await service.during(rows, () =>
    run(process.execPath, args, { folder: place, variables: { RWA_MEASURED: measured } }),
  )
  const spent = /** @type {RowCost} */ (JSON.parse(readFileSync(measured, 'utf8')))
  rmSync(place, { recursive: true })
  const costs = Object.fromEntries(phases.map((phase) => [phase, spent[phase] / rows]))
  return { .../** @type {RowCost} */ (costs), seconds, conversationSeconds }
}
