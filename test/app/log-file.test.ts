import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requireSeparateLog } from '../rooms/app.ts'

function createFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  writeFileSync(path('trips.csv'), '')
  writeFileSync(path('led.sqlite'), '')
  symlinkSync('trips.csv', path('link'))
  symlinkSync('later.xlsx', path('later'))
  linkSync(path('trips.csv'), path('hard'))
  const others = { input: path('trips.csv'), output: path('later.xlsx'), ledger: path('led.sqlite') }
  return { path, others }
}

it.each([
  ['trips.csv', 'the input'],
  ['link', 'the input'],
  ['hard', 'the input'],
  ['later.xlsx', 'the output'],
  ['./x/../later.xlsx', 'the output'],
  ['led.sqlite', 'the ledger'],
  ['led.sqlite-wal', 'the ledger'],
  ['led.sqlite.mark', 'the ledger'],
])('a log in %s is refused: it is %s', (name, what) => {
  const { path, others } = createFiles()
  expect(() => requireSeparateLog(path(name), others)).toThrow(`the log file ${path(name)} is ${what} itself`)
})

it.each(['run.log', 'trips.csv.log', 'led.sqlite.log', 'not/there/run.log'])(
  'a log in %s is one of its own',
  (name) => {
    const { path, others } = createFiles()
    expect(() => requireSeparateLog(path(name), others)).not.toThrow()
  },
)

it('no log is compared with nothing', () => {
  expect(() => requireSeparateLog(undefined, createFiles().others)).not.toThrow()
})
