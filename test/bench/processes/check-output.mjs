// Fails unless each of so many rows of an output has an identifier of its own and a score: `node check-output.mjs <file> <rows>`.
import { openSheet } from '../../../dist/sheet/open.js'

const [, , file = '', rows = '0'] = process.argv
const source = await openSheet(file, {})
/** @type {number | undefined} */
let idColumn
let scoreColumn = 0
const identifiers = new Set()
for await (const { cells } of source.rows()) {
  const values = cells.map((cell) => (cell !== null && 'v' in cell ? cell.v : null))
  if (idColumn === undefined) {
    idColumn = values.indexOf('assessmentId')
    scoreColumn = values.indexOf('overallTrip')
    continue
  }
  const [id, score] = [values[idColumn], Number(values[scoreColumn] ?? Number.NaN)]
  if (typeof id !== 'string' || id === '' || Number.isNaN(score)) throw new Error(`a row without scores: ${values}`)
  identifiers.add(id)
}
await source.close()
if (identifiers.size !== Number(rows)) throw new Error(`${identifiers.size} identifiers of ${rows} in ${file}`)
