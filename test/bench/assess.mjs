import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf, runNode, runWithPeak } from './run.mjs'

export const program = pathOf('../../dist/bin/rwa-batch.cjs')

/**
 * @typedef {object} Job
 * @property {string} input
 * @property {number} rows
 * @property {'csv' | 'xlsx'} output
 * @property {number} inFlight
 * @property {string} folder
 * @property {import('./service.mjs').Service} service
 * @property {string} [ledger] the address of one that nobody has used; a file of its own by default
 */

/**
 * Our program on a whole job, with a ledger that has never heard of it; fails unless every row has its scores.
 * @param {Job} job
 */
export async function assess({ input, rows, output, inFlight, folder, service, ledger }) {
  const place = mkdtempSync(join(folder, 'ours-'))
  const out = join(place, `out.${output}`)
  const to = ['--base-url', service.baseUrl, '--concurrency', String(inFlight)]
  const args = ['assess', input, '-o', out, '--ledger', ledger ?? join(place, 'ledger.sqlite'), '-q', ...to]
  const ended = await service.during(rows, () => runWithPeak(process.execPath, [program, ...args], place))
  await checkOutput(out, rows, folder)
  rmSync(place, { recursive: true })
  return ended
}

/** @param {string} file @param {number} rows @param {string} folder */
export async function checkOutput(file, rows, folder) {
  await runNode([pathOf('processes/check-output.mjs'), file, String(rows)], folder)
}
