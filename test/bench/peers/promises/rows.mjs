// What the peers of the section `promises` share: the sheet, the client of the service, the results.
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { fieldOfHeading } from '../fields.mjs'

/**
 * @typedef {object} Trip
 * @property {string} key what makes a trip: the person and its first day
 * @property {string} employeeId
 * @property {Record<string, string | number>} input of a create
 *
 * @typedef {{ assessmentId: string } | { inDoubt: string } | { failed: string }} Outcome
 */

/**
 * `node <peer>.mjs <sheet> <results> <state> <base url> [strict]`. The state is a file or a database. `strict`: what may have
 * been processed is never sent again.
 */
const [, , input = '', output = '', state = '', baseUrl = '', mode = ''] = process.argv

export { baseUrl, state }
export const isStrict = mode === 'strict'
export const inFlight = Number(process.env['IN_FLIGHT'])
export const stalledMs = Number(process.env['STALLED_MS'])
export const timeoutMs = Number(process.env['REQUEST_TIMEOUT_MS'])

/** @returns {Trip[]} */
export function readTrips() {
  /** @type {Record<string, string>[]} */
  const rows = parse(readFileSync(input), { columns: true })
  return rows.map((row) => {
    /** @type {Record<string, string | number>} */
    const fields = {}
    for (const [heading, field] of Object.entries(fieldOfHeading)) fields[field] = toValue(heading, row[heading] ?? '')
    const employeeId = String(fields['employeeId'])
    return { key: `${employeeId}/${row['Start date']}`, employeeId, input: fields }
  })
}

/** @param {string} heading @param {string} text */
function toValue(heading, text) {
  if (heading.endsWith(' date')) return `${text}T00:00:00.000Z`
  return heading.endsWith(' days') || heading.startsWith('Previous days') ? Number(text) : text
}

/** @param {Trip['input']} fields @returns {Promise<string>} */
export async function create(fields) {
  return (await call('rwa_create', fields)).response.assessment_id
}

/** Asks until there are scores. @param {string} assessmentId @returns {Promise<Record<string, unknown>>} */
export async function retrieve(assessmentId) {
  for (;;) {
    const answer = await call('rwa_retrieve', { assessmentId })
    if (answer.message !== 'Pending') return answer.data
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** @param {string} endpoint @param {unknown} fields @returns {Promise<any>} */
async function call(endpoint, fields) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${process.env['RWA_API_TOKEN']}` }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`${baseUrl}/${endpoint}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
    signal,
  })
  const answer = /** @type {any} */ (await response.json())
  if (response.ok && (answer.status === 'success' || answer.message === 'Pending')) return answer
  throw new Error(`${response.status} ${JSON.stringify(answer)}`)
}

/**
 * Writes a line for each row of the sheet, and sets the exit code: 0 once every row is done, 3 while some are not.
 * @param {readonly Trip[]} trips
 * @param {(trip: Trip) => Outcome | undefined} outcomeOf undefined: not sent
 */
export function writeResults(trips, outcomeOf) {
  const results = trips.map((trip) => ({ employeeId: trip.employeeId, ...(outcomeOf(trip) ?? { failed: 'not sent' }) }))
  writeFileSync(output, JSON.stringify(results, null, 1))
  process.exitCode = results.every((result) => 'assessmentId' in result) ? 0 : 3
}

/** @param {unknown} error */
export function describe(error) {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
