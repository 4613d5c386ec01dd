// Imported before a program: writes down, when it ends, how long it ran, what of that on a processor, and its peak memory.

import { writeFileSync } from 'node:fs'
import { peakMemory } from '../../support/peak-memory.mjs'

process.on('exit', () => {
  const peakBytes = peakMemory()
  const { user, system } = process.cpuUsage()
  const measured = { ms: performance.now(), processorMs: (user + system) / 1000, peakBytes }
  writeFileSync(process.env['RWA_MEASURED'] ?? '', JSON.stringify(measured))
})
