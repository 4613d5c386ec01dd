import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { assessed, type Running, Workspace } from '../support/program.ts'
import { identifierOf, type Service, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'
import { innards, nothingWrong, settle } from './surroundings.ts'

const ledger = 'output/rwa-batch.ledger.sqlite'

interface Midway {
  service: Service
  space: Workspace
  run: Running
  /** Lets the service answer again. */
  goOn(): void
}

/** A run of 40 rows that stands still: 12 are sent, and the answers of the last of them wait. */
async function startMidway(): Promise<Midway> {
  let goOn = (): void => {}
  const mayAnswer = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const service: Service = await startService(undefined, undefined, async () => {
    if (service.created().length > 10) await mayAnswer
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(40)))
  const run = space.start(['assess', 'trips.csv', '--no-wait', '--json', '--concurrency', '2'])
  await run.until(() => service.created().length === 12)
  return { service, space, run, goOn }
}

async function killMidway(): Promise<Midway> {
  const midway = await startMidway()
  midway.run.child.kill('SIGKILL')
  await midway.run.ended
  midway.goOn()
  return midway
}

/** A workspace in which three trips were created. */
async function finish(...options: readonly string[]): Promise<{ service: Service; space: Workspace }> {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  expect((await space.assess('trips.csv', '--no-wait', ...options)).code).toBe(0)
  return { service, space }
}

describe('a ledger that is taken away while it is written', () => {
  it.each<[string, (space: Workspace) => void]>([
    ['deleted', (space) => rmSync(space.path(ledger))],
    ['deleted with everything beside it', (space) => rmSync(space.path('output'), { recursive: true })],
  ])('%s, is noticed before more is sent and written again, and the same command carries on', async (_title, take) => {
    const { service, space, run, goOn } = await startMidway()
    take(space)
    goOn()
    const first = await run.ended
    expect([first.code, service.created().length]).toEqual([1, 12])
    expect(first.stderr).toContain(
      `error: the ledger ${ledger} was deleted or replaced while this run was writing it; all it knew was written to ${ledger}, nothing is lost\nStart the same command again`,
    )
    expect(first.stderr).not.toMatch(innards)

    const second = await space.assess('trips.csv', '--no-wait')
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
    const rescued = readdirSync(space.path('output')).find((name) => name.includes('.rescued-')) ?? ''
    expect(first.stderr).toContain(`all it knew was written to output/${rescued}, nothing is lost\nMove the file`)

    expect((await space.assess('trips.csv', '--no-wait')).code).toBe(1)
    renameSync(space.path(`output/${rescued}`), space.path(ledger))
    for (const end of ['-wal', '-shm']) rmSync(space.path(ledger + end), { force: true })
    const second = await space.assess('trips.csv', '--no-wait')
    expect([second.code, second.summary.outcomes], second.stderr).toEqual([0, { accepted: 40 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})

describe('a ledger that is not what it was, between two runs', () => {
  it.each<[string, (file: string) => void, string]>([
    ['deleted', (file) => rmSync(file), 'is gone'],
    ['empty', (file) => truncateSync(file), 'is empty'],
    ['cut in half', (file) => truncateSync(file, statSync(file).size / 2), 'the file is damaged'],
    ['cut within a page', (file) => truncateSync(file, statSync(file).size - 1000), 'the file is damaged'],
    [
      'of a newer version',
      (file) => {
        new Database(file).exec('PRAGMA user_version = 99').close()
      },
      'has version 99',
    ],
  ])('%s, is refused, nothing is sent, and put back it serves', async (_title, damage, reason) => {
    const { service, space } = await finish()
    const file = space.path(ledger)
    copyFileSync(file, space.path('copy'))
    damage(file)
    const refused = await space.assess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length]).toEqual([1, 3])
    expect(refused.stderr).toContain(`the ledger ${ledger} `)
    expect(refused.stderr).toContain(reason)
    expect(refused.stderr.trim().split('\n')).toHaveLength(2)
    expect(refused.stderr).not.toMatch(innards)

    copyFileSync(space.path('copy'), file)
    const { code, summary } = await space.assess('trips.csv', '--no-wait')
    expect([code, summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
  })

  it('replaced by an older copy, is refused until somebody says that it is meant', async () => {
    const { service, space } = await finish()
    const file = space.path(ledger)
    copyFileSync(file, space.path('older'))
    space.write('trips.csv', toCsv(trips(5)))
    expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
    copyFileSync(file, space.path('newest'))
    copyFileSync(space.path('older'), file)
    const refused = await space.assess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length]).toEqual([1, 5])
    expect(refused.stderr).toMatch(/lacks the last \d+ of \d+ changes that were written to it: it is an older copy/)

    // What the output names is not created again even then.
    rmSync(`${file}.mark`)
    const meant = await space.assess('trips.csv', '--no-wait')
    expect([meant.code, service.created().length]).toEqual([1, 5])
    expect(meant.stderr).toContain('has never heard of')
    copyFileSync(space.path('newest'), file)
    expect((await space.assess('trips.csv', '--no-wait')).summary.outcomes).toEqual({ accepted: 5 })
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
    const refused = await space.assess('trips.csv', '--no-wait')
    expect([refused.code, service.created().length], refused.stderr).toEqual([1, 12])
    expect(refused.stderr).toMatch(
      /ledger (?:lacks the last|output\S+ is empty, and the mark|output\S+ lacks the last)/,
    )
    expect(refused.stderr).not.toMatch(innards)

    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    for (const end of ['', '-wal']) copyFileSync(space.path(`copy${end}`), file + end)
    const { code, summary, stderr } = await space.assess('trips.csv', '--no-wait')
    expect([code, summary.outcomes], stderr).toEqual([4, { accepted: 38, unknown: 2 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})

describe('a new ledger, where an earlier output names what was created', () => {
  it.each(['trips.xlsx', 'trips.csv'])('sends nothing over %s, which can be the input instead', async (name) => {
    const { service, space } = await finish('-o', name.replace('trips', 'done'))
    const output = name.replace('trips', 'done')
    rmSync(space.path('output'), { recursive: true })
    const refused = await space.assess('trips.csv', '--no-wait', '-o', output)
    expect([refused.code, service.created().length]).toEqual([1, 3])
    expect(refused.stderr).toContain(`${output} names ${identifierOf('E-001')} (and perhaps more), which the ledger`)
    expect(refused.stderr).toContain(`or give ${output} as input instead of the sheet`)
    expect(existsSync(space.path(output))).toBe(true)

    const { code, summary } = await space.assess(output, '--no-wait')
    expect([code, summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
    // From then on the ledger knows them, and the sheet itself serves again.
    const again = await space.assess('trips.csv', '--no-wait', '-o', output)
    expect([again.code, again.summary.outcomes, service.created().length]).toEqual([0, { accepted: 3 }, 3])
  })

  it('begins anew when that output was moved away', async () => {
    const { service, space } = await finish()
    renameSync(space.path('output'), space.path('before'))
    mkdirSync(space.path('output'))
    expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
    expect(service.created()).toHaveLength(6)
  })
})
