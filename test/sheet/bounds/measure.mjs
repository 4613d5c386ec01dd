// Imported before a program: writes down, when it ends, how long it ran and what memory it took at most.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const peakBytes = process.resourceUsage().maxRSS * 1024
  writeFileSync(process.env['RWA_MEASURED'] ?? '', JSON.stringify({ ms: performance.now(), peakBytes }))
})
