import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { scale } from '../support/scale.ts'

const bench = fileURLToPath(new URL('main.mjs', import.meta.url))

// Those that need no browser. Nobody runs the whole bench often enough to notice that a part of it broke.
const sections = scale({
  full: ['requests', 'cost', 'slope', 'peers', 'memory', 'start', 'team', 'workers', 'promises'],
  short: ['cost', 'slope', 'peers', 'workers'],
})

it.each(sections)('%s can be measured', async (section) => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, section, '--quick', '--built'])
  // A head, and at least one line: of what cannot be measured here it says why.
  expect(stdout.match(/^\| .*/gm)?.length, stdout).toBeGreaterThan(1)
  expect(stdout).not.toMatch(/NaN|undefined/)
  if (section !== 'promises' || stdout.includes('not run')) return
  // Created twice, lost: the counting finds what is there, and nothing of ours.
  expect(stdout).toMatch(/^\| plain script +\| [1-9]/m)
  expect(stdout).toMatch(/^\| rwa-batch, a database, 429 distrusted +\| 0 +\| 0 +\|/m)
})
