import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planUnits, replaceCronBlock, writeCronBlock, writeLaunchAgent, writeTask } from '../rooms/cli/schedule.ts'
import { startHook } from '../support/hook.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const hard = ['/a b/trips.csv', '100%.csv', "it's", '$HOME `x` $(y)', 'a"b\\c', '%h %%', 'größe 🌍', '-o=x', '#;&|<>*?']
const time = { name: 'night', every: 'night', hour: 4, minute: 5 }

/** What cron makes of a line: its own percent signs first, then a shell. */
function asCron(block: string): string {
  const line = block.split('\n').find((each) => /^\d/.test(each)) ?? ''
  const command = line.split(' ').slice(5).join(' ')
  expect(command.replaceAll('\\%', '')).not.toContain('%')
  return command.replaceAll('\\%', '%')
}

/** The words of `ExecStart=`, as systemd takes them apart. */
function readExecStart(content: string): string[] {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(content) ?? []
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
    word.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%').replaceAll('$$', '$'),
  )
}

describe('words of a scheduled run', () => {
  it.skipIf(process.platform === 'win32')('are the same behind cron and its shell', () => {
    const block = writeCronBlock({ ...time, words: ['printf', '%s\\n', ...hard], folder: '/tmp' })
    expect(execFileSync('sh', ['-c', asCron(block)], { encoding: 'utf8' })).toBe(`${hard.join('\n')}\n`)
    expect(block).toMatch(/^5 4 \* \* \* cd \/tmp && printf /m)
  })

  it('are the same behind systemd, which finds no fault in them', () => {
    const folder = new Workspace().folder
    const config = join(folder, 'c o%n')
    const run = { ...time, every: 'quarter', words: ['/bin/true', ...hard], folder: join(folder, 'a b 50%') }
    mkdirSync(run.folder)
    const [service, timer] = planUnits(run, { XDG_CONFIG_HOME: config })
    expect(readExecStart(service.content)).toEqual(run.words)
    expect(timer.content).toContain('OnCalendar=*-01,04,07,10-01 04:05:00')
    if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return
    const files = [service, timer].map(({ file, content }) => {
      const at = join(folder, file.split('/').at(-1) ?? '')
      writeFileSync(at, content)
      return at
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    const ours = stderr.split('\n').filter((line) => line.includes('rwa-batch-night'))
    expect([status, ours]).toEqual([0, []])
    const when = ['calendar', '*-01,04,07,10-01 04:05:00', '*-*-* 04:05:00']
    expect(spawnSync('systemd-analyze', when).status).toBe(0)
  })

  it('are escaped for the schedulers that were not tried', () => {
    const run = { ...time, every: 'quarter', words: ['node', 'a&b<c', 'd"e\\'], folder: '/x' }
    expect(writeLaunchAgent(run)).toContain('<string>a&amp;b&lt;c</string>')
    expect(writeTask(run)).toContain('<Arguments>"a&amp;b&lt;c" "d\\"e\\\\"</Arguments>')
  })
})

const folderOf = (space: Workspace): string => space.path('bin')

/** A small `crontab` that keeps a file, and a `systemctl` that writes down how it was called. */
function createTools(env: Record<string, string> = {}) {
  const space = new Workspace(env)
  mkdirSync(folderOf(space))
  const tool = (name: string, script: string): void => {
    writeFileSync(join(folderOf(space), name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folderOf(space), name), 0o755)
  }
  const table = space.path('table')
  tool(
    'crontab',
    `if [ "$1" = -l ]; then [ -f '${table}' ] && exec cat '${table}'; echo "no crontab for ann" >&2; exit 1; fi
echo written >>'${table}.writes'; exec cat >'${table}'`,
  )
  tool('systemctl', `echo "$@" >>'${space.path('calls')}'; [ ! -e '${space.path('broken')}' ]`)
  const path = { PATH: [folderOf(space), process.env['PATH']].join(delimiter) }
  const run = (...words: readonly string[]) => space.run(['schedule', ...words], path)
  const read = (name: string): string => (existsSync(space.path(name)) ? readFileSync(space.path(name), 'latin1') : '')
  return { space, run, read, path }
}

describe.skipIf(process.platform === 'win32')('a schedule in the crontab', () => {
  it('is printed and not written without --yes; written once, shown, exchanged and taken away; other lines stay byte by byte', async () => {
    const { space, run, read } = createTools()
    const others = '# caf\xe9 of ann\nMAILTO=ann\n0 1 * * *\techo 100\\%\r\n'
    writeFileSync(space.path('table'), others, 'latin1')
    space.write('größe.csv', 'x')
    const install = ['install', '--with', 'cron']
    const job = ['--', 'assess', 'größe.csv', '--profile', 'p.json']
    const shown = await run(...install, ...job)
    expect([shown.code, read('table')]).toEqual([0, others])
    expect(shown.stdout).toContain(`'${space.path('größe.csv')}' --profile ${space.path('p.json')}`)
    for (const _ of [1, 2]) expect((await run(...install, '--yes', ...job)).code).toBe(0)
    expect(read('table.writes')).toBe('written\n')
    const before = read('table')
    expect(before.startsWith(others)).toBe(true)
    expect(Buffer.from(before, 'latin1').toString('utf8')).toContain(shown.stdout)
    const all = JSON.parse((await run('show', '--json')).stdout)
    expect(all).toEqual({ schedules: [{ name: 'night', scheduler: 'cron', text: shown.stdout }] })

    await run(...install, '--yes', '--every', 'quarter', '--', 'report')
    await run(...install, '--yes', '--at', '23:59', ...job)
    expect(read('table')).toContain('\n59 23 * * * cd ')
    expect(read('table')).toContain('\n15 4 1 1,4,7,10 * cd ')
    expect(read('table').match(/>>>/g)).toHaveLength(2)
    expect((await run('remove', 'night')).stderr).toContain('--yes')
    expect(read('table').match(/>>>/g)).toHaveLength(2)
    for (const name of ['night', 'quarter']) expect((await run('remove', name, '--yes')).code).toBe(0)
    expect(read('table')).toBe(others)
    expect((await run('remove', 'night', '--yes')).code).toBe(2)
    expect((await run('show')).stdout).toBe('Nothing is scheduled.\n')
  })

  it('whose block lost its end is left alone', async () => {
    const { space, run, read } = createTools()
    await run('install', '--with', 'cron', '--yes', '--', 'report')
    const cut = read('table').replace(/# <<<.*\n/, '')
    space.write('table', cut)
    for (const words of [
      ['install', '--with', 'cron', '--yes', '--', 'report'],
      ['remove', 'night', '--yes'],
      ['show'],
    ]) {
      const { code, stderr } = await run(...words)
      expect([code, stderr, read('table')]).toEqual([1, expect.stringContaining('has no end'), cut])
    }
  })

  it('goes behind a last line without its end', () => {
    const block = writeCronBlock({ ...time, words: ['x'], folder: '/' })
    expect(replaceCronBlock('0 1 * * * a', 'night', block)).toBe(`0 1 * * * a\n${block}`)
    expect(replaceCronBlock(`a\n${block}b`, 'night', '')).toBe('a\nb')
  })

  it('runs as it is written, from another folder and with an empty environment, and tells how it ended', async () => {
    const [service, hook] = [await startService(), await startHook()]
    const { space, read, path } = createTools()
    const sheet = 'trips of 100%.csv'
    space.write(sheet, toCsv(trips(2)))
    writeFileSync(space.path('token'), service.variables['RWA_API_TOKEN'] ?? '', { mode: 0o600 })
    const job = ['assess', sheet, '--token-file', 'token', '--notify', hook.url]
    const words = ['schedule', 'install', '--with', 'cron', '--yes', '--', ...job]
    const variables = { ...path, RWA_BASE_URL: service.baseUrl, RWA_API_TOKEN: 'tok-secret' }
    const written = await space.spawn(words, variables)
    expect(written.code, written.stderr).toBe(0)
    expect(read('table')).toContain(`--base-url ${service.baseUrl}`)
    expect(read('table') + written.stdout).not.toMatch(/tok-/)
    const env = { HOME: space.folder, PATH: '/usr/bin:/bin' }
    const start = () => startProcess(asCron(read('table')), env)
    expect(await start()).toBe(0)
    writeFileSync(space.path(sheet), 'no,headings\n1,2\n')
    expect(await start()).toBe(2)
    expect(hook.told).toMatchObject([
      { event: 'ended', exitCode: 0, outcomes: { scored: 2 } },
      { event: 'failed', exitCode: 2 },
    ])
  })
})

async function startProcess(command: string, env: Record<string, string>): Promise<number | null> {
  const { spawn } = await import('node:child_process')
  const child = spawn('/bin/sh', ['-c', command], { env, cwd: '/', stdio: 'ignore' })
  return new Promise((resolve) => child.once('close', resolve))
}

describe.skipIf(process.platform !== 'linux')('a schedule of systemd', () => {
  const units = ['.config/systemd/user/rwa-batch-night.service', '.config/systemd/user/rwa-batch-night.timer'] as const
  const install = ['install', '--with', 'systemd', '--yes', '--', 'report'] as const

  it('is written for this user alone, started, shown and taken away', async () => {
    const { space, run, read } = createTools()
    const { code, stderr } = await run(...install)
    expect(code, stderr).toBe(0)
    expect(read(units[0])).toContain(`WorkingDirectory=${space.folder}`)
    expect(JSON.parse((await run('show', '--json')).stdout).schedules).toMatchObject([
      { name: 'night', scheduler: 'systemd' },
    ])
    expect((await run('remove', 'night', '--yes')).code).toBe(0)
    expect(units.map(read)).toEqual(['', ''])
    expect(read('calls').trim().split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable --now rwa-batch-night.timer',
      '--user disable --now rwa-batch-night.timer',
      '--user daemon-reload',
    ])
  })

  it('that cannot be started leaves nothing, and a unit of the user stays', async () => {
    const { space, run, read } = createTools()
    space.write('broken', '')
    const failed = await run(...install)
    expect([failed.code, failed.stderr, ...units.map(read)]).toEqual([
      1,
      expect.stringContaining('systemctl --user'),
      '',
      '',
    ])
    mkdirSync(space.path('.config/systemd/user'), { recursive: true })
    space.write(units[0], '[Service]\nExecStart=/bin/own\n')
    const foreign = await run(...install)
    expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('is not ours')])
    expect(read(units[0])).toBe('[Service]\nExecStart=/bin/own\n')
  })
})

describe('what cannot be scheduled', () => {
  it.each([
    ['a decision', ['--', 'decide', 'x.xlsx', '--yes'], 'need a person'],
    ['nothing', [], 'after --'],
    ['an option that there is not', ['--', 'assess', 'x.csv', '--such'], 'assess has no option --such'],
    ['a token', ['--', 'assess', 'x.csv', '--token', 'abc'], 'assess has no option --token'],
    ['a line break', ['--', 'assess', 'x\ny.csv'], 'no line break'],
    ['a password', ['--', 'report', '--ledger', 'postgres://ann:pw@db.example/x?sslmode=verify-full'], 'password'],
    ['another time', ['--at', '24:00', '--', 'report'], 'no time of the day'],
    ['another name', ['--name', '../x', '--', 'report'], 'no name of a schedule'],
    ['a scheduler that was not tried', ['--with', 'launchd', '--yes', '--', 'report'], 'nothing was written'],
  ])('is refused: %s', async (_, words, expected) => {
    const space = new Workspace()
    const { code, stderr } = await space.run(['schedule', 'install', ...words])
    expect([code, stderr]).toEqual([2, expect.stringContaining(expected)])
  })

  it('is warned of: a run that finds no token, or tells no one; a profile that is found goes along', async () => {
    const space = new Workspace()
    const bare = await space.run(['schedule', 'install', '--with', 'cron', '--', 'assess', 'x.csv'])
    expect(bare.stderr).toMatch(/finds no token[\s\S]*tells no one/)
    space.writeProfile({ company: 'acme' })
    const { stdout, stderr } = await space.run(['schedule', 'install', '--with', 'cron', '--', 'assess', 'x.csv'])
    expect(stderr).not.toContain('warning')
    expect(stdout).toContain(`--profile ${space.path('rwa-batch.json')}`)
    expect(stdout).not.toContain('--ledger')
  })
})
