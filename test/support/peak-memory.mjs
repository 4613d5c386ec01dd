import { existsSync, readFileSync } from 'node:fs'

/**
 * The most memory that this process has taken so far, in bytes. Linux counts into `maxRSS` what the process had taken
 * that started this one: the small child of a large test runner would seem as large.
 */
export function peakMemory() {
  const status = '/proc/self/status'
  const own = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Number(own ?? process.resourceUsage().maxRSS) * 1024
}
