// For who works on the page: after each change of it the page is built and the program started again, with the sandbox for
// a service. `npm run page:watch -- trips.xlsx`; arguments are those of `rwa-batch web`. Corrections outlive a restart.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage, pageSources } from '../../build-page.mjs'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

function start() {
  const program = join(dist, 'bin/rwa-batch.cjs')
  return spawn(process.execPath, [program, 'web', '--sandbox', ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

await buildPage(join(dist, 'web'))
let running = start()
for await (const _ of watch(pageSources, { recursive: true })) {
  try {
    await buildPage(join(dist, 'web'))
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    continue
  }
  if (running.exitCode === null) {
    running.kill('SIGINT')
    await once(running, 'exit')
  }
  running = start()
}
