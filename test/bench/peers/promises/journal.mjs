// The file of the plain script and of what stands around Newman: a line of JSON for each thing that happened, on disk
// before the script goes on.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** @typedef {{ key: string, assessmentId?: string, inDoubt?: string }} Entry with neither: about to be sent */

/** @param {string} file */
export function openJournal(file) {
  /** @type {Map<string, Entry>} the last of each row */
  const entries = new Map()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines.filter(Boolean)) {
    /** @type {Entry} */
    const entry = JSON.parse(line)
    entries.set(entry.key, entry)
  }
  const handle = openSync(file, 'a')
  return {
    /** @param {string} key */
    find: (key) => entries.get(key),
    /** @param {Entry} entry */
    add(entry) {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      fsyncSync(handle)
      entries.set(entry.key, entry)
    },
    close: () => closeSync(handle),
  }
}

/** @param {Entry | undefined} entry @returns {import('./rows.mjs').Outcome | undefined} */
export function toOutcome(entry) {
  if (entry === undefined) return undefined
  if (entry.assessmentId !== undefined) return { assessmentId: entry.assessmentId }
  return { inDoubt: entry.inDoubt ?? 'it was being sent when the script ended' }
}
