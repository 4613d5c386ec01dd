// The service of the section `promises`, in a process of its own with an IPC channel: it creates, counts what it created
// for each employee, and does one fault to the rows that it is told, at their first request alone. The truth is here.
import { createServer } from 'node:http'

/** So long an answer takes: requests overlap as they do elsewhere. */
const delayMs = 20
/** @typedef {{ employeeId: string, id: string, isReturned: boolean }} Created `isReturned`: its answer was written whole */

/** @type {Created[]} */
let created = []
let fault = 'none'
/** @type {Set<string>} employees whose first request meets the fault */
let targets = new Set()
/** @type {Set<string>} */
let met = new Set()
let width = 0
/** @type {(() => void)[]} answers that are held back */
let held = []
let isHolding = false
let nextId = 0

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
    body += part
  })
  request.on('end', () => {
    const fields = JSON.parse(body)
    setTimeout(
      () => (request.url?.endsWith('/rwa_create') ? create(fields, response) : retrieve(fields, response)),
      delayMs,
    )
  })
})

/** @param {{ employeeId: string }} fields @param {import('node:http').ServerResponse} response */
function create({ employeeId }, response) {
  const isFull = isHolding && held.length === width
  // While all that one process can have on its way is held, a further request is another's.
  if (isFull) process.send?.({ kind: 'beyond' })
  const isOver = fault === 'none' || isFull || (fault === 'hold' && !isHolding)
  if (isOver || !targets.has(employeeId) || met.has(employeeId)) {
    answer(response, make(employeeId))
    return
  }
  met.add(employeeId)
  if (fault === 'refuse before') return refuse(response)
  const one = make(employeeId)
  if (fault === 'refuse after') refuse(response)
  else if (fault === 'reset') response.destroy()
  else if (fault === 'cut') cut(response, one)
  else if (fault === 'hold') hold(response, one)
  // Of a request that hangs nothing is heard again.
  else if (fault !== 'hang') throw new Error(`no such fault: ${fault}`)
}

/** @param {string} employeeId */
function make(employeeId) {
  nextId += 1
  const one = { employeeId, id: `A${nextId}-${employeeId}`, isReturned: false }
  created.push(one)
  return one
}

/** @param {import('node:http').ServerResponse} response @param {Created} one */
function answer(response, one) {
  // Called once the whole answer is with the system; a connection that is gone never calls.
  send(response, textOf(one), () => {
    one.isReturned = true
  })
}

/** @param {import('node:http').ServerResponse} response @param {Created} one */
function hold(response, one) {
  held.push(() => answer(response, one))
  if (held.length === width) process.send?.({ kind: 'held' })
}

/** @param {import('node:http').ServerResponse} response @param {Created} one */
function cut(response, one) {
  const text = textOf(one)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.indexOf(one.id) + 1), () => response.destroy())
}

/** @param {import('node:http').ServerResponse} response */
function refuse(response) {
  response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' })
  response.end('{"status":"error","success":false,"message":"Too many requests"}')
}

/** @param {Created} one */
function textOf({ id }) {
  return JSON.stringify({
    status: 'success',
    response: { assessment_id: id, redirect_url: `https://service.example/report/${id}` },
  })
}

/** @param {{ assessmentId: string }} fields @param {import('node:http').ServerResponse} response */
function retrieve({ assessmentId }, response) {
  const one = created.find(({ id }) => id === assessmentId)
  if (one === undefined) return send(response, '{"status":"error","success":false,"message":"Not Found"}')
  const scores = {
    workingRights: 1,
    payrollTax: 2,
    socialSecurity: 3,
    corporateTax: 4,
    employmentLaw: 5,
    overallTrip: 6,
  }
  const people = { employeeId: one.employeeId, complianceTeamMemberId: '', managerId: '' }
  const data = { ...scores, ...people, assessmentId, cumulativePeRiskLevel: 'Low' }
  send(response, JSON.stringify({ status: 'success', data }))
}

/** @param {import('node:http').ServerResponse} response @param {string} text @param {() => void} [whenWritten] */
function send(response, text, whenWritten) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text, whenWritten)
}

process.on('message', (/** @type {any} */ message) => {
  if (message.kind === 'begin') {
    ;({ fault, width } = message)
    targets = new Set(message.targets)
    created = []
    met = new Set()
    held = []
    isHolding = fault === 'hold'
  }
  if (message.kind === 'release') {
    isHolding = false
    for (const release of held) release()
  }
  process.send?.({ kind: message.kind, created, met: [...met] })
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.({ kind: 'listening', address: server.address() }))
