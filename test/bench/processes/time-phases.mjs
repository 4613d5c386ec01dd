// Imported before a program that sends: writes down, when it ends, its time of the processor until its first connection, until
// (nearly) its last request, and after it, in microseconds.
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'

/** It is looked at after so many writes: to look takes a microsecond or two. */
const writesBetween = 32
let [first, last, writes] = [Number.NaN, Number.NaN, 0]
/** @type {{ connect: Function, _writev: Function }} */
const sockets = /** @type {any} */ (Socket.prototype)
const { connect, _writev } = sockets

sockets.connect = function (/** @type {unknown[]} */ ...given) {
  if (Number.isNaN(first)) first = spent()
  return connect.apply(this, given)
}
sockets._writev = function (/** @type {unknown[]} */ ...given) {
  if (writes % writesBetween === 0) last = spent()
  writes += 1
  return _writev.apply(this, given)
}

function spent() {
  const { user, system } = process.cpuUsage()
  return user + system
}

process.on('exit', () => {
  const end = spent()
  const phases = { whole: end, load: first, conversation: last - first, output: end - last }
  writeFileSync(process.env['RWA_MEASURED'] ?? '', JSON.stringify(phases))
})
