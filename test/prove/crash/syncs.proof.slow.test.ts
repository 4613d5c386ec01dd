import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { program, Workspace } from '../../support/program.ts'
import { prove } from '../../support/proof.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { type Orders, preload } from './crash-run.ts'

/** Where the system shows its calls to us; elsewhere the pragmas that are read back must do (test/ledger/open.test.ts). */
const hasTracer = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn()
})
afterAll(() => sandbox.close())

interface Calls {
  /** Create requests that left. */
  sends: number
  /** Those that left while the ledger's log had bytes that were not synced. */
  unsyncedSends: number
  /** Those before which, since the one before, the log was not synced. */
  sendsWithoutSync: number
  /** Times that the log, with something in it, was emptied or deleted. */
  logsGone: number
  /** Those at which the file had bytes that were not synced. */
  logsGoneTooSoon: number
}

/** Three trips, one after another, and the system calls that the program made for them. */
function trace(twin?: Orders['twin']): Calls {
  const space = new Workspace()
  space.write('trips.csv', toCsv(trips(3)))
  const calls = ['-e', 'trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,unlink,unlinkat']
  const command = [process.execPath, program, 'assess', 'trips.csv', '--no-wait', '--concurrency', '1']
  const variables = twin === undefined ? {} : twinVariables(space.folder, twin)
  const env = { PATH: process.env['PATH'], HOME: space.folder, ...sandbox.variables, ...variables }
  const options = { cwd: space.folder, env, encoding: 'utf8' } as const
  const ended = spawnSync('strace', ['-f', '-yy', '-s', '200', ...calls, '-o', 'calls', ...command], options)
  expect(ended.status, ended.stderr).toBe(0)
  return readCalls(readFileSync(space.path('calls'), 'utf8').split('\n'))
}

function twinVariables(folder: string, twin: Orders['twin']): Record<string, string> {
  return { NODE_OPTIONS: `--import=${preload}`, RWA_CRASH: JSON.stringify({ mode: 'kill', folder, twin }) }
}

function readCalls(lines: readonly string[]): Calls {
  const calls: Calls = { sends: 0, unsyncedSends: 0, sendsWithoutSync: 0, logsGone: 0, logsGoneTooSoon: 0 }
  let isUnsynced = false
  let isFileUnsynced = false
  let hasLog = false
  let syncs = 0
  for (const line of lines) {
    if (/ pwrite64\([^,]*-wal>/.test(line)) {
      isUnsynced = true
      hasLog = true
    } else if (/ pwrite64\([^,]*\.ledger\.sqlite>/.test(line)) isFileUnsynced = true
    else if (/ f(?:data)?sync\([^)]*\.ledger\.sqlite>\)/.test(line)) isFileUnsynced = false
    else if (hasLog && / (?:ftruncate\([^,]*-wal>, 0\)|unlink(?:at)?\([^)]*-wal")/.test(line)) {
      hasLog = false
      calls.logsGone += 1
      if (isFileUnsynced) calls.logsGoneTooSoon += 1
    } else if (/ f(?:data)?sync\([^)]*-wal>\)/.test(line)) {
      isUnsynced = false
      syncs += 1
    } else if (/ (?:write|writev|sendto|sendmsg)\(\d+<TCP/.test(line) && line.includes('rwa_create')) {
      calls.sends += 1
      if (isUnsynced) calls.unsyncedSends += 1
      if (syncs === 0) calls.sendsWithoutSync += 1
      syncs = 0
    }
  }
  return calls
}

it.runIf(hasTracer)('each create request leaves after an fsync of its own, with nothing of the ledger unsynced', () => {
  const { sends, unsyncedSends, sendsWithoutSync } = trace()
  prove({
    area: 'System calls: FULL',
    claim: 'no create leaves with unsynced bytes in the ledger, an fsync before each',
    measured: `${sends} creates, ${unsyncedSends} with unsynced bytes, ${sendsWithoutSync} without an fsync`,
    isKept: sends === 3 && unsyncedSends === 0 && sendsWithoutSync === 0,
  })
})

it.runIf(hasTracer)('the log is emptied only when what it holds is synced in the file', () => {
  const { logsGone, logsGoneTooSoon } = trace()
  prove({
    area: 'System calls: the log',
    claim: 'emptied or deleted after an fsync of the file only',
    measured: `${logsGoneTooSoon} of ${logsGone} too soon`,
    isKept: logsGone > 0 && logsGoneTooSoon === 0,
  })
})

it.runIf(hasTracer)('with synchronous=NORMAL, requests leave while their intents are not synced', () => {
  const { sends, unsyncedSends } = trace('normal')
  prove({
    area: 'System calls: twin with NORMAL',
    claim: 'creates leave with unsynced bytes',
    measured: `${unsyncedSends} of ${sends}`,
    isKept: sends === 3 && unsyncedSends === sends,
  })
})
