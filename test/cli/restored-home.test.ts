import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { putBack, takeDump } from '../ledger/postgres/dump.ts'
import { type Alteration, altering } from '../support/altered.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { ledgerFile, type Variables, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

/** A user whose sheets are not in their home; and that home when 3 of their 20 trips were created. */
async function createScene(variables: Variables = {}) {
  const service = await startService()
  const space = new Workspace({ ...service.variables, ...variables })
  const home = space.path('home')
  mkdirSync(home)
  const env = { HOME: home }
  const run = (args: readonly string[]) => space.run(args, env)
  const send = (output: string, ...more: readonly string[]) =>
    run(['assess', 'trips.csv', '--no-wait', '-o', output, ...more])
  /** In a process of its own. */
  const spawn = (output: string, more: Variables = {}) =>
    space.spawn(['assess', 'trips.csv', '--no-wait', '-o', output], { ...env, ...more })
  const created = () => service.created().length
  const ledger = `${home}/${ledgerFile}`
  space.write('trips.csv', toCsv(trips(3)))
  return { space, home, ledger, run, send, spawn, created }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Ledger, its files and the register go back together; what is in other folders stays. */
async function putHomeBack({ space, home, send, created }: Scene, output = 'a.xlsx'): Promise<void> {
  expect((await send('first.csv')).code).toBe(0)
  cpSync(home, space.path('kept'), { recursive: true })
  space.write('trips.csv', toCsv(trips(20)))
  expect([(await send(output)).code, created()]).toEqual([0, 20])
  rmSync(home, { recursive: true })
  cpSync(space.path('kept'), home, { recursive: true })
}

describe('a home that was put back as a whole, ledger and register', () => {
  it('is noticed by a workbook beside the sheet, whatever the output is called now', async () => {
    const scene = await createScene()
    await putHomeBack(scene)
    const refused = await scene.spawn('b.xlsx')
    expect([refused.code, scene.created()], refused.stderr).toEqual([1, 20])
    expect(refused.stderr).toMatch(/is not used: it lacks the last \d+ of \d+ lines of its log: it was put back from/)
    expect(refused.stderr).toContain(scene.space.path('a.xlsx'))
    expect(refused.stderr).toContain('--accept-restored')
  })

  it.each<[string, Alteration]>([
    ['the line of the output is not compared', { from: 'of shown.filter(isOfIt)', to: 'of []' }],
    ['the output has no line', { from: 'return number === 0 ?', to: 'return true ?' }],
  ])('creates trips twice where %s', async (_, twin) => {
    const scene = await createScene(altering([twin]))
    await putHomeBack(scene)
    expect([(await scene.spawn('b.xlsx')).code, scene.created()]).toEqual([0, 37])
  })

  it('is refused to every command that reads or writes a sheet there', async () => {
    const scene = await createScene()
    await putHomeBack(scene)
    const commands = [
      ['assess', 'trips.csv', '-o', 'b.csv'],
      ['assess', 'trips.csv', '--dry-run'],
      ['decide', 'a.xlsx', '--yes'],
      ['invite', 'trips.csv', '--yes'],
      ['collect', 'trips.csv'],
      ['refresh', 'trips.csv'],
      ['refresh', '-o', 'scores.xlsx'],
      ['doctor'],
    ]
    for (const command of commands) {
      const { code, stdout, stderr } = await scene.run(command)
      expect([code, scene.created()], `${command.join(' ')}: ${stderr}`).toEqual([1, 20])
      expect(stdout + stderr).toContain('is not used: it lacks')
    }
  })

  it('is noticed by a workbook that another program has saved since', async () => {
    const scene = await createScene()
    await putHomeBack(scene)
    const { default: reader } = await import('exceljs')
    const saved = new reader.Workbook()
    await saved.xlsx.readFile(scene.space.path('a.xlsx'))
    await saved.xlsx.writeFile(scene.space.path('a.xlsx'))
    expect([(await scene.send('b.xlsx')).code, scene.created()]).toEqual([1, 20])
  })

  it('is noticed in the folder of the output as well', async () => {
    const scene = await createScene()
    mkdirSync(scene.space.path('results'))
    await putHomeBack(scene, 'results/a.xlsx')
    expect([(await scene.send('results/b.csv')).code, scene.created()]).toEqual([1, 20])
  })

  it('counts once it was accepted, until it is put back once more', async () => {
    const scene = await createScene()
    await putHomeBack(scene)
    const accept = ['ledger', 'init', scene.ledger, '--accept-restored']
    expect((await scene.run(accept)).code).toBe(0)
    // Its identifiers are asked for, and nothing is created.
    const fed = await scene.run(['assess', 'a.xlsx', '--no-wait', '-o', 'b.xlsx'])
    expect([fed.code, scene.created()], fed.stderr).toEqual([0, 20])
    rmSync(scene.home, { recursive: true })
    cpSync(scene.space.path('kept'), scene.home, { recursive: true })
    expect([(await scene.send('c.xlsx')).code, scene.created()]).toEqual([1, 20])
    expect((await scene.run(accept)).code).toBe(0)
    expect((await scene.send('c.csv', '--limit', '0')).code).not.toBe(1)
  })
})

describe('a workbook beside a sheet', () => {
  it('says nothing of a ledger where it cannot be read, or is of another one', async () => {
    const scene = await createScene()
    const { space, send, created } = scene
    const colleague = await createScene()
    await colleague.send('theirs.xlsx')
    cpSync(colleague.space.path('theirs.xlsx'), space.path('theirs.xlsx'))
    for (const name of ['broken.xlsx', '~$trips.xlsx', 'empty.xlsm']) writeFileSync(space.path(name), name)
    mkdirSync(space.path('folder.xlsx'))
    for (const output of ['a.xlsx', 'b.xlsx', 'a.xlsx']) {
      const { code, stderr } = await send(output)
      expect([code, created()], stderr).toEqual([0, 3])
    }
  })

  it('names in Summary the ledger and its last line, as the summary does', async () => {
    const { space, send } = await createScene()
    const first = await send('a.xlsx', '--json')
    const { id, line, digest } = JSON.parse(first.stdout.trimEnd().split('\n').at(-1) ?? '').ledger
    expect([id, line > 0, digest]).toEqual([expect.any(String), true, expect.stringMatching(/^[0-9a-f]{32}$/)])
    const { lines } = (await readOutput(space.path('a.xlsx'))).table('Summary')
    expect(JSON.stringify(lines)).toMatch(new RegExp(`"Ledger".*${id}, line ${line} of 20\\S+Z, digest ${digest}`))
  })
})

describe.skipIf(!hasPostgres)('a database of a team', () => {
  const server = usePostgres()

  it('that was put back from a dump, and the home with it, is noticed by a workbook', async () => {
    const scene = await createScene()
    const { space, home, send, created } = scene
    const address = server.address()
    const ledger = ['--ledger', address]
    expect((await send('first.csv', ...ledger)).code).toBe(0)
    const dump = await takeDump(address)
    cpSync(home, space.path('kept'), { recursive: true })
    space.write('trips.csv', toCsv(trips(20)))
    expect((await send('a.xlsx', ...ledger)).code).toBe(0)
    await putBack(address, dump)
    rmSync(home, { recursive: true })
    cpSync(space.path('kept'), home, { recursive: true })
    const refused = await send('b.csv', ...ledger)
    expect([refused.code, created()], refused.stderr).toEqual([1, 20])
    expect(refused.stderr).toContain(space.path('a.xlsx'))
    expect((await scene.run(['ledger', 'init', address, '--accept-restored'])).code).toBe(0)
    expect((await send('c.csv', ...ledger, '--limit', '0')).code).not.toBe(1)
  })

  it('into which a ledger was moved knows what the workbooks of the file know', async () => {
    const { space, ledger, run, send, created } = await createScene()
    const address = server.address()
    expect((await send('a.xlsx')).code).toBe(0)
    expect((await run(['ledger', 'move', ledger, address])).code).toBe(0)
    space.write('trips.csv', toCsv(trips(5)))
    const moved = await send('b.xlsx', '--ledger', address)
    expect([moved.code, created()], moved.stderr).toEqual([0, 5])
    const back = space.path('back.sqlite')
    expect((await run(['ledger', 'move', address, back])).code).toBe(0)
    expect([(await send('c.xlsx', '--ledger', back)).code, created()]).toEqual([0, 5])
  })
})
