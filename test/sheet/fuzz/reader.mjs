// Reads the files that its parent names, one after another, and says what became of each. Its first argument is the
// module that opens them: the built reader, but for the test of this one.

import { describeSheet } from '../../../dist/app/check/inspect-sheet.js'
import { readWorkbook } from '../../../dist/sheet/package/workbook-part.js'
import { ZipArchive } from '../../../dist/sheet/package/zip-archive.js'
import { answerFiles } from './answer-files.mjs'

/** @type {typeof import('../../../src/sheet/open.ts')} */
const { openSheet } = await import(process.argv[2] ?? '')

answerFiles(read)

/**
 * @param {string} file
 * @returns {Promise<{ is: 'rows' | 'refused' | 'empty' | 'dropped' | 'crash', why: string }>}
 */
async function read(file) {
  try {
    const source = await openSheet(file, {})
    try {
      let rows = 0
      for await (const row of source.rows()) rows += row.cells.length > 0 ? 1 : 0
      void source.warnings
      await describeSheet(source, 20)
      if (rows > 0) return { is: 'rows', why: '' }
      return source.kind === 'xlsx'
        ? await judgeEmpty(file, source.sheet)
        : { is: 'dropped', why: 'no row, and no error' }
    } finally {
      await source.close()
    }
  } catch (error) {
    return judgeError(error)
  }
}

/**
 * A refusal is one line of bearable length on what the file is and one on what to do; all else is a crash.
 * @param {unknown} error
 * @returns {{ is: 'refused' | 'crash', why: string }}
 */
function judgeError(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (!(error instanceof Error && 'code' in error && error.code === 'input')) return { is: 'crash', why: text }
  const hint = 'hint' in error ? String(error.hint) : ''
  const isSound = /^[^\x00-\x1f]{10,700}$/.test(error.message) && /^[A-Z][^\x00-\x1f]{10,400}$/.test(hint)
  return isSound ? { is: 'refused', why: error.message } : { is: 'crash', why: `unfit words: ${error.message} ${hint}` }
}

/**
 * Whether a sheet that was found empty shows a value to whoever looks at its XML with bare eyes.
 * @param {string} file @param {string} name
 * @returns {Promise<{ is: 'empty' | 'dropped', why: string }>}
 */
async function judgeEmpty(file, name) {
  const archive = await ZipArchive.open(file)
  try {
    const { sheets } = await readWorkbook(archive)
    const part = sheets.find((sheet) => sheet.name === name && sheet.isVisible && sheet.isWorksheet)?.part ?? ''
    const pieces = []
    for await (const piece of archive.read(part)) pieces.push(piece)
    const xml = Buffer.concat(pieces)
      .toString('latin1')
      .replaceAll('\0', '')
      .replace(/<!--[\s\S]*?-->/g, '')
    const value = /<(?:\w+:)?(?:v|t)\b[^<>]*>[^<]*[^\s<][^<]*</.exec(xml)
    return value === null
      ? { is: 'empty', why: '' }
      : { is: 'dropped', why: `called empty, and holds ${value[0].slice(0, 80)}` }
  } finally {
    await archive.close()
  }
}
