// Points before and after each write that SQLite makes durable, and in the middle of it where power may fail.
import { loadDriver } from '../../../dist/support/sqlite-driver.js'
import { noteSynced, watch } from './disk.mjs'
import { flight, orders, point } from './points.mjs'
import { deferIntent, isFooled } from './twins.mjs'

/** @typedef {(...values: any[]) => any} Fn */

/** Settings of this connection alone. */
const passingPragma = /^PRAGMA (?:synchronous|secure_delete|foreign_keys|busy_timeout)/i
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
  if (isReadonly || db.isTransaction || passingPragma.test(sql)) return work()
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

const Driver = loadDriver()
const probe = new Driver(':memory:', { readOnly: false })
const statements = Object.getPrototypeOf(probe.prepare('SELECT 1'))
probe.close()
const databases = /** @type {any} */ (Driver).prototype
/** The connection and the text of each statement. @type {WeakMap<object, { database: any, source: string }>} */
const prepared = new WeakMap()

replace(databases, 'exec', (db, [sql], call) => execute(db, sql, isReading(sql), () => call(sql)))
replace(databases, 'close', (db, _, call) => durably(db, 'close', call))
replace(databases, 'prepare', (db, [sql, ...others], call) => {
  watch(db)
  const fooled = isFooled(sql)
  if (fooled?.answer !== undefined) return answering(fooled.answer)
  const source = fooled?.instead ?? sql
  const statement = call(source, ...others)
  prepared.set(statement, { database: db, source })
  return statement
})
for (const name of ['run', 'get', 'all']) {
  replace(statements, name, (statement, values, call) => {
    const { source, database } = prepared.get(statement) ?? { source: '', database: undefined }
    const isIntent = source.includes("SET state = 'sending'")
    if (isIntent) flight.begun += 1
    else if (/state (?:= |IN \()'sending'/.test(source) && !source.includes('RETURNING')) settledInTransaction += 1
    const deferred = deferIntent(source, values, () => call(...values))
    return deferred ?? execute(database, source, isReading(source), () => call(...values))
  })
}

/** @param {string} sql */
function isReading(sql) {
  const text = sql.trim()
  if (/^PRAGMA/i.test(text)) return !text.includes('=')
  return /^(?:SELECT|EXPLAIN)/i.test(text) || (/^WITH/i.test(text) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(text))
}

/** A statement that says what it was told to. @param {number} answer */
function answering(answer) {
  return { setReturnArrays() {}, get: () => [answer] }
}
