import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { applicationId } from '../rooms/ledger/sqlite.ts'
import { openDatabase } from '../rooms/support.ts'
import { type Variables, Workspace } from '../support/program.ts'
import { type Service, startService } from '../support/service.ts'
import { toCsv, toXlsx, trip, trips } from '../support/trips.ts'

let service: Service
beforeAll(async () => {
  const ends: (() => void)[] = []
  service = await startService(undefined, (end) => ends.push(end))
  return () => {
    for (const end of ends) end()
  }
})

interface Mistake {
  args: readonly string[]
  /** Files to write first. */
  files?: Readonly<Record<string, string | Uint8Array>>
  variables?: Variables
  /** What the message must hold: what is wrong, and what to do. */
  says: readonly (string | RegExp)[]
}

const good = { 'trips.csv': toCsv(trips(1)) }
const assess = ['assess', 'trips.csv']

/** Two columns are missing; one heading is nearly right. */
const missingColumns = toCsv(
  trips(1).map(({ 'Host country': _, 'Trip end': __, ...row }) => ({ ...row, 'Hots country': 'Portugal' })),
)

const mistakes: [title: string, mistake: Mistake][] = [
  ['no command', { args: [], says: ['assess', '--help'] }],
  ['an unknown command', { args: ['assses', 'trips.csv'], says: ['assses', 'assess'] }],
  ['a sheet and no command', { args: ['trips.csv'], files: good, says: ['rwa-batch assess trips.csv'] }],
  ['an unknown option', { args: [...assess, '--retires', '3'], files: good, says: ['--retires', '--help'] }],
  ['no input', { args: ['assess'], says: ['input', '--help'] }],
  ['a sheet to check, and not what it is for', { args: ['check', 'trips.xlsx'], says: ['assess trips.xlsx'] }],
  ['a template with the name of its file only', { args: ['template', 'trips.xlsx'], says: ['assess -o trips.xlsx'] }],
  [
    'no operation for a template',
    { args: ['template'], says: ["missing required argument 'operation': assess, decide, invite"] },
  ],
  ['an operation to check, and no sheet', { args: ['check', 'assess'], says: ["missing required argument 'input'"] }],
  ['a duration without a unit', { args: [...assess, '--request-timeout', '45'], files: good, says: ['45s'] }],
  [
    'a status that is believed and distrusted',
    {
      args: [...assess, '--retry-status', '503,520', '--distrust-status', '503'],
      files: good,
      says: ['503', '--retry-status', '--distrust-status', 'Nothing was sent'],
    },
  ],
  [
    'the same, to look only',
    {
      args: [...assess, '--dry-run', '--retry-status', '429', '--distrust-status', '429'],
      files: good,
      says: ['429', '--distrust-status'],
    },
  ],
  [
    'a status that proves nothing anyway',
    {
      args: [...assess, '--distrust-status', '500'],
      files: good,
      says: ['--distrust-status', '421, 425, 429, 503', '500'],
    },
  ],
  ['a wrong policy', { args: [...assess, '--hidden', 'maybe'], files: good, says: ['include', 'skip'] }],
  [
    'no base address',
    {
      args: assess,
      files: good,
      variables: { RWA_BASE_URL: '' },
      says: ['base address', '--base-url', 'RWA_BASE_URL'],
    },
  ],
  [
    'http to another machine',
    { args: [...assess, '--base-url', 'http://service.example/api'], files: good, says: ['not encrypted', 'https'] },
  ],
  [
    'a file that is not there',
    { args: ['assess', 'nowhere.csv'], says: ['nowhere.csv', /not exist|not found|no such/i] },
  ],
  [
    'an old .xls workbook',
    {
      args: ['assess', 'trips.xls'],
      files: { 'trips.xls': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(1000).fill(0)]) },
      says: ['.xls', '.xlsx'],
    },
  ],
  [
    'headings without rows',
    { args: assess, files: { 'trips.csv': `${toCsv(trips(1)).split('\n')[0]}\n` }, says: ['no rows'] },
  ],
  [
    'missing columns, which are all named at once with the nearest heading',
    { args: assess, files: { 'trips.csv': missingColumns }, says: ['destination', 'endDate', 'Hots country'] },
  ],
  [
    'two columns for one field',
    {
      args: assess,
      files: { 'trips.csv': toCsv([trip('E-1', { Destination: 'Spain' })]) },
      says: ['Host country', 'Destination'],
    },
  ],
  [
    'a default for an unknown field',
    { args: [...assess, '--set', 'employe=1'], files: good, says: ['employe', 'employeeId'] },
  ],
  [
    'an output in a folder that does not exist',
    { args: [...assess, '-o', 'nope/out.xlsx'], files: good, says: ['nope, does not exist', '--output'] },
  ],
  [
    'a refresh into a folder that does not exist',
    { args: ['refresh', '-o', 'nope/out.xlsx'], says: ['nope, does not exist'] },
  ],
  [
    'a template into a folder that does not exist',
    { args: ['template', 'assess', '-o', 'nope/trips.xlsx'], says: ['nope, does not exist'] },
  ],
  ['an output that is the input', { args: [...assess, '-o', 'trips.csv'], files: good, says: ['trips.csv'] }],
]

it.each(mistakes)(
  '%s: exit 2, said with a way out, and nothing is sent',
  async (_, { args, files, variables, says }) => {
    const space = new Workspace(service.variables)
    for (const [name, content] of Object.entries(files ?? {})) space.write(name, content)
    const { code, stdout, stderr } = await space.run(args, variables)
    expect([code, stdout], stderr).toEqual([2, ''])
    for (const part of says) expect(stderr).toMatch(typeof part === 'string' ? new RegExp(quoteText(part)) : part)
    expect(stderr.trim().split('\n').length, stderr).toBeGreaterThan(1)
    expect(stderr).not.toMatch(/\n\s+at |Error:|ENOENT|undefined/)
    expect(service.requests).toEqual([])
  },
)

it('a token that is not set at all is asked for', async () => {
  const space = new Workspace({ RWA_BASE_URL: service.baseUrl })
  space.write('trips.csv', toCsv(trips(1)))
  const { code, stderr } = await space.run(assess)
  expect(code).toBe(2)
  expect(stderr).toContain('RWA_API_TOKEN')
  expect(stderr).toContain('--token-file')
})

it('a worksheet that is not in the workbook is refused, naming those that are', async () => {
  const space = new Workspace(service.variables)
  space.write('trips.xlsx', await toXlsx(trips(1)))
  const { code, stderr } = await space.run(['assess', 'trips.xlsx', '--sheet', 'Tripz'])
  expect(code).toBe(2)
  expect(stderr).toContain('Trips')
  expect((await space.run(['assess', 'trips.xlsx', '--sheet', 'Trips', '--dry-run'])).code).toBe(0)
})

describe('surroundings that are broken end with 1', () => {
  it('a ledger of a newer version, before anything is sent', async () => {
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    const db = openDatabase(space.path('my.sqlite'))
    db.exec(`CREATE TABLE meta (key TEXT); PRAGMA application_id = ${applicationId}; PRAGMA user_version = 999`)
    db.close()
    const { code, stderr } = await space.run([...assess, '--ledger', 'my.sqlite'])
    expect([code, service.requests.length], stderr).toEqual([1, 0])
    expect(stderr).toMatch(/version 999[\s\S]*newer/)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('a ledger of before: no run, dry run or status passes over it, and it is left as it is', async () => {
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    mkdirSync(space.path('output'))
    const file = space.path('output/rwa-batch.ledger.sqlite')
    const db = openDatabase(file)
    db.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1; CREATE TABLE meta (key TEXT PRIMARY KEY)`,
    )
    db.close()
    const before = readFileSync(file)
    for (const command of [assess, [...assess, '--dry-run'], ['status']]) {
      const { code, stderr } = await space.run([...command, '--ledger', file])
      expect([code, service.requests.length], stderr).toEqual([1, 0])
      expect(stderr).toContain(`${file} was written by a version from before the first release`)
      expect(stderr).toMatch(/last output as the input[\s\S]*--ledger/)
    }
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('an output folder that cannot be made, which is said before anything is sent', async () => {
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    space.write('taken', 'a file where a folder is needed')
    const { code, stderr } = await space.run([...assess, '-o', 'taken/out.xlsx'])
    expect([code, service.requests.length], stderr).toEqual([1, 0])
    expect(stderr).toContain('taken')
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('--help and --version', () => {
  it('end with 0 and leave nothing behind', async () => {
    const space = new Workspace()
    const help = await space.run(['--help'])
    const version = await space.run(['--version'])
    expect([help.code, version.code]).toEqual([0, 0])
    expect(help.stdout).toContain('sandbox')
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(readdirSync(space.folder)).toEqual([])
  })
})

function quoteText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
