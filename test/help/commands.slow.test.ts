import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guidePages } from '../rooms/cli.ts'
import type { Workspace } from '../support/program.ts'
import { createSchedulerTools } from '../support/scheduler-tools.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, toXlsx, trips } from '../support/trips.ts'
import { listCommands } from './markdown.ts'
import { argumentsOf, preparePage, splitCommand } from './scenarios.ts'

// Every command of README and the guide is run as it stands there, but for the service's address. Where nobody sits at
// a terminal the plan of decisions is refused (2).

const root = new URL('../../', import.meta.url)
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

interface Scenario {
  /** For all of its commands. */
  variables?(space: Workspace): Readonly<Record<string, string>>
  /** Exit codes in the order of the commands; 0 for those that are left out. */
  codes?: Readonly<Record<string, number>>
  prepare?(space: Workspace): Promise<void>
  before?(space: Workspace, line: string): Promise<void>
}

const confirmed = 'decide output/trips.assessed.xlsx --base-url'

const scenarios: Readonly<Record<string, Scenario>> = {
  profile: {
    async prepare(space) {
      const rows = trips(2).map(({ 'Host country': country = '', ...row }) => ({ ...row, Zielland: country }))
      space.write('q4.xlsx', await toXlsx(rows))
    },
    // The page shows that part of a profile alone.
    before: async (space, line) => {
      if (line.includes('--by-retention'))
        expect((await space.run(['ledger', 'rules', '--set', 'retention.trips=P7Y'])).code).toBe(0)
    },
  },
  outputs: {
    async prepare(space) {
      space.write('trips.xlsx', await toXlsx(trips(4)))
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
      space.write('trips.xlsx', await toXlsx(trips(3)))
    },
    before: async (space, line) => {
      if (line.includes('--sheet Orphans')) await fillIn(space, 'Orphans', { cancel: 'yes' })
    },
  },
  decisions: {
    codes: { [confirmed]: 2 },
    async prepare(space) {
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
      await fillIn(space, 'Decisions', { Decision: 'Approved', 'Compliance approver': 'C-001' })
    },
  },
  undo: {
    async prepare(space) {
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
    },
  },
  sharing: {
    codes: { '--answers --base-url': 2 },
    async prepare(space) {
      const managed = trips(4).map((row, at) => ({ ...row, 'Line manager': at < 2 ? 'Anna Meyer' : 'Ben Ott' }))
      space.write('trips.xlsx', await toXlsx(managed))
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
    },
    before: async (space, line) => {
      const answer = { Decision: 'Compliance Approved', 'Compliance approver': 'C-001' }
      if (line.includes('--answers --dry-run')) await fillIn(space, 'Decisions', answer, 'to-managers/Anna Meyer.xlsx')
    },
  },
  schedule: { variables: createSchedulerTools },
  sandbox: {
    // The page goes on in the folder of the demo.
    before: async (space, line) => {
      const sample = 'three-quarters.xlsx'
      if (line.includes(sample)) copyFileSync(space.path(`rwa-batch-demo/${sample}`), space.path(sample))
    },
  },
  unattended: {
    codes: { '--limit': 4 },
    async prepare(space) {
      space.write('trips.csv', toCsv(trips(110)))
    },
    before: async (space, line) => {
      if (line.includes('--no-wait')) space.write('trips.csv', toCsv(trips(170).slice(110)))
    },
  },
  ledger: {
    async prepare(space) {
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
    },
  },
  rights: {
    async prepare(space) {
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
    },
  },
  privacy: {
    async prepare(space) {
      space.write('left.txt', 'E-0099\n')
      expect((await space.run(['assess', 'trips.xlsx'])).code).toBe(0)
    },
  },
}

/** Fills every line of a sheet of the output in. */
async function fillIn(
  space: Workspace,
  name: string,
  cells: Readonly<Record<string, string>>,
  path = 'output/trips.assessed.xlsx',
): Promise<void> {
  const file = space.path(path)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const sheet = workbook.getWorksheet(name)
  const headings = new Map<string, number>()
  sheet?.eachRow((row) => {
    // A workbook of a manager has lines above its headings.
    if (headings.size === 0) {
      const texts = (row.values as readonly unknown[]).map(String)
      if (Object.keys(cells).every((heading) => texts.includes(heading))) {
        row.eachCell((cell, column) => headings.set(cell.text, column))
      }
      return
    }
    for (const [heading, text] of Object.entries(cells)) row.getCell(headings.get(heading) ?? 0).value = text
  })
  await workbook.xlsx.writeFile(file)
}

/** Those that go on until they are told to end: the page and the sandbox serve. */
async function serve(space: Workspace, args: readonly string[]): Promise<void> {
  const own =
    args[0] === 'web' ? [...args, '--no-open', '--port', '0'] : args.map((arg) => (arg === '4010' ? '0' : arg))
  const begun = space.begin(own)
  await begun.until(() => (begun.printed() + begun.said()).includes('http://'))
  begun.interrupt()
  expect((await begun.ended).code).toBe(0)
}

function isServing([command = '', ...rest]: readonly string[]): boolean {
  return command === 'sandbox' || (command === 'web' && !rest.includes('--shortcut'))
}

/** npm and the shell; what is not ours. */
function expectOther(line: string, space: Workspace): void {
  const [program = '', command = '', script = ''] = splitCommand(line)
  if (program === 'export') {
    expect(line).toMatch(/^export RWA_[A-Z_]+=\S+$/)
    return
  }
  if (program === 'cd') {
    expect(existsSync(space.path(command)), line).toBe(true)
    return
  }
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  expect(program).toBe('npm')
  if (command === 'run') expect(Object.keys(scripts)).toContain(script)
  else expect(['ci', 'test', 'pack', 'install']).toContain(command)
}

const quick = ['README', ...guidePages.filter((page) => page !== 'team')]

it.each(quick)('every command of %s works as it stands there', async (page) => {
  const text = readFileSync(new URL(page === 'README' ? 'README.md' : `src/help/${page}.md`, root), 'utf8')
  const space = await preparePage(sandbox, text)
  const { codes = {}, prepare, before, variables } = scenarios[page] ?? {}
  const own = variables?.(space)
  await prepare?.(space)
  for (const line of listCommands(text)) {
    const args = argumentsOf(line, sandbox.baseUrl)
    if (args === undefined) {
      expectOther(line, space)
      continue
    }
    await before?.(space, line)
    if (isServing(args)) {
      await serve(space, args)
      continue
    }
    // An icon and a demo start the program that is installed.
    const isWhole = args.includes('--shortcut') || args[0] === 'demo'
    const { code, stdout, stderr } = await (isWhole ? space.spawn(args) : space.run(args, own))
    const expected =
      Object.entries(codes).find(([part]) => line.includes(part) && !line.includes('--dry-run'))?.[1] ?? 0
    expect(code, `${line}\n${stdout}${stderr}`).toBe(expected)
    const written = /(?:-o|--seal) (\S+)/.exec(line)?.[1]
    if (written !== undefined && args[0] !== 'schedule') expect(existsSync(space.path(written)), line).toBe(true)
  }
})

it('a command that is refused is noticed', async () => {
  const space = await preparePage(sandbox, '')
  const [line = ''] = listCommands('```sh\nrwa-batch assess trips.xlsx --frobnicate\n```\n')
  expect((await space.run(argumentsOf(line, sandbox.baseUrl) ?? [])).code).toBe(2)
})
