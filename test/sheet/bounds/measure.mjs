// Imported before a program: writes down, when it ends, how long it ran, what of that on a processor, and its peak memory.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const { user, system } = process.cpuUsage()
  const measured = { ms: performance.now(), processorMs: (user + system) / 1000, peakBytes }
  writeFileSync(process.env['RWA_MEASURED'] ?? '', JSON.stringify(measured))
})
