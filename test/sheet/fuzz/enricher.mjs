// Enriches the files that its parent names, one after another, and says what became of each: read back, or refused in
// words. Its first argument is the module that opens sheets.

import { rm } from 'node:fs/promises'
import { writeEnriched } from '../../../dist/sheet/enriching/copy/write-enriched.js'
import { planEnriching } from '../../../dist/sheet/enriching/plan/plan-enriching.js'
import { verifyEnriched } from '../../../dist/sheet/enriching/verify/verify-enriched.js'
import { answerFiles } from './answer-files.mjs'

/** @typedef {import('../../../src/sheet/cell.ts').SheetRow} SheetRow */

/** @type {typeof import('../../../src/sheet/open.ts')} */
const { openSheet } = await import(process.argv[2] ?? '')
const columns = [
  { heading: 'outcome', width: 12 },
  { heading: 'reportUrl', width: 30 },
  { heading: 'overallTrip', width: 12, format: '0.0', hasColourScale: true },
]

answerFiles(async (file) => {
  const output = `${file}.out`
  const result = await enrich(file, output).catch(judgeError)
  await rm(output, { force: true })
  return result
})

/**
 * @param {string} file @param {string} output
 * @returns {Promise<{ is: 'rows' | 'refused' | 'empty' | 'dropped', why: string }>}
 */
async function enrich(file, output) {
  const { sheet, rows } = await readRows(file)
  if (rows.length === 0) return { is: 'empty', why: '' }
  const texts = (/** @type {SheetRow} */ row) => row.cells.filter((cell) => cell.t === 's').length
  const heading = rows.slice(0, 20).reduce((best, row) => (texts(row) > texts(best) ? row : best))
  const headings = heading.cells.map((cell) => (cell.t === 's' ? cell.v : cell.t === 'z' ? undefined : 'x'))
  const request = { sheet, headingRow: heading.number, headings, lastRow: rows.at(-1)?.number ?? 0, columns }
  const plan = await planEnriching({ file, sheets: [request] })
  if (plan.kind === 'new-workbook')
    return { is: /^[^\x00-\x1f]{10,700}$/.test(plan.reason) ? 'refused' : 'dropped', why: plan.reason }
  const numbers = rows.map(({ number }) => number).filter((number) => number > heading.number)
  const results = numbers.map((row) => {
    const href = `https://service.example/${row}`
    return {
      row,
      cells: /** @type {const} */ ([
        { t: 's', v: 'scored' },
        { t: 'link', v: href, href },
        { t: 'n', v: row % 11 },
      ]),
    }
  })
  const written = await writeEnriched(plan, output, { rowsOf: () => [results] })
  const wrong = await verifyEnriched(plan, output, written)
  if (wrong !== undefined) return { is: 'dropped', why: wrong }
  const ours = new Set(plan.sheets[0]?.columns.map(({ index }) => index))
  const [before, after] = [rows, (await readRows(output, sheet)).rows].map((all) => theirs(all, ours))
  return before === after
    ? { is: 'rows', why: '' }
    : { is: 'dropped', why: `other cells: ${before} ${after}`.slice(0, 300) }
}

/** @param {string} file @param {string} [sheet] */
async function readRows(file, sheet) {
  const source = await openSheet(file, { sheet })
  try {
    /** @type {SheetRow[]} */
    const rows = []
    for await (const row of source.rows()) rows.push(row)
    return { sheet: source.sheet, rows }
  } finally {
    await source.close()
  }
}

/** @param {readonly SheetRow[]} rows @param {ReadonlySet<number>} ours */
function theirs(rows, ours) {
  const kept = rows.map(({ number, cells, isHidden }) => {
    const own = cells.map((cell, column) => (ours.has(column) ? { t: 'z' } : cell))
    while (own.at(-1)?.t === 'z') own.pop()
    return own.length === 0 ? '' : JSON.stringify([number, isHidden, own])
  })
  return kept.filter((row) => row !== '').join('\n')
}

/** @param {unknown} error @returns {{ is: 'refused' | 'crash', why: string }} */
function judgeError(error) {
  const isInput = error instanceof Error && 'code' in error && error.code === 'input'
  if (isInput) return { is: 'refused', why: error.message }
  return { is: 'crash', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
