// The limit: as many workers as may be in flight, each creates a row and retrieves it, JSON in and out, and nothing else:
// `node bare-loop.mjs <base url> <rows> <in flight>`.
import { Pool } from 'undici'
import { headings, makeTrips } from '../trips.mjs'

const [, , baseUrl = '', rows = '0', inFlight = '1'] = process.argv
const { origin, pathname } = new URL(baseUrl)
const pool = new Pool(origin, { connections: Number(inFlight) })
const sent = { 'content-type': 'application/json', authorization: `Bearer ${process.env['RWA_API_TOKEN']}` }
// Made before the first request: making them is no part of the limit.
const requests = Array.from(makeTrips(Number(rows)), toRequest)
let next = 0
await Promise.all(Array.from({ length: Number(inFlight) }, work))
await pool.close()

async function work() {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const { response } = await call('rwa_create', request)
    const { data } = await call('rwa_retrieve', { assessmentId: response.assessment_id })
    if (data.employeeId !== request['employeeId']) throw new Error(`scores of another row: ${data.employeeId}`)
  }
}

/** @param {string} endpoint @param {unknown} fields */
async function call(endpoint, fields) {
  const body = JSON.stringify(fields)
  const { body: answer } = await pool.request({ method: 'POST', path: `${pathname}/${endpoint}`, headers: sent, body })
  return JSON.parse(await answer.text())
}

/** @param {(string | number | Date)[]} cells @returns {Record<string, unknown>} */
function toRequest(cells) {
  const trip = Object.fromEntries(headings.map((heading, index) => [heading, cells[index]]))
  return {
    purpose: trip['Assessment type'],
    employeeId: trip['Employee ID'],
    seniority: trip['Seniority'],
    roleType: trip['Role type'],
    citizenship: trip['Citizenship'],
    destination: trip['Destination country'],
    residency: trip['Country of residence'],
    startDate: trip['Start date'],
    endDate: trip['End date'],
    workingDays: trip['Working days'],
    salesContracts: trip['Signs contracts'],
    pastTripsDuration: trip['Previous days abroad'],
    legalRight: trip['Legal right to work'],
    benefitLocalMarket: trip['Local market benefit'],
  }
}
