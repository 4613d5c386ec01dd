// Loaded into a program that a test has started: tells how long its event loop was kept from turning, in time of this
// thread's processor, so that other programs on the machine do not count. On SIGUSR2 it writes the longest time so far in
// milliseconds to the file that LOOP_WATCH names, and begins anew.
import { appendFileSync } from 'node:fs'

const { threadCpuUsage = process.cpuUsage } =
  /** @type {typeof process & { threadCpuUsage?: typeof process.cpuUsage }} */ (process)
const usage = threadCpuUsage.bind(process)
let last = usage()
let worst = 0
setInterval(() => {
  const used = usage(last)
  last = usage()
  worst = Math.max(worst, (used.user + used.system) / 1000)
}, 2).unref()
process.on('SIGUSR2', () => {
  appendFileSync(String(process.env['LOOP_WATCH']), `${worst}\n`)
  worst = 0
})
