import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../rooms/support.ts'
import { assessed, type Ended } from '../../support/program.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { finish, killMidway, ledger } from './midway.ts'
import { innards, nothingWrong, settle } from './surroundings.ts'

describe('a ledger that is not what it was, between two runs', () => {
  it.each<[string, (file: string) => void, string]>([
    ['deleted', (file) => rmSync(file), 'is gone'],
    ['empty', (file) => truncateSync(file), 'is empty'],
    ['cut in half', (file) => truncateSync(file, statSync(file).size / 2), 'is damaged'],
    ['cut within a page', (file) => truncateSync(file, statSync(file).size - 1000), 'is damaged'],
    [
      'of a newer version',
      (file) => {
        const db = openDatabase(file)
        db.exec('PRAGMA user_version = 99')
        db.close()
        rmSync(`${file}.mark`)
      },
      'has version 99',
    ],
  ])('%s, is refused, nothing is sent, and put back it serves', async (_title, damage, reason) => {
    const { service, space } = await finish()
    const file = space.path(ledger)
    copyFileSync(file, space.path('copy'))
    damage(file)
    const refused = await space.spawnAssess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length]).toEqual([1, 3])
    expect(refused.stderr).toContain(`the ledger ${space.path(ledger)} `)
    expect(refused.stderr).toContain(reason)
    expect(refused.stderr.trim().split('\n')).toHaveLength(2)
    expect(refused.stderr).not.toMatch(innards)

    copyFileSync(space.path('copy'), file)
    const { code, summary } = await space.spawnAssess('trips.csv', '--no-wait')
    expect([code, summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
  })

  it('replaced by an older copy, is refused until somebody says that it is meant', async () => {
    const { service, space } = await finish()
    const file = space.path(ledger)
    copyFileSync(file, space.path('older'))
    space.write('trips.csv', toCsv(trips(5)))
    expect((await space.spawnAssess('trips.csv', '--no-wait')).code).toBe(0)
    copyFileSync(file, space.path('newest'))
    copyFileSync(space.path('older'), file)
    const refused = await space.spawnAssess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length]).toEqual([1, 5])
    expect(refused.stderr).toMatch(/lacks the last \d+ of \d+ lines of its log: it was put back from a copy/)

    // What the output names is not created again even then.
    const accept = (): Promise<Ended> => space.spawn(['ledger', 'init', file, '--accept-restored'])
    expect((await accept()).code).toBe(0)
    const meant = await space.spawnAssess('trips.csv', '--no-wait')
    expect([meant.code, service.created().length]).toEqual([1, 5])
    expect(meant.stderr).toContain('does not know')
    copyFileSync(space.path('newest'), file)
    expect((await accept()).code).toBe(0)
    expect((await space.spawnAssess('trips.csv', '--no-wait')).summary.outcomes).toEqual({ accepted: 5 })
    expect(service.created()).toHaveLength(5)
  })
})

describe('after a crash, a ledger', () => {
  it.each<[string, (file: string) => void]>([
    ['without its -wal', (file) => rmSync(`${file}-wal`)],
    ['whose -wal is empty', (file) => truncateSync(`${file}-wal`)],
    ['whose -wal is cut', (file) => truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 5000)],
  ])('%s is refused: what it no longer knows is not sent again', async (_title, damage) => {
    const { service, space } = await killMidway()
    const file = space.path(ledger)
    for (const end of ['', '-wal']) copyFileSync(file + end, space.path(`copy${end}`))
    damage(file)
    const refused = await space.spawnAssess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length], refused.stderr).toEqual([1, 12])
    expect(refused.stderr).toMatch(
      /ledger (?:lacks the last|\S+ is empty|\S+ lacks the last|\S+ is not used: it does not know)/,
    )
    expect(refused.stderr).not.toMatch(innards)

    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    for (const end of ['', '-wal']) copyFileSync(space.path(`copy${end}`), file + end)
    const { code, summary, stderr } = await space.spawnAssess('trips.csv', '--no-wait')
    expect([code, summary.outcomes], stderr).toEqual([4, { accepted: 38, unknown: 2 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})
