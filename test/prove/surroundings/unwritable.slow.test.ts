import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ledgerFile as ledger, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { canMount, handOver, innards, mountSmallDisk, ordinaryUser } from './surroundings.ts'

/** What SQLite made beside the ledger goes first: on Node.js 20 an empty log may stay, into which it could write. */
function closeFolder(space: Workspace): void {
  for (const end of ['-wal', '-shm']) rmSync(space.path(ledger + end), { force: true })
  chmodSync(space.path(dirname(ledger)), 0o555)
}

describe.runIf(ordinaryUser !== undefined)('what an ordinary user may not write', () => {
  it.each<[string, (space: Workspace) => void, string]>([
    ['the folder of the ledger', closeFolder, 'cannot be opened'],
    ['the ledger itself', (space) => chmodSync(space.path(ledger), 0o444), `${ledger} cannot be opened`],
    ['the lock beside it', (space) => chmodSync(space.path(`${ledger}.lock`), 0), `${ledger} cannot be`],
    ['its mark', (space) => chmodSync(space.path(`${ledger}.mark`), 0o444), `${ledger} cannot be opened`],
  ])('(%s) is said before anything is sent', async (_title, forbid, message) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    handOver(space.folder)
    const run = () => space.spawn(['assess', 'trips.csv', '--json', '--no-wait'], {}, ordinaryUser)
    expect((await run()).summary.outcomes).toEqual({ accepted: 2 })
    space.write('trips.csv', toCsv(trips(4)))
    forbid(space)
    const refused = await run()
    expect([refused.code, service.created().length], refused.stderr).toEqual([1, 2])
    expect(refused.stderr).toContain(`error: `)
    expect(refused.stderr).toContain(message)
    expect(refused.stderr.trim().split('\n')).toHaveLength(2)
    expect(refused.stderr).not.toMatch(innards)

    for (const name of [dirname(ledger), ledger, `${ledger}.lock`, `${ledger}.mark`]) chmodSync(space.path(name), 0o700)
    expect((await run()).summary.outcomes).toEqual({ accepted: 4 })
    expect(service.created()).toHaveLength(4)
  })

  it.each(['check', 'plan'])('(the folder for temporary files) is said by %s', async (command) => {
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(2)))
    handOver(space.folder)
    mkdirSync(space.path('closed'), { mode: 0o555 })
    const args =
      command === 'check'
        ? ['check', 'assess', 'trips.csv']
        : ['assess', 'trips.csv', '--dry-run', '--base-url', 'http://127.0.0.1:9/version-test/api']
    const { code, stderr } = await space.spawn(args, { TMPDIR: space.path('closed') }, ordinaryUser)
    expect(code).toBe(1)
    expect(stderr).toContain(`error: no temporary file can be kept in ${space.path('closed')}\nFree space there`)
  })

  it('(the folder for temporary files, or no home) is no matter to a run that names its ledger', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    handOver(space.folder)
    const via = ['env', '-u', 'HOME', 'TMPDIR=/does/not/exist', ...(ordinaryUser ?? [])]
    const { code } = await space.spawn(['assess', 'trips.csv', '--ledger', 'my.sqlite'], {}, via)
    expect([code, service.created().length]).toEqual([0, 2])
  })

  it('(the folder of the output, from the middle on) loses nothing', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(40)))
    mkdirSync(space.path('results'))
    handOver(space.folder, space.path('results'))
    const args = ['assess', 'trips.csv', '--json', '--no-wait', '-o', 'results/trips.xlsx']
    const run = space.start(args, {}, ordinaryUser)
    await run.until(() => service.created().length > 0)
    chmodSync(space.path('results'), 0o555)
    const first = await run.ended
    expect([first.code, service.created().length]).toEqual([1, 40])
    expect(first.stderr).toContain(
      'results/trips.xlsx could not be written: the folder cannot be written to\nHave the permission changed',
    )
    expect(first.stderr).not.toMatch(innards)

    chmodSync(space.path('results'), 0o755)
    const second = await space.spawn(args, {}, ordinaryUser)
    expect([second.code, second.summary.outcomes, service.created().length]).toEqual([0, { accepted: 40 }, 40])
  })
})

describe.runIf(canMount)('a disk that becomes read-only', () => {
  it('is said before anything is sent, and the same command serves once it can be written', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    const disk = mountSmallDisk(space.path('output'), 20)
    const ledger = ['--ledger', 'output/my.sqlite']
    expect((await space.spawnAssess('trips.csv', '--no-wait', ...ledger)).code).toBe(0)
    disk.remount('ro')
    space.write('trips.csv', toCsv(trips(4)))
    for (const options of [[], ['-o', 'elsewhere.xlsx']]) {
      const refused = await space.spawnAssess('trips.csv', '--no-wait', ...ledger, ...options)
      expect([refused.code, service.created().length]).toEqual([1, 2])
      expect(refused.stderr).toMatch(
        /could not be written: the disk is read-only|cannot be opened: it may not be written/,
      )
      expect(refused.stderr).not.toMatch(innards)
    }
    disk.remount('rw')
    expect((await space.spawnAssess('trips.csv', '--no-wait', ...ledger)).summary.outcomes).toEqual({ accepted: 4 })
    expect(service.created()).toHaveLength(4)
  })
})
