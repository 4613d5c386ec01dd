// Points before each question leaves for the database, and when its answer is there and nobody has heard of it yet.
import pg from 'pg'
import { flight, point } from './points.mjs'

/** @typedef {{ text: string, name?: string | undefined, values?: unknown[] | undefined }} Question */

const clients = /** @type {any} */ (pg.Client.prototype)
const query = clients.query
clients.query = function watched(/** @type {any} */ asked) {
  return typeof asked.submit === 'function' ? watchCopy(this, asked) : watchQuestion(this, asked)
}

/** @param {any} client @param {Question | string} asked */
async function watchQuestion(client, asked) {
  const question = typeof asked === 'string' ? { text: asked } : asked
  const label = nameOf(question)
  const { claims, ends } = countMoves(question)
  flight.begun += claims
  if (point(`before question ${label}`)) throw cut(client)
  const answer = await query.call(client, asked)
  flight.settled += ends
  if (point(`after question ${label}`)) throw cut(client)
  return answer
}

/** One that tells its end by a callback. @param {any} client @param {any} asked */
function watchCopy(client, asked) {
  const label = asked.text.slice(0, 20)
  const { callback } = asked
  if (point(`before question ${label}`)) return callback(cut(client))
  asked.callback = (/** @type {Error | null} */ error) =>
    callback(point(`after question ${label}`) ? cut(client) : error)
  return query.call(client, asked)
}

/** What it asked for never left, or what it was told never came. @param {any} client */
function cut(client) {
  client.connection.stream.destroy()
  return new Error('Connection terminated unexpectedly')
}

/** @param {Question} question */
function nameOf({ text, name, values }) {
  if (name !== 'group')
    return text
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/rwa_test_\w+/g, '*')
      .slice(0, 60)
  const { claims, ends, others } = countMoves({ text, name, values })
  const parts = [claims > 0 ? 'claims' : '', ends > 0 ? 'ends' : '', others > 0 ? 'other changes' : ''].filter(Boolean)
  return `a group with ${parts.join(', ') || 'nothing'}`
}

/** @param {Question} question */
function countMoves({ name, values = [] }) {
  if (name !== 'group') return { claims: 0, ends: 0, others: 0 }
  const changes = JSON.parse(String(values[3]))
  const claims = JSON.parse(String(values[4]))
  const ends = changes.filter((/** @type {any} */ { claim }) => claim !== undefined).length
  return { claims: claims.length, ends, others: changes.length - ends }
}
