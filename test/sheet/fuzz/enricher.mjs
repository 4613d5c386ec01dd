// Enriches the files that its parent names, one after another, and says what became of each: read back, or refused in
// words. Its first argument is the module that opens sheets.

import { rm } from 'node:fs/promises'
import { writeEnriched } from '../../../dist/sheet/enriching/copy/write-enriched.js'
import { planEnriching } from '../../../dist/sheet/enriching/plan/plan-enriching.js'
import { verifyEnriched } from '../../../dist/sheet/enriching/verify/verify-enriched.js'
import { readWorkbook } from '../../../dist/sheet/package/workbook-part.js'
import { ZipArchive } from '../../../dist/sheet/package/zip-archive.js'
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
  const hasLooks = await hasAllStyles(file, sheet)
  const [before, after] = [rows, (await readRows(output, sheet)).rows].map((all) => theirs(all, ours, hasLooks))
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

/**
 * Whether each cell has a style that the workbook has: one without has no look to keep, and gets that of whatever style is
 * added.
 * @param {string} file @param {string} sheet
 */
async function hasAllStyles(file, sheet) {
  const archive = await ZipArchive.open(file)
  try {
    const { sheets, stylesPart } = await readWorkbook(archive)
    const [cells, styles] = await Promise.all([
      readText(archive, sheets.find(({ name }) => name === sheet)?.part ?? ''),
      readText(archive, stylesPart),
    ])
    const list = /<cellXfs\b.*?<\/cellXfs>/s.exec(styles)?.[0] ?? ''
    const size = list.match(/<xf\b/g)?.length ?? 0
    return [...cells.matchAll(/<c\b[^>]*\bs="(\d+)"/g)].every(([, style]) => Number(style) < size)
  } finally {
    await archive.close()
  }
}

/** @param {ZipArchive} archive @param {string} part */
async function readText(archive, part) {
  const pieces = []
  if (archive.has(part)) for await (const piece of archive.read(part)) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/** @param {readonly SheetRow[]} rows @param {ReadonlySet<number>} ours @param {boolean} hasLooks */
function theirs(rows, ours, hasLooks) {
  const kept = rows.map(({ number, cells, isHidden }) => {
    const own = cells.map((cell, column) => (ours.has(column) ? { t: 'z' } : hasLooks ? cell : { ...cell, f: '' }))
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
