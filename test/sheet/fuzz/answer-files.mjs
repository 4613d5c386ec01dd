// What a program does that judges the files named by its parent, one after another: it measures each, and ends itself by
// SIGVTALRM when one takes more processor time than its second argument allows, in milliseconds.

import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { peakMemory } from '../../support/peak-memory.mjs'

const usedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

if (!isMainThread) {
  const { startedAt, mostMs } = workerData
  // A thread of its own, since an endless loop keeps the first one. Time is no measure: a busy machine takes longer.
  setInterval(() => {
    // Read once: an answer takes it back at any moment.
    const [since] = startedAt
    if (since >= 0 && usedMs() - since > mostMs) process.kill(process.pid, 'SIGVTALRM')
  }, 20)
}

/** @param {(file: string) => Promise<{ is: string, why: string }>} judge */
export function answerFiles(judge) {
  const startedAt = new Float64Array(new SharedArrayBuffer(8)).fill(-1)
  new Worker(new URL(import.meta.url), { workerData: { startedAt, mostMs: Number(process.argv[3]) } }).unref()
  /** @param {{ is: string, why: string }} result @param {number} ms */
  const answer = (result, ms) => {
    startedAt[0] = -1
    process.channel?.ref()
    process.send?.({ ...result, ms, peakBytes: peakMemory() })
  }
  process.on('message', async (/** @type {string} */ file) => {
    const started = performance.now()
    startedAt[0] = usedMs()
    // Nothing but the file keeps the program alive: what waits for nothing ends it.
    process.channel?.unref()
    const result = await judge(file)
    answer(result, performance.now() - started)
  })
  process.on('beforeExit', () => answer({ is: 'hang', why: 'it waits for nothing' }, 0))
}
