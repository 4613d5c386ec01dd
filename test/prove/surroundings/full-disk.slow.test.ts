import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { editWorkbook } from '../../support/edit-workbook.ts'
import { readOutput } from '../../support/outputs.ts'
import { assessed, Workspace } from '../../support/program.ts'
import { identifierOf, startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import {
  canLimit,
  canMount,
  innards,
  limitFileSize,
  mountSmallDisk,
  nothingWrong,
  settle,
  under,
} from './surroundings.ts'

const ledger = ['--ledger', 'small/ledger.sqlite']

describe.runIf(canMount)('a disk that is full', () => {
  it.each([0, 400_000])('when the ledger is opened, with %i bytes left: nothing is sent', async (freeBytes) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(5)))
    const disk = mountSmallDisk(space.path('small'), 16)
    disk.fill(freeBytes)
    const first = await space.spawnAssess('trips.csv', ...ledger)
    expect([first.code, service.created()]).toEqual([1, []])
    expect(first.stderr).toContain('small/ledger.sqlite cannot be opened: the disk is full\nFree space')
    expect(first.stderr).not.toMatch(innards)

    disk.clear()
    expect((await space.spawnAssess('trips.csv', ...ledger)).code).toBe(0)
  })

  it('while the sheet is loaded: nothing is sent, and the same command carries on with space', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(600)))
    const disk = mountSmallDisk(space.path('small'), 40)
    expect((await space.spawnAssess('trips.csv', '--sheet', 'none', ...ledger)).code).toBe(2)
    disk.fill(200_000)
    const first = await space.spawnAssess('trips.csv', '--no-wait', ...ledger)
    expect([first.code, service.created()]).toEqual([1, []])
    expect(first.stderr).toContain('the disk is full')
    expect(first.stderr).not.toMatch(innards)

    disk.clear()
    expect((await space.spawnAssess('trips.csv', '--no-wait', ...ledger)).code).toBe(0)
    expect(service.created()).toHaveLength(600)
  })

  it('in the middle: sending stops, outcomes on their way go where the ballast was, and the same command carries on', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(800)))
    const disk = mountSmallDisk(space.path('small'), 32)
    const run = space.start(['assess', 'trips.csv', '--no-wait', '--json', '--concurrency', '16', ...ledger])
    await run.until(() => service.created().length >= 100)
    disk.fill()
    const first = await run.ended
    const sent = service.created().length
    expect(first.code, first.stderr).toBe(1)
    expect(sent).toBeLessThan(800)
    expect(first.stderr).toContain('the ledger could not be written: the disk is full\nFree space on the disk')
    expect(first.stderr).not.toMatch(innards)
    expect(first.stderr).not.toContain('identifier')

    disk.clear()
    const second = await space.spawnAssess('trips.csv', '--no-wait', ...ledger)
    expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 800 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})

/** `identifier` of the lines that hold what the ledger could not take. */
function spilledIn(stderr: string): Map<string, string> {
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
  const records = lines.map((line): { identifier: string; request: string } => JSON.parse(line))
  return new Map(records.map(({ identifier, request }) => [String(JSON.parse(request).employeeId), identifier]))
}

describe.runIf(canLimit)('a ledger that takes nothing more, not even where the ballast was', () => {
  it('in the middle: what cannot be stored stands on standard error, is unknown, and comes back by hand', async () => {
    let answer = (): void => {}
    const isLimited = new Promise<void>((resolve) => {
      answer = resolve
    })
    const service = await startService(undefined, undefined, async ({ fields }) => {
      if (Number(String(fields['employeeId']).slice(2)) > 20) await isLimited
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(60)))
    const run = space.start(['assess', 'trips.csv', '--no-wait', '--json'])
    await run.until(() => service.created().length >= 22)
    limitFileSize(run.child.pid ?? 0, 1)
    answer()
    const first = await run.ended
    expect(first.code, first.stderr).toBe(1)
    expect(first.stderr).toContain(
      'error: the ledger could not be written: the disk reported an error\nLook at the disk',
    )
    expect(first.stderr).toContain('the identifier goes into the column resolution of its sheet Unknown')
    expect(first.stderr).not.toMatch(innards)
    const spilled = spilledIn(first.stderr)
    expect(spilled.size).toBeGreaterThan(0)
    for (const [employee, identifier] of spilled) expect(identifier).toBe(identifierOf(employee))

    const second = await space.spawnAssess('trips.csv', '--no-wait')
    expect(second.summary.outcomes).toEqual({ accepted: 60 - spilled.size, unknown: spilled.size })
    const output = space.path(assessed('trips'))
    expect(await settle(service, output)).toEqual(nothingWrong)

    const [[employee = '', identifier = ''] = [], ...others] = spilled
    // One way is the sheet Unknown of the output, the other one a column of the sheet itself.
    await editWorkbook(
      output,
      others.map(([row, resolution]) => ({ sheet: 'Unknown', row, values: { resolution } })),
    )
    const rows = trips(60).map((row) => ({ ...row, assessmentId: row['Staff ID'] === employee ? identifier : '' }))
    space.write('trips.csv', toCsv(rows))
    const third = await space.spawnAssess('trips.csv', '--no-wait')
    expect([third.code, third.summary.outcomes], third.stderr).toEqual([0, { accepted: 60 }])
    expect(service.created()).toHaveLength(60)
    expect(new Set((await readOutput(output)).column('assessmentId')).size).toBe(60)
  })

  it('from the start: nothing is sent', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(5)))
    const { code, stderr } = await space.spawn(['assess', 'trips.csv'], {}, under('ulimit -f 500'))
    expect([code, service.created()]).toEqual([1, []])
    expect(stderr).toContain('cannot be opened: the disk is full')
    expect((await space.spawnAssess('trips.csv', '--no-wait')).code).toBe(0)
  })
})

describe.runIf(canMount)('a disk that is full where the output goes', () => {
  it.each(['trips.xlsx', 'trips.csv'])('leaves the earlier %s as it was and nothing half written', async (name) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(200)))
    const disk = mountSmallDisk(space.path('small'), 1)
    space.write(`small/${name}`, 'earlier')
    disk.fill(8_000)
    const args = ['trips.csv', '--no-wait', '-o', `small/${name}`]
    const first = await space.spawnAssess('trips.csv', ...args.slice(1))
    expect([first.code, service.created().length]).toEqual([1, 200])
    expect(first.stderr).toContain(`small/${name} could not be written: the disk is full\nFree some space`)
    expect(first.stderr).not.toMatch(innards)
    // What this ledger has not written is somebody's, and a copy of it is kept before it would be replaced.
    const standing = readdirSync(disk.folder).filter((file) => file !== 'filler')
    expect(standing.map((file) => file.replace(/\.edited-\d{8}T\d{6}/, ''))).toEqual([name, name])
    for (const file of standing) expect(readFileSync(space.path(`small/${file}`), 'utf8')).toBe('earlier')

    disk.clear()
    const second = await space.spawnAssess('trips.csv', ...args.slice(1))
    expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 200 }])
    expect(service.created()).toHaveLength(200)
  })
})
