// Who plays: the peers with their usual settings and with the strictest, and ours. What each setting is stands in the peer's
// own file.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { program } from '../assess.mjs'
import { pathOf } from '../run.mjs'

/**
 * @typedef {{ inFlight: number, timeoutMs: number, stalledMs: number }} Limits `stalledMs`: BullMQ's lock
 * @typedef {Limits & { input: string, output: string, state: string, baseUrl: string }} Command
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {'file' | 'database'} keeps
 * @property {number} [most] requests that it can have on their way
 * @property {string} results name of the file
 * @property {RegExp} [refusal] what it says when it refuses its state, and a person has to decide
 * @property {(command: Command) => string[]} words for Node.js
 * @property {(command: Command) => string[][]} [before] commands before the first one, without a fault
 * @property {(text: string) => import('./verdict.mjs').Said[]} read
 * @property {(state: string) => number} countCommits of one that keeps a file
 */

/** @type {Tool[]} */
export const tools = [
  peer('plain script', 'plain', 'file'),
  peer('Newman', 'newman', 'file', 1),
  peer('BullMQ', 'bullmq', 'database'),
  peer('DBOS', 'dbos', 'database'),
].flatMap(({ script, ...tool }) => [
  { ...tool, words: (command) => wordsOf(script, command) },
  { ...tool, name: `${tool.name}, strict`, words: (command) => [...wordsOf(script, command), 'strict'] },
])
tools.push(
  ours('rwa-batch, a file', 'file'),
  ours('rwa-batch, a database', 'database'),
  ours('rwa-batch, a database, 429 distrusted', 'database', ['--distrust-status', '429']),
)

/** @param {string} name @param {string} script @param {Tool['keeps']} keeps @param {number} [most] */
function peer(name, script, keeps, most) {
  return {
    name,
    script: pathOf(`peers/promises/${script}.mjs`),
    keeps,
    ...(most !== undefined && { most }),
    results: 'results.json',
    read: readResults,
    countCommits: countLines,
  }
}

/** @param {string} script @param {Command} command */
function wordsOf(script, { input, output, state, baseUrl }) {
  return [script, input, output, state, baseUrl]
}

/** @param {string} text @returns {import('./verdict.mjs').Said[]} */
function readResults(text) {
  /** @type {{ employeeId: string, assessmentId?: string, inDoubt?: string }[]} */
  const results = JSON.parse(text)
  return results.map(({ employeeId, assessmentId, inDoubt }) => ({
    employeeId,
    assessmentId,
    says: assessmentId !== undefined ? 'done' : inDoubt !== undefined ? 'in doubt' : 'not sent',
  }))
}

/** Each line was written and synced by itself. @param {string} state */
function countLines(state) {
  return existsSync(state) ? readFileSync(state, 'utf8').split('\n').length - 1 : 0
}

/** @param {string} name @param {Tool['keeps']} keeps @param {readonly string[]} [more] @returns {Tool} */
function ours(name, keeps, more = []) {
  const words = (/** @type {Command} */ { input, output, state, baseUrl, inFlight, timeoutMs }) => {
    const how = ['--concurrency', String(inFlight), '--request-timeout', `${timeoutMs / 1_000}s`, '-q', ...more]
    return [program, 'assess', input, '-o', output, '--ledger', state, '--base-url', baseUrl, ...how]
  }
  return {
    name,
    keeps,
    results: 'results.csv',
    refusal: /it was put back from a copy/,
    words,
    // With a service that its ledger does not know it begins with two in flight.
    before: (command) => [
      ...(keeps === 'database' ? [[program, 'ledger', 'init', command.state]] : []),
      words(command),
    ],
    read: readOutput,
    countCommits: readCommitCounter,
  }
}

/** @param {string} text @returns {import('./verdict.mjs').Said[]} */
function readOutput(text) {
  /** @type {Record<string, string>[]} */
  const rows = parse(text, { columns: true, bom: true })
  return rows.map((row) => {
    const outcome = row['outcome'] ?? ''
    const assessmentId = row['assessmentId'] || undefined
    const isDone = ['scored', 'accepted', 'pending', 'changed', 'kept'].includes(outcome)
    return {
      employeeId: row['Employee ID'] ?? '',
      assessmentId,
      says: isDone ? 'done' : outcome === 'unknown' ? 'in doubt' : 'not sent',
    }
  })
}

/** What the ledger itself counts, beside it. @param {string} state */
function readCommitCounter(state) {
  const counter = `${state}.mark`
  return existsSync(counter) ? Number(readFileSync(counter, 'utf8').split(' ')[1]) : 0
}
