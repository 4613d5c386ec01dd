import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf, runNode } from './run.mjs'

/** @typedef {'plain.csv' | 'inline.xlsx' | 'shared.xlsx'} Kind `shared` texts are in one table, as Excel itself saves them */

/**
 * An input of so many rows, made once in a run of the bench; that all are valid shows when each of them is created.
 * @param {string} folder
 * @param {number} rows
 * @param {Kind} kind
 */
export async function makeInput(folder, rows, kind) {
  const file = join(folder, `${rows}-${kind}`)
  if (existsSync(file)) return file
  await runNode([pathOf('processes/make-input.mjs'), file, String(rows), kind.split('.')[0] ?? ''], folder)
  return file
}
