import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { toCsv, trip } from '../support/trips.ts'

const root = new URL('../..', import.meta.url).pathname

let folder: string

/** A project that has the built package installed. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-consumer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/rwa-batch'))
})

function readExample(): string {
  const section = readFileSync(join(root, 'README.md'), 'utf8').split('\n## As a library\n')[1] ?? ''
  return /```js\n(?<code>[\s\S]*?)```/.exec(section)?.groups?.['code'] ?? ''
}

describe('the package', () => {
  it('does what the example of README.md says', async () => {
    const rows = [trip('E1'), trip('E2', { Purpose: '' }), trip('E3', { Seniority: 'Boss' })]
    writeFileSync(join(folder, 'trips.csv'), toCsv(rows))
    writeFileSync(join(folder, 'example.mjs'), readExample())
    const ended = spawnSync(process.execPath, ['example.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    expect(ended.stderr).toBe('')
    const { results } = await readOutput(join(folder, 'output/trips.assessed.xlsx'))
    const lines = results.map(({ outcome, overallTrip, problem, assessmentId }, index) => {
      return `${index + 2} ${outcome} ${overallTrip ?? problem} ${assessmentId ?? 'undefined'}`
    })
    expect(ended.stdout).toBe(`${[...lines, '1 invalid', '2 scored'].join('\n')}\n`)
  })
})
