// Newman as a library, the rows as iteration data, one after another: that is how it works. It remembers nothing, so its
// identifiers go to the plain script's file, and a second start hands it the rows that have none. Strict: as there.
import newman from 'newman'
import { openJournal, toOutcome } from './journal.mjs'
import { baseUrl, isStrict, readTrips, state, timeoutMs, writeResults } from './rows.mjs'

const trips = readTrips()
const journal = openJournal(state)
const left = trips.filter(({ key }) => {
  const known = journal.find(key)
  return known === undefined || (known.assessmentId === undefined && !isStrict)
})
/** @type {Map<string, string>} */
const failures = new Map()
// A run cannot be told to stop: the script ends after the create that is on its way.
let isStopping = false
process.on('SIGTERM', () => {
  isStopping = true
})
const numbers = ['pastTripsDuration', 'workingDays']
const fields = Object.keys(trips[0]?.input ?? {})
const body = fields.map((field) => `"${field}": ${numbers.includes(field) ? `{{${field}}}` : `"{{${field}}}"`}`)
const collection = {
  info: { name: 'Assessments', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  item: [
    makeItem('create', 'rwa_create', `{ ${body.join(', ')} }`, [
      // A row that was not created has no scores: on to the next one.
      'postman.setNextRequest(null)',
      "pm.collectionVariables.set('assessmentId', pm.response.json().response.assessment_id)",
      "postman.setNextRequest('retrieve')",
    ]),
    makeItem('retrieve', 'rwa_retrieve', '{ "assessmentId": "{{assessmentId}}" }', [
      "if (pm.response.json().message === 'Pending') postman.setNextRequest('retrieve')",
    ]),
  ],
}
if (left.length > 0) {
  const envVar = [
    { key: 'baseUrl', value: baseUrl },
    { key: 'token', value: process.env['RWA_API_TOKEN'] },
  ]
  const options = { collection, iterationData: left.map(({ input }) => input), envVar, timeoutRequest: timeoutMs }
  await new Promise((resolve, reject) => {
    newman
      .run(options)
      .on('beforeRequest', announce)
      .on('request', gather)
      .on('done', (/** @type {unknown} */ error) => (error ? reject(error) : resolve(undefined)))
  })
}
finish()

function finish() {
  journal.close()
  writeResults(trips, ({ key }) => {
    const failed = failures.get(key)
    return failed === undefined ? toOutcome(journal.find(key)) : { failed }
  })
}

/** @param {unknown} _ @param {any} event */
function announce(_, { item, cursor }) {
  const trip = left[cursor.iteration]
  if (isStrict && item.name === 'create' && trip !== undefined) journal.add({ key: trip.key })
}

/** @param {any} error @param {any} event */
function gather(error, { item, cursor, response }) {
  const trip = left[cursor.iteration]
  if (item.name !== 'create' || trip === undefined) return
  try {
    if (error) throw error
    journal.add({ key: trip.key, assessmentId: response.json().response.assessment_id })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (isStrict) journal.add({ key: trip.key, inDoubt: reason })
    else failures.set(trip.key, reason)
  }
  if (!isStopping) return
  finish()
  process.exit()
}

/** @param {string} name @param {string} endpoint @param {string} raw @param {string[]} exec */
function makeItem(name, endpoint, raw, exec) {
  const header = [{ key: 'content-type', value: 'application/json' }]
  return {
    name,
    request: { method: 'POST', url: `{{baseUrl}}/${endpoint}`, header, body: { mode: 'raw', raw } },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
  }
}
