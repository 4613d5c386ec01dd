// Counts the points of a run, and ends the process at one of them as a power cut or `kill -9` would: at once.
import { appendFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {object} Orders
 * @property {number} [at] the number of the point to die at, from 1
 * @property {string} [atLabel] or the label of the point, and which time it is reached
 * @property {number} [nth]
 * @property {'kill' | 'power' | 'cut'} mode `power` has a further point in the middle of each commit, before it is on disk;
 *   `cut` lets the process live, and cuts its connection to the database there
 * @property {'sqlite' | 'postgres'} [ledger]
 * @property {string} folder where the trace, the note and the copy of what is on disk go
 * @property {'normal' | 'late-intent'} [twin] the guard that is taken away
 */

/** @type {Orders} */
export const orders = JSON.parse(process.env['RWA_CRASH'] ?? '')

const write = writeFileSync
const append = appendFileSync
let reached = 0
let timesOfLabel = 0

/** Requests whose intent was asked for and whose outcome is not on disk. */
export const flight = { begun: 0, settled: 0 }

/** True where the process lives on, and something else is to be done to it. @param {string} label */
export function point(label) {
  reached += 1
  append(`${orders.folder}/trace`, `${label}\n`)
  if (label === orders.atLabel) timesOfLabel += 1
  const isHere =
    orders.atLabel === undefined ? reached === orders.at : label === orders.atLabel && timesOfLabel === orders.nth
  if (!isHere) return false
  write(`${orders.folder}/note`, JSON.stringify({ at: reached, label, inFlight: flight.begun - flight.settled }))
  // A fatal signal to oneself is delivered before the call returns.
  if (orders.mode !== 'cut') process.kill(process.pid, 'SIGKILL')
  return true
}
