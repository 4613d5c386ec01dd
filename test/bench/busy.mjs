// A machine that is busy with other work: two loops that never rest and a disk that is written to, until it is interrupted.
// `node test/bench/busy.mjs`, and the tests beside it: they may take longer, and must say the same.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, Worker } from 'node:worker_threads'

const blockBytes = 8 * 2 ** 20
const fileBytes = 32 * blockBytes

if (isMainThread) {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-busy-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
  for (let loop = 0; loop < 2; loop += 1) new Worker(new URL(import.meta.url))
  writeForEver(join(folder, 'block'))
  console.log('busy: two loops and a disk writer, until interrupted')
} else {
  for (let value = 0; ; value = Math.sqrt(value + 1));
}

/** @param {string} file */
function writeForEver(file) {
  const block = Buffer.alloc(blockBytes, 'x')
  const handle = openSync(file, 'w')
  process.on('exit', () => closeSync(handle))
  let at = 0
  const write = () => {
    writeSync(handle, block, 0, blockBytes, at)
    fsyncSync(handle)
    at = (at + blockBytes) % fileBytes
    setImmediate(write)
  }
  write()
}
