import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { scale } from '../support/scale.ts'

const bench = fileURLToPath(new URL('main.mjs', import.meta.url))

// Those that need no browser. Nobody runs the whole bench often enough to notice that a part of it broke.
const sections = scale({
  full: ['requests', 'cost', 'peers', 'memory', 'start', 'team', 'workers'],
  short: ['cost', 'peers', 'workers'],
})

it.each(sections)('%s can be measured', async (section) => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, section, '--quick', '--built'])
  const lines = stdout.split('\n').filter((line) => /^\|.*\d/.test(line))
  expect(lines, stdout).not.toEqual([])
  expect(stdout).not.toMatch(/NaN|undefined/)
})
