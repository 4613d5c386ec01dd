// A plain script for the same job: exceljs, fetch, 32 workers. `node plain-node.mjs <input> <output> <base url>`
import { readTrips, writeResults } from './sheets.mjs'

const inFlight = 32
const [, , input = '', output = '', baseUrl = ''] = process.argv
const headers = { 'content-type': 'application/json', authorization: `Bearer ${process.env['RWA_API_TOKEN']}` }
const { headings, trips } = await readTrips(input)
/** @type {import('./sheets.mjs').Result[]} */
const results = new Array(trips.length)
const left = trips.entries()
await Promise.all(Array.from({ length: inFlight }, work))
await writeResults(output, headings, results)

async function work() {
  for (const [index, trip] of left) {
    const created = await call('rwa_create', trip.input)
    if (created.status !== 'success') throw new Error(JSON.stringify(created))
    const { assessment_id: assessmentId, redirect_url: reportUrl } = created.response
    results[index] = { cells: trip.cells, assessmentId, reportUrl, data: await retrieve(assessmentId) }
  }
}

/** @param {string} assessmentId */
async function retrieve(assessmentId) {
  for (;;) {
    const answer = await call('rwa_retrieve', { assessmentId })
    if (answer.status === 'success') return answer.data
    if (answer.message !== 'Pending') throw new Error(JSON.stringify(answer))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** @param {string} endpoint @param {unknown} fields @returns {Promise<any>} */
async function call(endpoint, fields) {
  const response = await fetch(`${baseUrl}/${endpoint}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  return response.json()
}
