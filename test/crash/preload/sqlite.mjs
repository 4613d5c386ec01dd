// Points before and after each write that SQLite makes durable, and in the middle of it where power may fail.
import Database from 'better-sqlite3'
import { noteSynced, watch } from './disk.mjs'
import { flight, orders, point } from './points.mjs'
import { deferIntent, isFooled } from './twins.mjs'

/** @typedef {(...values: any[]) => any} Fn */

/** Settings of this connection alone. */
const passingPragma = /^PRAGMA (?:synchronous|secure_delete|foreign_keys)/i
let settledInTransaction = 0

/**
 * @param {any} db
 * @param {string} label
 * @param {() => any} work
 */
function durably(db, label, work) {
  point(`before ${label}`)
  const result = work()
  if (orders.mode === 'power') point(`during ${label}`)
  noteSynced(db)
  flight.settled += settledInTransaction
  settledInTransaction = 0
  point(`after ${label}`)
  return result
}

/** Runs one statement, with the points that belong to it. @param {any} db @param {string} sql @param {boolean} isReadonly @param {Fn} work */
function execute(db, sql, isReadonly, work) {
  watch(db)
  const verb = sql.trim().split(/\s+/)[0]?.toUpperCase() ?? ''
  if (verb === 'COMMIT' || verb === 'END') return durably(db, 'COMMIT', work)
  if (verb === 'ROLLBACK') {
    settledInTransaction = 0
    return work()
  }
  if (verb === 'BEGIN') {
    const result = work()
    point(/EXCLUSIVE/i.test(sql) ? 'lock taken' : 'in a transaction')
    return result
  }
  if (isReadonly || db.inTransaction || passingPragma.test(sql)) return work()
  return durably(db, sql.trim().replaceAll(/\s+/g, ' ').slice(0, 40), work)
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {(self: any, values: any[], call: (...values: any[]) => any) => any} instead
 */
function replace(owner, name, instead) {
  /** @type {Fn} */
  const original = owner[name]
  owner[name] = function replaced(/** @type {any[]} */ ...values) {
    return instead(this, values, (...others) => original.apply(this, others))
  }
}

const probe = new Database(':memory:')
const statements = Object.getPrototypeOf(probe.prepare('SELECT 1'))
probe.close()
const databases = /** @type {any} */ (Database).prototype
replace(databases, 'exec', (db, [sql], call) => execute(db, sql, false, () => call(sql)))
replace(databases, 'close', (db, _, call) => durably(db, 'close', call))
// What a pragma does is a prepared statement, whose points are its own.
replace(databases, 'pragma', (db, values, call) => {
  watch(db)
  const fooled = isFooled(values[0])
  if (fooled === undefined) return call(...values)
  return fooled.instead === undefined ? fooled.answer : call(fooled.instead)
})
for (const name of ['run', 'get', 'all']) {
  replace(statements, name, (statement, values, call) => {
    const { source, readonly, database } = statement
    const isIntent = source.includes("SET state = 'sending'")
    if (isIntent) flight.begun += 1
    else if (/state (?:= |IN \()'sending'/.test(source) && !source.includes('RETURNING')) settledInTransaction += 1
    const deferred = deferIntent(source, values, () => call(...values))
    return deferred ?? execute(database, source, readonly, () => call(...values))
  })
}
