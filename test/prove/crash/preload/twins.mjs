// Guards of the program taken away, so that the tests can show what they are for.
import { orders } from './points.mjs'

/**
 * The ledger runs with synchronous=NORMAL, and its look at the setting is told that it is FULL.
 * @param {string} pragma
 * @returns {{ instead?: string, answer?: number } | undefined}
 */
export function isFooled(pragma) {
  if (orders.twin !== 'normal') return undefined
  if (/^PRAGMA synchronous\s*=/.test(pragma)) return { instead: 'PRAGMA synchronous = NORMAL' }
  return /^PRAGMA synchronous\s*$/.test(pragma) ? { answer: 2 } : undefined
}

/** @type {Map<unknown, () => unknown>} */
const deferred = new Map()

/**
 * The intent is written only together with the outcome, after the answer.
 * @param {string} sql
 * @param {readonly unknown[]} values bound by place, the submission last
 * @param {() => unknown} write
 */
export function deferIntent(sql, values, write) {
  const id = values.at(-1)
  if (orders.twin !== 'late-intent' || typeof id !== 'number') return undefined
  if (/SET state = 'sending'/.test(sql)) {
    deferred.set(id, write)
    return { changes: 1, lastInsertRowid: 0 }
  }
  if (/UPDATE submissions/.test(sql)) {
    deferred.get(id)?.()
    deferred.delete(id)
  }
  return undefined
}
