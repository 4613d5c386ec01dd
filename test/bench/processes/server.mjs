// The service, in a process of its own: `node server.mjs <delay in ms> [<n>]`, started with an IPC channel. It reads each body, checks
// what must be there and answers as the interface says; scores are ready at once. It remembers nothing of a row: an
// identifier carries what its scores are made of. One create in n is refused, without a cause. On any message it says what it was asked since the last one and how long
// that took, so that all callers are measured by the same clock.
import { createServer } from 'node:http'

const delayMs = Number(process.argv[2] ?? 0)
const strayEvery = Number(process.argv[3] ?? Number.POSITIVE_INFINITY)
const texts = [
  'seniority',
  'roleType',
  'citizenship',
  'destination',
  'residency',
  'salesContracts',
  'legalRight',
  'benefitLocalMarket',
  'startDate',
  'endDate',
]
let nextId = 0
let arrived = 0
let [creates, retrieves, refused] = [0, 0, 0]
let [firstAt, lastAt] = [Number.NaN, Number.NaN]

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  if (Number.isNaN(firstAt)) firstAt = performance.now()
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (/** @type {string} */ part) => {
    body += part
  })
  request.on('end', () => {
    if (request.url?.endsWith('/rwa_create') === true) arrived += 1
    if (arrived >= strayEvery) {
      arrived = 0
      response.writeHead(503, { 'retry-after': '1', 'content-length': 0 }).end()
      return
    }
    const text = JSON.stringify(answer(request.url ?? '', request.headers.authorization, body))
    const send = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
      lastAt = performance.now()
    }
    if (delayMs > 0) setTimeout(send, delayMs)
    else send()
  })
})

/** @param {string} path @param {string | undefined} authorization @param {string} body */
function answer(path, authorization, body) {
  if (authorization !== 'Bearer bench-token') return refuse({ message: 'Invalid Auth' })
  const fields = JSON.parse(body)
  if (path.endsWith('/rwa_create')) return create(fields)
  if (path.endsWith('/rwa_retrieve')) return retrieve(fields.assessmentId)
  return refuse({ message: `no such endpoint: ${path}` })
}

/** @param {Record<string, unknown>} fields */
function create(fields) {
  const { employeeId, purpose, pastTripsDuration } = fields
  if (typeof employeeId !== 'string' || employeeId === '') return refuseField('employeeId', 'Employee ID is missing')
  if (purpose !== 'Work From Anywhere') return refuseField('purpose', 'use Work From Anywhere')
  for (const field of texts) {
    if (typeof fields[field] !== 'string') return refuseField(field, `${field} is missing`)
  }
  if (!Number.isInteger(pastTripsDuration)) return refuseField('pastTripsDuration', 'Past Trip Duration is missing')
  creates += 1
  nextId += 1
  const id = `${nextId}x${Buffer.from(employeeId).toString('hex')}`
  return { status: 'success', response: { assessment_id: id, redirect_url: `https://service.example/report/${id}` } }
}

/** @param {unknown} id */
function retrieve(id) {
  const [, number, employee] = /^(\d+)x([0-9a-f]+)$/.exec(String(id)) ?? []
  if (number === undefined || employee === undefined || Number(number) > nextId) return refuse({ message: 'Not Found' })
  retrieves += 1
  const score = (/** @type {number} */ factor) => ((Number(number) * factor) % 101) / 10
  return {
    status: 'success',
    data: {
      workingRights: score(7),
      payrollTax: score(11),
      socialSecurity: score(13),
      corporateTax: score(17),
      employmentLaw: score(19),
      overallTrip: score(23),
      assessmentId: id,
      employeeId: Buffer.from(employee, 'hex').toString(),
      complianceTeamMemberId: '',
      managerId: '',
      cumulativePeRiskLevel: 'Low',
    },
  }
}

/** @param {string} field @param {string} message */
function refuseField(field, message) {
  return refuse({ errors: [{ field, message }] })
}

/** @param {Record<string, unknown>} why */
function refuse(why) {
  refused += 1
  return { status: 'error', success: false, ...why }
}

process.on('message', () => {
  process.send?.({ creates, retrieves, refused, seconds: (lastAt - firstAt) / 1_000 })
  creates = retrieves = refused = 0
  firstAt = lastAt = Number.NaN
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
