import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { innards, nothingWrong, settle } from './surroundings.ts'

describe('an output', () => {
  it('that is a folder gets a second name, which is said', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    mkdirSync(space.path('trips.xlsx'))
    space.write('trips.xlsx/keep', '')
    const { code, stderr } = await space.assess('trips.csv', '--no-wait', '-o', 'trips.xlsx')
    expect([code, readdirSync(space.path('trips.xlsx'))]).toEqual([0, ['keep']])
    expect(stderr).toMatch(/Written to \S*trips \(2\)\.xlsx, because the output itself could not be replaced/)
    expect(await settle(service, space.path('trips (2).xlsx'))).toEqual(nothingWrong)
  })

  it.each([
    [['-o', `${'x'.repeat(251)}.csv`], 1, 'the file name is too long'],
    [['-o', 'pipe.csv'], 2, 'the output pipe.csv is a device or pipe'],
    [['--log-file', 'trips.csv'], 2, 'the log file trips.csv is the input itself'],
  ])('or a log that cannot be written (%j) is found before anything is sent', async (options, code, message) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    const sheet = toCsv(trips(2))
    space.write('trips.csv', sheet)
    spawnSync('mkfifo', [space.path('pipe.csv')])
    const refused = await space.assess('trips.csv', '--no-wait', ...options)
    expect([refused.code, service.requests.length], refused.stderr).toEqual([code, 0])
    expect(refused.stderr).toContain(message)
    expect(refused.stderr).not.toMatch(innards)
    expect(readFileSync(space.path('trips.csv'), 'utf8')).toBe(sheet)
  })

  it('whose folder is removed while the run goes on gets it back', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(40)))
    mkdirSync(space.path('results'))
    const run = space.start(['assess', 'trips.csv', '--json', '--no-wait', '-o', 'results/trips.xlsx'])
    await run.until(() => service.created().length > 0)
    rmSync(space.path('results'), { recursive: true })
    expect([(await run.ended).code, existsSync(space.path(assessed('trips')))]).toEqual([0, false])
    expect(await settle(service, space.path('results/trips.xlsx'))).toEqual(nothingWrong)
  })
})
