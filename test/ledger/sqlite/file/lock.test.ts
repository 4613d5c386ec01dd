import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acquireLock, isLocked } from '../../../rooms/ledger/sqlite.ts'
import { builtModule } from '../../../support/built.ts'
import { createFolder } from '../../workspace.ts'

/** A plain process that holds the lock as the ledger does, until it is killed. */
const holding = `
  const { openDatabase } = await import(process.argv[1])
  globalThis.held = openDatabase(process.argv[2])
  globalThis.held.exec('BEGIN EXCLUSIVE')
  process.stdout.write('held')
  setInterval(() => {}, 1000)
`

async function holdInOtherProcess(lockFile: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', holding, builtModule('support/sqlite'), lockFile],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child.stdout, 'data')
  return child
}

const describeHolder = () => 'process 42 on laptop'

describe('the lock', () => {
  it('refuses a second holder in this process and names the first', () => {
    const file = join(createFolder(), 'ledger.sqlite')
    const lock = acquireLock(file, describeHolder)
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => acquireLock(file, describeHolder)).toThrow(
        expect.objectContaining({
          code: 'ledger',
          message: `the ledger ${file} is in use by process 42 on laptop`,
          hint: expect.stringContaining('rwa-batch status'),
        }),
      )
    }
    lock.release()
    lock.release()
    acquireLock(file, describeHolder).release()
  })

  it('can be looked at, which refuses nobody', async () => {
    const file = join(createFolder(), 'ledger.sqlite')
    expect(isLocked(file)).toBe(false)
    const lock = acquireLock(file, describeHolder)
    expect(isLocked(file)).toBe(true)
    expect(() => acquireLock(file, describeHolder)).toThrow('in use')
    lock.release()
    expect(isLocked(file)).toBe(false)
    const child = await holdInOtherProcess(`${file}.lock`)
    expect([isLocked(file), isLocked(file)]).toEqual([true, true])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isLocked(file)).toBe(false)
  })

  it('is held against other processes, and freed by the system when its holder is killed', async () => {
    const file = join(createFolder(), 'ledger.sqlite')
    const child = await holdInOtherProcess(`${file}.lock`)
    expect(() => acquireLock(file, () => undefined)).toThrow(`the ledger ${file} is in use by another process`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    acquireLock(file, describeHolder).release()
  })
})
