import { spawnSync } from 'node:child_process'
import { appendFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessed, ledgerFile, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, toXlsx, trips } from '../../support/trips.ts'
import { innards, nothingWrong, settle } from './surroundings.ts'

describe('an input that changes while it is loaded', () => {
  it.each<[string, (space: Workspace) => void]>([
    ['truncated', (space) => truncateSync(space.path('trips.csv'), 40_000)],
    ['still being copied', (space) => appendFileSync(space.path('trips.csv'), '\nE-9')],
    [
      'replaced',
      (space) => {
        space.write('next.csv', toCsv(trips(3)))
        renameSync(space.path('next.csv'), space.path('trips.csv'))
      },
    ],
    ['deleted', (space) => rmSync(space.path('trips.csv'))],
  ])('(%s) is refused, and nothing is sent', async (_title, change) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3000)))
    const running = space.start(['assess', 'trips.csv', '--json', '--no-wait'])
    // The first batch of rows is in the ledger.
    const growing = space.path(`${ledgerFile}-wal`)
    await running.until(() => (statSync(growing, { throwIfNoEntry: false })?.size ?? 0) > 300_000)
    change(space)
    const { code, stderr } = await running.ended
    expect([code, service.created()], stderr).toEqual([2, []])
    expect(stderr).toContain('trips.csv was changed while it was read.\nWait until it is saved')
    expect(stderr).not.toMatch(innards)

    space.write('trips.csv', toCsv(trips(5)))
    expect((await space.spawnAssess('trips.csv', '--no-wait')).summary.outcomes).toEqual({ accepted: 5 })
  })

  it('once it was loaded makes no difference', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.xlsx', await toXlsx(trips(40)))
    const running = space.start(['assess', 'trips.xlsx', '--json', '--no-wait'])
    await running.until(() => service.created().length > 0)
    rmSync(space.path('trips.xlsx'))
    const { code, summary } = await running.ended
    expect([code, summary.outcomes]).toEqual([0, { accepted: 40 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})

describe('an input that is no regular file', () => {
  it.each<[string, readonly string[], string]>([
    ['a named pipe that nobody writes', [], 'pipe.csv'],
    ['standard input from a pipe', ['bash', '-c', 'cat trips.csv | "$@"', 'bash'], '/dev/stdin'],
  ])('(%s) is refused at once', async (_title, via, input) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    spawnSync('mkfifo', [space.path('pipe.csv')])
    const { code, stderr } = await space.spawn(['assess', input], {}, via)
    expect([code, service.created()]).toEqual([2, []])
    expect(stderr).toContain(`${input} is no regular file.\nSave the rows to a file and name that.`)
  })

  it('(standard input from a file) is read', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    const via = ['bash', '-c', '"$@" < trips.csv', 'bash']
    const { code } = await space.spawn(['assess', '/dev/stdin', '--no-wait'], {}, via)
    expect([code, service.created().length]).toEqual([0, 3])
  })
})
