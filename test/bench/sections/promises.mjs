import { chmodSync, rmSync } from 'node:fs'
import { findPrograms, OwnServer } from '../../support/own-postgres.mjs'
import { shorten } from '../line.mjs'
import { installPeers } from '../peers/install.mjs'
import { Databases } from '../promises/databases.mjs'
import { faults } from '../promises/faults.mjs'
import { Scene } from '../promises/scene.mjs'
import { startFaultyService } from '../promises/service-process.mjs'
import { makeSheets } from '../promises/sheets.mjs'
import { tools } from '../promises/tools.mjs'
import { layOut } from '../table.mjs'

export const title = 'Promises: the same sheet through the same ten faults'

/**
 * @typedef {import('../promises/verdict.mjs').Verdict & { seconds: number }} Played
 *
 * @typedef {object} ToolLine
 * @property {string} what
 * @property {number} rows of each sheet
 * @property {import('../promises/scene.mjs').Commits} commits a row, without a fault
 * @property {Record<string, Played>} faults
 */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<(ToolLine | import('../line.mjs').NotRun)[]>} */
export async function measure({ isQuick, folder, say }) {
  const programs = findPrograms()
  if (programs === undefined) return [{ what: title, why: 'there is no PostgreSQL for this system' }]
  const { why } = await installPeers()
  if (why !== undefined) return [{ what: title, why }]
  // The account that the server runs as passes through it.
  chmodSync(folder, 0o711)
  const server = new OwnServer(programs, { place: folder })
  await server.start()
  const databases = new Databases(server.address)
  await databases.connect()
  const service = await startFaultyService()
  const rows = isQuick ? 16 : 64
  const chosen = isQuick ? ['kill -9', 'second machine'] : Object.keys(faults)
  // 30 s is BullMQ's own value.
  const limits = { inFlight: rows / 2, timeoutMs: 60_000, stalledMs: isQuick ? 2_000 : 30_000 }
  const parts = { service, databases, folder, limits }
  try {
    const sheets = await makeSheets(folder, rows)
    /** @type {ToolLine[]} */
    const lines = []
    for (const tool of tools) {
      /** @type {ToolLine} */
      const line = { what: tool.name, rows, commits: await countCommits({ ...parts, tool }, sheets), faults: {} }
      for (const fault of chosen) {
        const played = await play({ ...parts, tool }, sheets, fault)
        line.faults[fault] = played
        say(`${tool.name}, ${fault}: ${inShort(played)}, ${played.seconds.toFixed(1)} s`)
      }
      lines.push(line)
      say(`${tool.name}: ${inShortCommits(line.commits)} commits a row`)
    }
    return lines
  } finally {
    await service.stop()
    await databases.close()
    await server.stop()
    rmSync(server.folder, { recursive: true, force: true })
  }
}

/** @typedef {ConstructorParameters<typeof Scene>[0]} Parts @typedef {import('../promises/sheets.mjs').Sheets} Sheets */

/** @param {Parts} parts @param {Sheets} sheets @param {string} fault @returns {Promise<Played>} */
async function play(parts, sheets, fault) {
  // Only a request that hangs runs into its time limit.
  const limits = { ...parts.limits, ...(fault === 'hang' && { timeoutMs: 2_000 }) }
  const scene = new Scene({ ...parts, limits })
  await scene.open()
  try {
    await scene.runBefore(sheets.earlier)
    const started = performance.now()
    await faults[fault]?.(scene, sheets)
    const seconds = (performance.now() - started) / 1_000
    return { ...(await scene.judge(sheets.employees)), seconds }
  } catch (error) {
    throw new Error(`${parts.tool.name}, ${fault}: ${error}`, { cause: error })
  } finally {
    await scene.close()
  }
}

/**
 * Without a fault, and without what a start takes: a long sheet against a short one, with a state that is there.
 * @param {Parts} parts
 * @param {Sheets} sheets
 * @returns {Promise<import('../promises/scene.mjs').Commits>}
 */
async function countCommits(parts, sheets) {
  const scene = new Scene(parts)
  await scene.open()
  const count = async (/** @type {string} */ sheet) => {
    const before = await scene.countCommits()
    await scene.runUntilOver(sheet)
    const after = await scene.countCommits()
    return { writing: after.writing - before.writing, all: after.all - before.all }
  }
  try {
    await count(sheets.half)
    const short = await count(sheets.whole)
    const long = await count(sheets.others)
    const { created } = await scene.service.report()
    const verdict = await scene.judge(created.map(({ employeeId }) => employeeId))
    const expected = sheets.employees.length + sheets.otherRows
    if (created.length !== expected || inShort(verdict) !== '–') {
      throw new Error(`${parts.tool.name} without a fault: ${created.length} created, ${inShort(verdict)}`)
    }
    const more = sheets.otherRows - sheets.employees.length / 2
    return { writing: (long.writing - short.writing) / more, all: (long.all - short.all) / more }
  } finally {
    await scene.close()
  }
}

/** @param {readonly (ToolLine | import('../line.mjs').NotRun)[]} lines */
export function describe(lines) {
  const played = lines.filter((line) => 'faults' in line)
  const names = Object.keys(played[0]?.faults ?? {})
  const rows = (played[0]?.rows ?? 0) * names.length
  const sums = lines.map((line) => {
    if ('why' in line) return [line.what, 'not run', line.why]
    const all = Object.values(line.faults)
    const sum = (/** @type {keyof Played} */ key) => all.reduce((total, one) => total + one[key], 0)
    const counts = [sum('twice'), sum('lost'), sum('inDoubt')].map(String)
    return [line.what, ...counts, shorten(sum('seconds')), inShortCommits(line.commits)]
  })
  const each = played.map(({ what, faults }) => [what, ...names.map((name) => inShort(faults[name]))])
  return [
    `### ${title}`,
    '',
    layOut(
      ['tool', `created twice, of ${rows} rows`, 'lost', 'in doubt', 'seconds', 'commits a row (with reads)'],
      sums,
    ),
    '',
    'For each fault: created twice · lost · in doubt.',
    '',
    layOut(['tool', ...names], each),
    '',
  ].join('\n')
}

/** @param {import('../promises/verdict.mjs').Verdict | undefined} verdict */
function inShort(verdict) {
  const { twice = 0, lost = 0, inDoubt = 0 } = verdict ?? {}
  return twice + lost + inDoubt === 0 ? '–' : [twice, lost, inDoubt].join(' · ')
}

/** @param {import('../promises/scene.mjs').Commits} commits */
function inShortCommits({ writing, all }) {
  return Number.isNaN(all) ? shorten(writing) : `${shorten(writing)} (${shorten(all)})`
}
