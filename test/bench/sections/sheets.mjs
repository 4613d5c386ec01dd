import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { installPeers } from '../peers/install.mjs'
import { pathOf, runNode } from '../run.mjs'

export const title =
  'Sheets: 100,000 rows, 18 columns read, 26 written, 17 put beside 18; time from open to the last row'

// The fastest reader on npm is hucre, streaming: tried once on 50,000 rows of shared (inline) texts it took 1.4 (0.9) s,
// read-excel-file 1.7 (1.4), exceljs 1.7 (1.9), SheetJS 2.3 (2.2). A native one (SheetKit) is described, but the
// registry does not have it. SheetJS is 0.18.5 of March 2022, the last that its makers put on npm.
const readers = [
  { name: 'exceljs', script: '../sheet/bounds/read-with-exceljs.mjs', target: { atLeast: 3 }, isInstalled: true },
  { name: 'SheetJS', script: 'peers/read-with-sheetjs.mjs' },
  { name: 'hucre', script: 'peers/read-with-hucre.mjs' },
]

/** @typedef {{ rows: number, pairs: number, folder: string, say: (text: string) => void }} Size */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<(import('../line.mjs').Line | import('../line.mjs').NotRun)[]>} */
export async function measure({ isQuick, folder, say }) {
  const { why } = await installPeers()
  const size = { rows: isQuick ? 4_000 : 100_000, pairs: isQuick ? 1 : 5, folder, say }
  const lines = []
  for (const texts of /** @type {const} */ (['shared', 'inline'])) {
    for (const reader of readers) {
      const what = `reading ${texts} texts, against ${reader.name}`
      if (why !== undefined && !reader.isInstalled) lines.push({ what, why })
      else lines.push(await measureReading(what, texts, reader, size))
    }
  }
  lines.push(await measureWriting('exceljs', size))
  lines.push(why === undefined ? await measureWriting('SheetJS', size) : { what: 'writing, against SheetJS', why })
  lines.push(...(await measureEnriching(size)))
  return lines
}

/**
 * 17 columns of results in a copy of the customer's workbook, against a new workbook that has its columns too. What is
 * promised is 1.7 times the speed of new workbooks before there were copies: for that, see README.md.
 * @param {Size} size
 */
async function measureEnriching({ rows, pairs, folder, say }) {
  const out = join(folder, 'results.xlsx')
  /** @param {'enriched' | 'new'} side @param {number} count */
  const write = async (side, count) => {
    const file = await makeInput(folder, count, 'shared.xlsx')
    rmSync(out, { force: true })
    const { stdout } = await runNode([pathOf('processes/write-results.mjs'), side, file, String(count), out], folder)
    return JSON.parse(stdout)
  }
  const raw = await runPairs(
    pairs,
    () => write('enriched', rows),
    () => write('new', rows),
  )
  say('enriching, against a new workbook')
  const many = await write('enriched', 5 * rows)
  say(`enriching ${5 * rows} rows`)
  const read = raw.map(({ ours, theirs }) => ({
    ours: { ms: ours.ms + ours.readMs },
    theirs: { ms: theirs.ms + theirs.readMs },
  }))
  return [
    lineOf('enriching, against a new workbook', raw, undefined),
    lineOf('enriching and reading back, against a new workbook', read, undefined),
    memoryOf(
      'peak of enriching, against a new workbook',
      raw.map(({ ours, theirs }) => [ours.peakBytes, theirs.peakBytes]),
      1,
    ),
    memoryOf(
      'peak of enriching five times as many rows',
      raw.map(({ ours }) => [many.peakBytes, ours.peakBytes]),
      1.2,
    ),
  ]
}

/**
 * @param {string} what
 * @param {[one: number, other: number][]} peaks
 * @param {number} atMost
 * @returns {import('../line.mjs').Line}
 */
function memoryOf(what, peaks, atMost) {
  const megabytes = [0, 1].map((side) =>
    inWords(
      peaks.map((pair) => (pair[side] ?? 0) / 1e6),
      'MB',
    ),
  )
  return {
    what,
    unit: '×',
    ...summarise(peaks.map(([one, other]) => one / other)),
    measured: megabytes.join(' against '),
    isLessBetter: true,
    target: { atMost },
    raw: peaks,
  }
}

/**
 * @param {string} what
 * @param {'shared' | 'inline'} texts
 * @param {{ script: string, target?: import('../line.mjs').Target }} reader
 * @param {Size} size
 */
async function measureReading(what, texts, { script, target }, { rows, pairs, folder, say }) {
  const file = await makeInput(folder, rows, `${texts}.xlsx`)
  /** @param {string} name */
  const read = async (name) => {
    const { stdout } = await runNode([pathOf(name), file], folder)
    const reading = JSON.parse(stdout)
    // The headings are a row too.
    if (reading.rows !== rows + 1 || reading.cells !== 18 * (rows + 1)) throw new Error(`${name} read ${stdout}`)
    return reading
  }
  const raw = await runPairs(
    pairs,
    () => read('../sheet/bounds/read-with-ours.mjs'),
    () => read(script),
  )
  say(what)
  return lineOf(what, raw, target)
}

/** @param {'exceljs' | 'SheetJS'} name @param {Size} size */
async function measureWriting(name, { rows, pairs, folder, say }) {
  const plain = join(folder, `written-${rows}-plain.xlsx`)
  const out = join(folder, 'written.xlsx')
  /** @param {'ours' | 'plain'} side @param {string} file */
  const write = async (side, file) => {
    rmSync(file, { force: true })
    const { stdout } = await runNode([pathOf('../sheet/writing/write-rows.mjs'), side, String(rows), file], folder)
    return JSON.parse(stdout)
  }
  const writeWithSheetJs = async () => {
    rmSync(out, { force: true })
    return JSON.parse((await runNode([pathOf('peers/write-with-sheetjs.mjs'), plain, out], folder)).stdout)
  }
  if (name === 'SheetJS') await write('plain', plain)
  const theirs = name === 'exceljs' ? () => write('plain', out) : writeWithSheetJs
  const raw = await runPairs(pairs, () => write('ours', out), theirs)
  const what = `writing, against ${name}`
  say(what)
  return lineOf(what, raw, name === 'exceljs' ? { atLeast: 1.8 } : undefined)
}

/**
 * @param {string} what
 * @param {{ ours: { ms: number }, theirs: { ms: number } }[]} raw
 * @param {import('../line.mjs').Target | undefined} target
 * @returns {import('../line.mjs').Line}
 */
function lineOf(what, raw, target) {
  const seconds = [raw.map(({ ours }) => ours.ms / 1_000), raw.map(({ theirs }) => theirs.ms / 1_000)]
  return {
    what,
    unit: '×',
    ...summarise(raw.map(({ ours, theirs }) => theirs.ms / ours.ms)),
    measured: seconds.map((values) => inWords(values, 's')).join(' against '),
    isLessBetter: false,
    ...(target === undefined ? {} : { target }),
    raw,
  }
}
