// Fails unless each of so many rows of an output has an identifier of its own and a score: `node check-output.mjs <file> <rows>`.
import { resultTitles } from '../../../dist/messages/result-titles.js'
import { openSheet } from '../../../dist/sheet/open.js'

const [, , file = '', rows = '0'] = process.argv
const source = await openSheet(file, {})
/** Headings of CSV files and of the peers, and of our workbooks. */
const idHeadings = ['assessmentId', resultTitles['assessmentId']]
const scoreHeadings = ['overallTrip', resultTitles['overallTrip']]
/** @type {{ id: number, score: number } | undefined} */
let columns
const identifiers = new Set()
for await (const { cells } of source.rows()) {
  const values = cells.map((cell) => (cell !== null && 'v' in cell ? cell.v : null))
  if (columns === undefined) {
    columns = { id: find(values, idHeadings), score: find(values, scoreHeadings) }
    continue
  }
  const [id, score] = [values[columns.id], Number(values[columns.score] ?? Number.NaN)]
  if (typeof id !== 'string' || id === '' || Number.isNaN(score)) throw new Error(`a row without scores: ${values}`)
  identifiers.add(id)
}
await source.close()
if (identifiers.size !== Number(rows)) throw new Error(`${identifiers.size} identifiers of ${rows} in ${file}`)

/** @param {readonly unknown[]} row @param {readonly unknown[]} headings */
function find(row, headings) {
  const found = row.findIndex((each) => headings.includes(each))
  if (found === -1) throw new Error(`no column ${headings.join(' or ')} in ${file}`)
  return found
}
