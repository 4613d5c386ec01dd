// Points before and after each write that SQLite makes durable, and in the middle of it where power may fail.
import Module from 'node:module'
import { noteSynced, watch } from './disk.mjs'
import { flight, orders, point } from './points.mjs'
import { deferIntent, isFooled } from './twins.mjs'

/** @typedef {(...values: any[]) => any} Fn */

/** Settings of this connection alone, and nothing behind them. */
const passingPragma = /^PRAGMA (?:synchronous|secure_delete|foreign_keys|busy_timeout)[^;]*$/i
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

/** The driver's class, whose methods are watched: those of the package cannot be replaced in their place. @param {any} driver */
function watching(driver) {
  return class extends driver {
    /** @param {string} sql */
    exec(sql) {
      execute(this, sql, isReading(sql), () => super.exec(sql))
    }

    /** @param {string} sql */
    prepare(sql) {
      watch(this)
      const fooled = isFooled(sql)
      if (fooled?.answer !== undefined) return answering(fooled.answer)
      const source = fooled?.instead ?? sql
      return watchingStatement(this, source, super.prepare(source))
    }

    close() {
      durably(this, 'close', () => super.close())
    }
  }
}

/** @param {any} db @param {string} source @param {any} statement */
function watchingStatement(db, source, statement) {
  const isIntent = source.includes("SET state = 'sending'")
  const isReadonly = isReading(source)
  const isEnd = !isReadonly && !source.includes('RETURNING') && /state (?:= |IN \()'sending'/.test(source)
  const isSettling = !isIntent && isEnd
  /** @param {'run' | 'get' | 'all'} name */
  const watched =
    (name) =>
    (/** @type {unknown[]} */ ...values) => {
      if (isIntent) flight.begun += 1
      else if (isSettling) settledInTransaction += 1
      const call = () => statement[name](...values)
      return deferIntent(source, values, call) ?? execute(db, source, isReadonly, call)
    }
  return {
    columns: () => statement.columns(),
    setReturnArrays: (/** @type {boolean} */ isOn) => statement.setReturnArrays(isOn),
    iterate: (/** @type {unknown[]} */ ...values) => statement.iterate(...values),
    run: watched('run'),
    get: watched('get'),
    all: watched('all'),
  }
}

/** @param {string} sql */
function isReading(sql) {
  const text = sql.trim()
  if (/^PRAGMA/i.test(text)) return !/[=;]|checkpoint/.test(text)
  return /^(?:SELECT|EXPLAIN)/i.test(text) || (/^WITH/i.test(text) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(text))
}

/** A statement that says what it was told to. @param {number} answer */
function answering(answer) {
  return { setReturnArrays() {}, get: () => [answer] }
}

// Node's own, and the package that stands in for it where there is none.
const builtin = process.getBuiltinModule
const own = /** @type {any} */ (builtin)('node:sqlite')
const ownWatched = own === undefined ? undefined : { ...own, DatabaseSync: watching(own.DatabaseSync) }
process.getBuiltinModule = /** @type {any} */ (
  (/** @type {any} */ id) => (id === 'node:sqlite' ? ownWatched : builtin(id))
)
const modules = /** @type {any} */ (Module)
const load = modules._load
modules._load = (/** @type {any[]} */ ...values) => {
  const loaded = load(...values)
  return values[0] === '@photostructure/sqlite' ? { DatabaseSync: watching(loaded.DatabaseSync) } : loaded
}
