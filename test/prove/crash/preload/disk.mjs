// A copy of the ledger as a disk has it when only what SQLite has synced is on it.
import fs from 'node:fs'
import { orders } from './points.mjs'

const { existsSync, mkdirSync, openSync, readFileSync, readSync, fstatSync, rmSync, writeFileSync } = fs
const copy = `${orders.folder}/synced`
/** Never closed: closing one descriptor of a file that SQLite has open would take its locks away. @type {Map<string, number>} */
const descriptors = new Map()
let known = Buffer.alloc(0)

/** The file of each connection: one that is closed no longer tells. @type {WeakMap<object, string>} */
const names = new WeakMap()

/** @param {any} db */
function nameOf(db) {
  const name = names.get(db) ?? db.location() ?? ''
  names.set(db, name)
  return name
}

/** @param {any} db */
function isLedger(db) {
  return orders.mode === 'power' && nameOf(db).endsWith('.ledger.sqlite')
}

/** What was there before this process is on disk. @param {any} db */
export function watch(db) {
  const name = nameOf(db)
  if (!isLedger(db) || descriptors.has(name)) return
  descriptors.set(name, openSync(name, 'r'))
  take(name)
}

/** Called when a write has returned: with synchronous=FULL it is on disk, with NORMAL only a checkpoint is. @param {any} db */
export function noteSynced(db) {
  if (!isLedger(db)) return
  if (orders.twin === 'normal' && db.isOpen && read(nameOf(db)).equals(known)) return
  take(nameOf(db))
}

/** @param {string} file */
function take(file) {
  mkdirSync(copy, { recursive: true })
  known = read(file)
  writeFileSync(`${copy}/ledger`, known)
  if (existsSync(`${file}-wal`)) writeFileSync(`${copy}/ledger-wal`, readFileSync(`${file}-wal`))
  else rmSync(`${copy}/ledger-wal`, { force: true })
}

/** @param {string} file */
function read(file) {
  const descriptor = descriptors.get(file) ?? 0
  const content = Buffer.alloc(fstatSync(descriptor).size)
  readSync(descriptor, content, 0, content.length, 0)
  return content
}
