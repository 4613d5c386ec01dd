import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listLinks } from '../help/markdown.ts'

const root = new URL('../..', import.meta.url).pathname
const npm = join(dirname(process.execPath), 'npm')
let folder = ''
let installing = ''

/** Runs a program with the Node.js that runs this test, and no compiler. */
function run(command: string, args: readonly string[], cwd = folder, variables: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${PATH}`,
    CC: '/bin/false',
    CXX: '/bin/false',
    HOME: folder,
    ...variables,
  }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0 && status !== 3)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return { stdout, stderr }
}

const program = () => join(folder, 'node_modules/.bin/rwa-batch')
const installed = () => join(folder, 'node_modules/rwa-batch')

/** Starts a command that goes on until the test is over; returns the first line that it prints. */
async function startCommand(argv: readonly string[]): Promise<{ line: string }> {
  const env = { ...process.env, HOME: folder }
  const child = spawn(process.execPath, [program(), ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { line: String(line) }
}

/** As a user's project does, all types checked. */
function compile(file: string): void {
  const options = ['--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...types, file])
}

function listFiles(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(place, name)).isFile(),
  )
}

describe('the package, installed into an empty folder', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rwa-package-'))
    run(existsSync(npm) ? npm : 'npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root)
    const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    installing = run(existsSync(npm) ? npm : 'npm', [
      'install',
      '--no-audit',
      '--no-fund',
      join(folder, tarball),
    ]).stderr
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('runs no script on installation', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'))
    const ofInstallation = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare']
    expect(Object.keys(scripts).filter((name) => ofInstallation.includes(name))).toEqual([])
    expect(installing).not.toMatch(/rwa-batch@|EBADENGINE/)
  })

  it('does all that README says, in its order, with a sheet of the demo', { timeout: 240_000 }, async () => {
    const readme = readFileSync(join(installed(), 'README.md'), 'utf8')
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text.trim().split('\n'))
    const ofClone = ['npm ci', 'npm run demo', 'npm test']
    expect(blocks[0]).toEqual(ofClone)
    const lines = ['rwa-batch demo', ...blocks.slice(1).flat()]
    expect(lines.length).toBeGreaterThan(6)
    const sandbox = await startCommand(['sandbox', '--json', '--port', '0', '--data', ':memory:'])
    const { baseUrl, companies } = JSON.parse(sandbox.line)
    const env: Record<string, string> = {}
    for (const line of lines) {
      if (line.startsWith('export RWA_API_TOKEN=')) {
        env['RWA_API_TOKEN'] = companies[0].token
        continue
      }
      const argv = line
        .replace(/^rwa-batch /, '')
        .replace('https://service.example/version-test/api', baseUrl)
        .split(' ')
      if (argv[0] === 'web') {
        const page = await startCommand([...argv, '--json', '--no-open', '--port', '0'])
        expect(JSON.parse(page.line).url).toContain('http://127.0.0.1:')
        continue
      }
      run(process.execPath, [program(), ...argv], folder, env)
      if (argv[0] === 'demo')
        copyFileSync(join(folder, 'rwa-batch-demo/quarterly-review.xlsx'), join(folder, 'trips.xlsx'))
    }
    for (const file of ['checked', 'assessed', 'assessed.simulated'])
      expect(existsSync(join(folder, `output/trips.${file}.xlsx`)), file).toBe(true)

    const [example = ''] = /(?<=```ts\n)[\s\S]*?(?=```)/.exec(readme) ?? []
    writeFileSync(join(folder, 'example.ts'), example)
    compile('example.ts')
    const { stdout } = run(process.execPath, ['example.js'], folder, { ...env, RWA_BASE_URL: baseUrl })
    expect(stdout).toMatch(/^\d+ scored \d/m)
  })

  it('does what the help of its commands shows, where nobody has the sources', { timeout: 240_000 }, () => {
    // In their order: the sheet is there once the template was made, and the ledger once trips were assessed.
    const commands = ['template', 'check', 'inspect', 'assess', 'status', 'report', 'collect']
    const place = mkdtempSync(join(folder, 'examples-'))
    const bin = program()
    const start = (argv: readonly string[]) => run(process.execPath, [bin, ...argv], place, { HOME: place })
    const copySample = (name: string, as: string) => copyFileSync(join(installed(), 'samples', name), join(place, as))
    copySample('lists.json', 'lists.json')
    for (const command of commands) {
      const examples = [...start([command, '--help']).stdout.matchAll(/^ {2}rwa-batch (.*)$/gm)]
      // Those that rehearse faults end with rows that are unknown, and those that watch with a run.
      const ending = examples.map(([, line = '']) => line).filter((line) => !/--faults|--watch/.test(line))
      expect(ending, command).not.toEqual([])
      for (const line of ending) start(line.split(' '))
      if (command === 'template') copySample('quarterly-review.xlsx', 'trips.xlsx')
      // Its guesses are a person's to accept before anything is sent.
      if (command === 'inspect') rmSync(join(place, 'rwa-batch.json'))
    }
    expect(existsSync(join(place, 'output/trips.assessed.simulated.xlsx'))).toBe(true)
  })

  it('runs, and assesses a sample', () => {
    expect(run(process.execPath, [program(), '--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const sample = join(installed(), 'samples/quarterly-review.xlsx')
    const { stderr } = run(process.execPath, [program(), 'assess', sample, '--sandbox', '-o', 'out.xlsx'])
    expect(stderr).toContain('54  scored')
    expect(stderr).not.toContain('Warning')
  })

  it('is a library that compiles without skipLibCheck, and gives typed rows', () => {
    const sample = join(installed(), 'samples/quarterly-review.xlsx')
    const use = `import { runSheet, startSandbox } from 'rwa-batch'
      const service = await startSandbox({ readyAfterMs: { min: 0, max: 0 } })
      const token = service.companies[0]?.token ?? ''
      const run = runSheet('assess', { input: ${JSON.stringify(sample)}, output: 'rows.xlsx', baseUrl: service.baseUrl, token })
      let highest = 0
      let rows = 0
      for await (const { result } of run) {
        rows += 1
        highest = Math.max(highest, result?.overallTrip ?? 0)
      }
      console.log(rows === (await run).rows, highest > 0)
      await service.close()`
    writeFileSync(join(folder, 'use.ts'), use)
    compile('use.ts')
    expect(run(process.execPath, ['use.js']).stdout).toBe('true true\n')
  })

  it('brings nothing that must be compiled, no old package for workbooks, no great sample and no map without its source', () => {
    const packages = readdirSync(join(folder, 'node_modules'))
    expect(packages.filter((name) => /sqlite3|exceljs|archiver|fast-csv|unzipper|prebuild/.test(name))).toEqual([])
    const files = listFiles(installed())
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
    expect(files.filter((name) => statSync(join(installed(), name)).size > 1_500_000)).toEqual([])
    const licences = readFileSync(join(installed(), 'dist/THIRD-PARTY.txt'), 'utf8')
    expect(licences).toMatch(/commander[\s\S]+undici/)
    expect(licences).not.toContain('exceljs')
  })

  it('has every picture and page that README and the guide show, and prints the guide', () => {
    const pages = readdirSync(join(installed(), 'src/help')).map((name) => `src/help/${name}`)
    const missing = ['README.md', ...pages].flatMap((page) => {
      const links = listLinks(readFileSync(join(installed(), page), 'utf8')).map((link) => link.split('#')[0] ?? '')
      return links.filter((link) => !existsSync(join(installed(), dirname(page), link)))
    })
    expect(missing).toEqual([])
    expect(pages.length).toBeGreaterThan(12)
    expect(run(process.execPath, [program(), 'help', 'team']).stdout).toMatch(/^A team: one ledger for all\n=+\n/)
  })

  it('exports the schemas of what programs read', () => {
    for (const name of ['profile', 'summary', 'events']) {
      const file = `import.meta.resolve('rwa-batch/${name}.schema.json')`
      const code = `import { readFileSync } from 'node:fs'; console.log(readFileSync(new URL(${file}), 'utf8'))`
      expect(JSON.parse(run(process.execPath, ['--input-type=module', '-e', code]).stdout)).toHaveProperty('$schema')
    }
  })
})
