import { strict as assert } from 'node:assert'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { makeInput } from '../inputs.mjs'

/**
 * @typedef {object} Sheets
 * @property {string} earlier other trips, for a tool that has to find out how much the service takes
 * @property {string} others further ones
 * @property {number} otherRows
 * @property {string} whole
 * @property {string} half its first half
 * @property {string} edited the whole one, edited
 * @property {string} used where the tool finds its sheet: always the same file
 * @property {readonly string[]} employees of the whole one
 * @property {readonly string[]} targets a half of them, in the middle
 */

const dayMs = 86_400_000

/** @param {string} folder @param {number} rows @returns {Promise<Sheets>} */
export async function makeSheets(folder, rows) {
  const [otherRows, earlierRows] = [rows * 3, rows * 10]
  const whole = await makeInput(folder, rows, 'plain.csv')
  const half = await makeInput(folder, rows / 2, 'plain.csv')
  const [headings, cells] = read(whole)
  const [, all] = read(await makeInput(folder, rows + otherRows + earlierRows, 'plain.csv'))
  const write = (/** @type {string} */ name, /** @type {string[][]} */ lines) => {
    const file = join(folder, name)
    writeFileSync(file, stringify([headings, ...lines]))
    return file
  }
  const others = write('others.csv', all.slice(rows, rows + otherRows))
  const earlier = write('earlier.csv', all.slice(rows + otherRows))
  const edited = write('edited.csv', edit(headings, cells))
  const employees = cells.map((row) => row[headings.indexOf('Employee ID')] ?? '')
  const targets = employees.slice(rows / 4, (rows * 3) / 4)
  return { earlier, others, otherRows, whole, half, edited, used: join(folder, 'trips.csv'), employees, targets }
}

/** @param {string} file @returns {[headings: string[], cells: string[][]]} */
function read(file) {
  /** @type {string[][]} */
  const [headings = [], ...cells] = parse(readFileSync(file))
  return [headings, cells]
}

/**
 * Every remark is another, every second trip starts a day earlier, and the last row is the first.
 * @param {readonly string[]} headings
 * @param {readonly string[][]} cells
 */
function edit(headings, cells) {
  const [remark, start] = [headings.indexOf('Remark'), headings.indexOf('Start date')]
  assert(remark >= 0 && start >= 0, 'the columns to be edited')
  const changed = cells.map((row, index) => {
    const earlier = new Date(Date.parse(row[start] ?? '') - dayMs).toISOString().slice(0, 10)
    return row.with(remark, `${row[remark]}, seen`).with(start, index % 2 === 0 ? earlier : (row[start] ?? ''))
  })
  return changed.reverse()
}
