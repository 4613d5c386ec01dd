// The same job with Newman as a library, the rows as iteration data: `node newman.mjs <input> <output> <base url>`.
// It runs one iteration after another; that is how it works.
import newman from 'newman'
import { readTrips, writeResults } from './sheets.mjs'

const [, , input = '', output = '', baseUrl = ''] = process.argv
const numbers = ['pastTripsDuration', 'workingDays']
const { headings, trips } = await readTrips(input)
const fields = Object.keys(trips[0]?.input ?? {})
const create = fields.map((field) => `"${field}": ${numbers.includes(field) ? `{{${field}}}` : `"{{${field}}}"`}`)
const collection = {
  info: { name: 'Assessments', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  item: [
    makeItem('create', 'rwa_create', `{ ${create.join(', ')} }`, [
      "pm.collectionVariables.set('assessmentId', pm.response.json().response.assessment_id)",
    ]),
    makeItem('retrieve', 'rwa_retrieve', '{ "assessmentId": "{{assessmentId}}" }', [
      "if (pm.response.json().message === 'Pending') postman.setNextRequest('retrieve')",
    ]),
  ],
}
/** @type {import('./sheets.mjs').Result[]} */
const results = trips.map(({ cells }) => ({ cells, assessmentId: '', reportUrl: '', data: {} }))

await new Promise((resolve, reject) => {
  const envVar = [
    { key: 'baseUrl', value: baseUrl },
    { key: 'token', value: process.env['RWA_API_TOKEN'] },
  ]
  newman
    .run({ collection, iterationData: trips.map(({ input }) => input), envVar })
    .on('request', gather)
    .on('done', (/** @type {unknown} */ error, /** @type {any} */ { run }) => {
      if (error || run.failures.length > 0) reject(error ?? run.failures[0].error)
      else resolve(undefined)
    })
})
await writeResults(output, headings, results)

/** @param {unknown} error @param {any} event */
function gather(error, { item, cursor, response }) {
  const result = results[cursor.iteration]
  if (error || result === undefined) return
  const answer = response.json()
  if (answer.status !== 'success') return
  if (item.name === 'retrieve') {
    result.data = answer.data
  } else {
    result.assessmentId = answer.response.assessment_id
    result.reportUrl = answer.response.redirect_url
  }
}

/** @param {string} name @param {string} endpoint @param {string} body @param {string[]} test */
function makeItem(name, endpoint, body, test) {
  return {
    name,
    request: {
      method: 'POST',
      url: `{{baseUrl}}/${endpoint}`,
      header: [{ key: 'content-type', value: 'application/json' }],
      body: { mode: 'raw', raw: body },
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: test } }],
  }
}
