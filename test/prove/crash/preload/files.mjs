// Points before and after each operation that changes files in the folder of the run.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { orders, point } from './points.mjs'

/** @typedef {(...values: any[]) => any} Fn */

const home = `${process.cwd()}/`
/** @type {Map<number, string>} */
const written = new Map()
const promises = fs.promises

/** @param {unknown} path */
function isOurs(path) {
  const text = String(path)
  return (text.startsWith(home) || !text.startsWith('/')) && !text.startsWith(orders.folder)
}

/** @param {unknown} path */
function nameOf(path) {
  return basename(String(path)).replace(/[0-9a-f]{8}-[0-9a-f-]+-[0-9a-f]{12}|\d{8}T\d{6}/, '*')
}

/** @param {unknown} flags */
function isForWriting(flags) {
  return /[wa+]/.test(String(flags ?? 'r'))
}

/** Before a write the file is as it was after the last one. @param {string} what */
function pointBefore(what) {
  if (!what.startsWith('write ')) point(`before ${what}`)
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {(values: any[]) => string | undefined} describe undefined when it is none of ours
 * @param {(result: any, what: string) => void} [onResult]
 */
function wrapSync(owner, name, describe, onResult = () => {}) {
  /** @type {Fn} */
  const original = owner[name]
  owner[name] = function wrapped(/** @type {any[]} */ ...values) {
    const what = describe(values)
    if (what === undefined) return original.apply(this, values)
    pointBefore(what)
    const result = original.apply(this, values)
    onResult(result, what)
    point(`after ${what}`)
    return result
  }
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {(values: any[]) => string | undefined} describe
 */
function wrapPromised(owner, name, describe) {
  /** @type {Fn} */
  const original = owner[name]
  owner[name] = async function wrapped(/** @type {any[]} */ ...values) {
    const what = describe(values)
    if (what === undefined) return original.apply(this, values)
    point(`before ${what}`)
    const result = await original.apply(this, values)
    if (what.startsWith('open ')) opened.set(result, what.slice('open '.length))
    point(`after ${what}`)
    return result
  }
}

/**
 * @param {string} name
 * @param {(values: any[]) => string | undefined} describe
 * @param {(result: any, what: string) => void} [onResult]
 */
function wrapCalledBack(name, describe, onResult = () => {}) {
  const owner = /** @type {any} */ (fs)
  /** @type {Fn} */
  const original = owner[name]
  owner[name] = function wrapped(/** @type {any[]} */ ...values) {
    const what = describe(values)
    const done = values.pop()
    if (what === undefined || typeof done !== 'function') return original.call(this, ...values, done)
    pointBefore(what)
    return original.call(this, ...values, (/** @type {any[]} */ ...results) => {
      onResult(results[1], what)
      point(`after ${what}`)
      done(...results)
    })
  }
}

/** @type {WeakMap<object, string>} */
const opened = new WeakMap()
/** @type {WeakMap<object, number>} */
const writesOfHandle = new WeakMap()
/** @param {any[]} values */
const describeOpen = ([path, flags]) => (isOurs(path) && isForWriting(flags) ? `open ${nameOf(path)}` : undefined)
/** @param {string} verb @returns {(values: any[]) => string | undefined} */
const ofPath = (verb) => (values) => (isOurs(values[0]) ? `${verb} ${nameOf(values[0])}` : undefined)
/** Of many writes the first one and one in the midst: between two of them nothing else can be there than half a file. */
const countedWrites = new Set([1, 10])
/** @type {Map<number, number>} */
const writes = new Map()
/** @param {any[]} values */
function describeWrite([descriptor]) {
  const count = (writes.get(descriptor) ?? 0) + 1
  writes.set(descriptor, count)
  return written.has(descriptor) && countedWrites.has(count) ? `write ${written.get(descriptor)}` : undefined
}
/** @param {string} verb @returns {(values: any[]) => string | undefined} */
const ofDescriptor = (verb) => (values) => (written.has(values[0]) ? `${verb} ${written.get(values[0])}` : undefined)
/** @param {number} descriptor @param {string} what */
const remember = (descriptor, what) => {
  written.set(descriptor, what.slice('open '.length))
  writes.delete(descriptor)
}

// The number of a descriptor that was closed is given to another file.
for (const name of /** @type {const} */ (['close', 'closeSync'])) {
  const owner = /** @type {any} */ (fs)
  /** @type {Fn} */
  const original = owner[name]
  owner[name] = (/** @type {any[]} */ ...values) => {
    written.delete(values[0])
    return original(...values)
  }
}
wrapSync(fs, 'openSync', describeOpen, remember)
wrapSync(fs, 'writeSync', describeWrite)
wrapSync(fs, 'fsyncSync', ofDescriptor('sync'))
wrapSync(fs, 'mkdirSync', ofPath('make'))
wrapSync(fs, 'rmSync', ofPath('remove'))
wrapSync(fs, 'renameSync', ofPath('rename'))
wrapCalledBack('open', describeOpen, remember)
wrapCalledBack('write', describeWrite)
wrapCalledBack('writev', describeWrite)
wrapPromised(promises, 'mkdir', ofPath('make'))
wrapPromised(promises, 'rename', ofPath('rename'))
wrapPromised(promises, 'chmod', ofPath('chmod'))
wrapPromised(promises, 'copyFile', ofPath('copy'))
wrapPromised(promises, 'rm', ofPath('remove'))
const handle = await promises.open(process.execPath, 'r')
const handles = Object.getPrototypeOf(handle)
await handle.close()
wrapPromised(promises, 'open', describeOpen)
const write = handles.write
handles.write = async function wrapped(/** @type {any[]} */ ...values) {
  const count = (writesOfHandle.get(this) ?? 0) + 1
  writesOfHandle.set(this, count)
  const result = await write.apply(this, values)
  const name = opened.get(this)
  if (name !== undefined && countedWrites.has(count)) point(`after write ${name}`)
  return result
}
const sync = handles.sync
handles.sync = async function wrapped() {
  const what = `sync ${opened.get(this) ?? 'the folder'}`
  point(`before ${what}`)
  await sync.call(this)
  point(`after ${what}`)
}
syncBuiltinESMExports()
