import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assessed, type Workspace } from '../../support/program.ts'
import { identifierOf } from '../../support/service.ts'
import { finish, ledger, startMidway } from './midway.ts'
import { innards, nothingWrong, settle } from './surroundings.ts'

describe('a ledger that is taken away while it is written', () => {
  it.each<[string, (space: Workspace) => void]>([
    ['deleted', (space) => rmSync(space.path(ledger))],
    ['deleted with everything beside it', (space) => rmSync(space.path(dirname(ledger)), { recursive: true })],
  ])('%s, is noticed before more is sent and written again, and the same command carries on', async (_title, take) => {
    const { service, space, run, goOn } = await startMidway()
    take(space)
    goOn()
    const first = await run.ended
    expect([first.code, service.created().length]).toEqual([1, 12])
    expect(first.stderr).toContain(
      `error: the ledger ${space.path(ledger)}, or its log beside it, was deleted or replaced while this run was writing it; its content was written to ${space.path(ledger)}, nothing is lost\nGo on: nothing is sent again; the same command carries on.`,
    )
    expect(first.stderr).not.toMatch(innards)

    const second = await space.spawnAssess('trips.csv', '--no-wait')
    expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 40 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })

  it('and replaced by another, is written beside that one', async () => {
    const { service, space, run, goOn } = await startMidway()
    writeFileSync(space.path('other'), 'other')
    renameSync(space.path('other'), space.path(ledger))
    goOn()
    const first = await run.ended
    expect([first.code, service.created().length]).toEqual([1, 12])
    const rescued = readdirSync(space.path(dirname(ledger))).find((name) => name.includes('.rescued-')) ?? ''
    expect(first.stderr).toContain(
      `its content was written to ${space.path(join(dirname(ledger), rescued))}, nothing is lost\nMove the file`,
    )

    expect((await space.spawnAssess('trips.csv', '--no-wait')).code).toBe(1)
    renameSync(space.path(join(dirname(ledger), rescued)), space.path(ledger))
    for (const end of ['-wal', '-shm']) rmSync(space.path(ledger + end), { force: true })
    const second = await space.spawnAssess('trips.csv', '--no-wait')
    expect([second.code, second.summary.outcomes], second.stderr).toEqual([0, { accepted: 40 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})

describe('a new ledger, where an earlier output names what was created', () => {
  it.each(['trips.xlsx', 'trips.csv'])('sends nothing over %s, which can be the input instead', async (name) => {
    const { service, space } = await finish('-o', name.replace('trips', 'done'))
    const output = name.replace('trips', 'done')
    rmSync(space.path(dirname(ledger)), { recursive: true })
    const gone = await space.spawnAssess('trips.csv', '--no-wait', '-o', output)
    expect([gone.code, service.created().length]).toEqual([1, 3])
    expect(gone.stderr).toContain(`the ledger ${space.path(ledger)} is gone`)
    const refused = await space.spawnAssess('trips.csv', '--no-wait', '--new-ledger', '-o', output)
    expect([refused.code, service.created().length]).toEqual([1, 3])
    expect(refused.stderr).toContain(`${output} names ${identifierOf('E-001')} (and perhaps more), which the ledger`)
    expect(refused.stderr).toContain(`or take ${output} as input instead of the sheet`)
    expect(existsSync(space.path(output))).toBe(true)

    const { code, summary } = await space.spawnAssess(output, '--no-wait', '--new-ledger')
    expect([code, summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
    // From then on the ledger knows them, and the sheet itself serves again.
    const again = await space.spawnAssess('trips.csv', '--no-wait', '-o', output)
    expect([again.code, again.summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
  })

  it('begins anew when that output was moved away', async () => {
    const { service, space } = await finish()
    renameSync(space.path('output'), space.path('before'))
    rmSync(space.path(dirname(ledger)), { recursive: true })
    mkdirSync(space.path('output'))
    expect((await space.spawnAssess('trips.csv', '--no-wait', '--new-ledger')).code).toBe(0)
    expect(service.created()).toHaveLength(6)
  })
})
