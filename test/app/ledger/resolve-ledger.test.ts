import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { altering } from '../../support/altered.ts'
import { ledgerFile, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

const ofFolder = 'output/rwa-batch.ledger.sqlite'

/** A folder that came by mail, with a sheet, and with a ledger of another user in which all of it is done. */
async function createMailed() {
  const service = await startService()
  const other = new Workspace(service.variables)
  other.write('trips.csv', toCsv(trips(3)))
  expect((await other.assess('trips.csv', '--no-wait', '--ledger', 'planted.sqlite')).code).toBe(0)
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  mkdirSync(space.path('output'))
  cpSync(other.path('planted.sqlite'), space.path(ofFolder))
  return { service, space }
}

describe('a ledger in output/ that its user has never used', () => {
  it('is neither used nor passed over by any command: both ways are named', { timeout: 120_000 }, async () => {
    const { service, space } = await createMailed()
    const before = readFileSync(space.path(ofFolder))
    const commands = [
      ['assess', 'trips.csv'],
      ['assess', 'trips.csv', '--dry-run'],
      ['assess', 'trips.csv', '--sandbox'],
      ['decide', 'trips.csv', '--yes'],
      ['decide', 'trips.csv', '--seal', 'plan.xlsx', '--by', 'C-1'],
      ['invite', 'trips.csv', '--yes'],
      ['refresh'],
      ['worker'],
      ['status'],
      ['status', '--attempts'],
      ['collect', 'trips.csv'],
      ['report'],
      ['ledger', 'status'],
      ['ledger', 'export', '--employee', 'E-1'],
      ['ledger', 'forget', '--employee', 'E-1', '--yes'],
      ['web', '--port', '0'],
      ['doctor'],
    ]
    for (const command of commands) {
      const { code, stdout, stderr } = await space.run(command)
      const said = stdout + stderr
      expect([code, service.created().length], `${command.join(' ')}: ${said}`).toEqual([2, 3])
      expect(said).toContain(space.path(ofFolder))
      expect(said.replaceAll(/\s+/g, ' ')).toContain(`--ledger '${space.path(ledgerFile)}'`)
    }
    expect(readFileSync(space.path(ofFolder)).equals(before)).toBe(true)
  })

  it('would be believed where nobody asks the register', async () => {
    const { service, space } = await createMailed()
    const twin = altering([{ from: '&& !isKnown(found, surroundings)', to: '&& false' }])
    expect([(await space.spawn(['assess', 'trips.csv', '--no-wait'], twin)).code, service.created().length]).toEqual([
      0, 3,
    ])
  })

  it('is refused to the library too', async () => {
    const { service, space } = await createMailed()
    const library = new URL('../../../dist/library/index.js', import.meta.url).href
    const call = `import(${JSON.stringify(library)}).then(({ runSheet }) => runSheet('assess', {
      input: 'trips.csv', baseUrl: process.env.RWA_BASE_URL, token: 'tok-3f9c' }))`
    const { RWA_BASE_URL } = space.variables
    const env = { PATH: process.env['PATH'], HOME: space.folder, RWA_BASE_URL }
    const { stderr } = spawnSync(process.execPath, ['-e', call], { cwd: space.folder, env, encoding: 'utf8' })
    expect(stderr).toContain('that you have never used')
    expect(service.created()).toHaveLength(3)
  })

  it('counts as one where it is lost, damaged or empty, too', async () => {
    for (const [file, content] of [
      [`${ofFolder}.mark`, 'planted'],
      [ofFolder, ''],
      [ofFolder, 'no ledger at all'],
    ] as const) {
      const { service, space } = await createMailed()
      rmSync(space.path(ofFolder))
      writeFileSync(space.path(file), content)
      const { code, stderr } = await space.assess('trips.csv', '--no-wait')
      expect([code, service.created().length], stderr).toEqual([2, 3])
    }
  })

  it('is used once it is named, and from then on without its name', async () => {
    const { service, space } = await createMailed()
    for (const more of [['--ledger', ofFolder], []]) {
      const { code, stderr } = await space.assess('trips.csv', '--no-wait', ...more)
      expect([code, service.created().length], stderr).toEqual([0, 3])
    }
  })

  it('leaves its user the own one, by its name', async () => {
    const { service, space } = await createMailed()
    const own = await space.assess('trips.csv', '--no-wait', '--ledger', space.path(ledgerFile))
    expect([own.code, service.created().length]).toEqual([0, 6])
  })
})

describe('a ledger in output/ that its user knows', () => {
  it('goes on being used, also when its folder has another name since', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    mkdirSync(space.path('one'))
    space.write('one/trips.csv', toCsv(trips(2)))
    const run = (folder: string, ...more: string[]) =>
      space.run(['assess', 'trips.csv', '--no-wait', ...more], {}, space.path(folder))
    expect((await run('one', '--ledger', ofFolder)).code).toBe(0)
    renameSync(space.path('one'), space.path('two'))
    space.write('two/trips.csv', toCsv(trips(3)))
    expect([(await run('two')).code, service.created().length]).toEqual([0, 3])
  })

  it('is one that they made there', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    mkdirSync(space.path('output'))
    expect((await space.run(['ledger', 'init', ofFolder])).code).toBe(0)
    const { code, stderr } = await space.assess('trips.csv', '--no-wait')
    expect([code, service.created().length], stderr).toEqual([0, 2])
  })
})
