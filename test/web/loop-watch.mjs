// Loaded into a program that a test has started: tells how long its event loop was kept from turning, in time that this
// thread had a processor, so that other programs and threads do not count. On SIGUSR2 it writes the longest time so far in
// milliseconds to the file that LOOP_WATCH names, and begins anew. Linux only.
import { appendFileSync, readFileSync } from 'node:fs'

const usedMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
let last = usedMs()
let worst = 0
setInterval(() => {
  const now = usedMs()
  worst = Math.max(worst, now - last)
  last = now
}, 2).unref()
process.on('SIGUSR2', () => {
  appendFileSync(String(process.env['LOOP_WATCH']), `${worst}\n`)
  worst = 0
})
