import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alterWorkbook } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { refusal, type Service, startService } from '../support/service.ts'
import { type Row, toCsv, toXlsx, trip, trips } from '../support/trips.ts'

const noWait = '--no-wait'

async function prepare(
  rows: readonly Row[],
  reply?: Parameters<typeof startService>[0],
): Promise<[Workspace, Service]> {
  const service = await startService(reply)
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(rows))
  return [space, service]
}

/** Every file of a folder with a hash of its bytes. SQLite makes its two side files, empty, for a mere look too. */
function fingerprint(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.sqlite-(shm|wal)$/.test(entry.name))
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file, createHash('sha256').update(readFileSync(file)).digest('hex')]
    }),
  )
}

describe('--dry-run', () => {
  it('sends nothing and changes no byte of what earlier runs left', async () => {
    const [space, service] = await prepare(trips(2))
    await space.assess('trips.csv', noWait)
    space.write('trips.csv', toCsv([...trips(3), trip('E-9', { Seniority: 'Boss' })]))
    const before = fingerprint(space.folder)
    const sent = service.requests.length

    const { code, stdout } = await space.run(['assess', 'trips.csv', '--dry-run', '--json'])
    const words = await space.run(['assess', 'trips.csv', '--dry-run'])

    expect([code, words.code, service.requests.length]).toEqual([3, 3, sent])
    expect(fingerprint(space.folder)).toEqual(before)
    expect(words.stdout).toMatch(/^trips\.csv: 4 rows\n/)
    expect(words.stdout).toMatch(/1 {2}invalid .*\n/)
    expect(words.stdout).toMatch(/1 × seniority: \S/)
    expect(words.stdout).toContain('rwa-batch check assess trips.csv -o checked.xlsx\n')
    expect(words.stdout).toContain(
      `assess: 1 to send to ${service.baseUrl} (test environment), 2 scores to ask for, at least`,
    )
    expect(words.stdout).toMatch(/ {2}row 4: .*startDate \d{4}-\d\d-\d\d, .*employeeId E-003,/)
    expect(JSON.parse(stdout)).toMatchObject({
      toSend: 1,
      toAsk: 2,
      estimate: { calls: 4, isLeast: true },
      problems: [{ field: 'seniority', count: 1 }],
      firstRows: ['row 4'],
      target: service.baseUrl,
      isTest: true,
      rows: 4,
      balance: expect.arrayContaining([
        { state: 'ready', alreadyDone: false, rows: 1 },
        { state: 'accepted', alreadyDone: false, rows: 2 },
        { state: 'invalid', alreadyDone: false, rows: 1 },
      ]),
      firstRequests: [{ employeeId: 'E-003' }],
    })
  })

  it('needs no token and leaves nothing behind in a fresh folder', async () => {
    const space = new Workspace({ RWA_BASE_URL: 'https://service.example/api' })
    space.write('trips.csv', toCsv(trips(2)))
    // The folders of tests are in memory.
    const { code, stdout } = await space.run(['assess', 'trips.csv', '--dry-run', '--json', '--ephemeral-ledger'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ isTest: false, rows: 2 })
    expect(readdirSync(space.folder)).toEqual(['trips.csv'])
  })
})

describe('waiting for scores', () => {
  it('--no-wait only creates, and the same command without it polls and creates nothing; once all is done it asks nothing', async () => {
    const [space, service] = await prepare(trips(2))
    const first = await space.assess('trips.csv', noWait)
    expect([first.code, first.summary.outcomes]).toEqual([0, { accepted: 2 }])
    expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['rwa_create', 'rwa_create'])
    const second = await space.assess('trips.csv')
    expect([second.code, second.summary.outcomes]).toEqual([0, { scored: 2 }])
    expect(service.created()).toHaveLength(2)
    const sent = service.requests.length
    const third = await space.assess('trips.csv')
    expect([third.code, third.summary.alreadyDone, service.requests.length]).toEqual([0, 2, sent])
    expect(third.stderr).toContain('already done')
  })

  it('--poll-timeout leaves a row pending with exit 4, and the same command polls it again', async () => {
    let isReady = false
    const [space, service] = await prepare(trips(1), ({ endpoint }) =>
      endpoint === 'rwa_retrieve' && !isReady ? refusal('Pending') : undefined,
    )
    const first = await space.assess('trips.csv', '--poll-timeout', '1200ms')
    expect([first.code, first.summary.outcomes]).toEqual([4, { pending: 1 }])
    isReady = true
    const second = await space.assess('trips.csv')
    expect([second.code, second.summary.outcomes]).toEqual([0, { scored: 1 }])
    expect(service.created()).toHaveLength(1)
  })
})

it('--limit sends so many new rows; the others stay ready, with exit 4, and the next command sends them', async () => {
  const [space, service] = await prepare(trips(5))
  const plan = await space.run(['assess', 'trips.csv', '--dry-run', '--limit', '2'])
  expect(plan.stdout).toContain('assess: 2 to send')
  const first = await space.assess('trips.csv', noWait, '--limit', '2')
  expect([first.code, first.summary.outcomes, first.summary.stopped]).toEqual([4, { accepted: 2, ready: 3 }, null])
  expect(first.stderr).toContain('3 left for later by --limit')
  expect(first.stderr).toMatch(/3 {2}ready .*beyond --limit/)
  const again = await space.assess('trips.csv', noWait, '--limit', '2')
  expect([again.code, again.summary.outcomes]).toEqual([4, { accepted: 4, ready: 1 }])
  const last = await space.assess('trips.csv', noWait)
  expect([last.code, service.created()]).toEqual([0, ['E-001', 'E-002', 'E-003', 'E-004', 'E-005']])
})

describe('breakers', () => {
  it('--max-unknown stops sending after so many unknown outcomes; the others stay ready', async () => {
    const [space, service] = await prepare(trips(6), () => ({ status: 500, body: '' }))
    const { code, summary } = await space.assess('trips.csv', '--max-unknown', '2')
    expect(code).toBe(4)
    expect(summary).toMatchObject({ stopped: 'unknowns', outcomes: { unknown: 2, ready: 4 } })
    expect(service.created()).toHaveLength(2)
  })

  it('--max-errors stops sending after so many refusals; the others stay ready', async () => {
    const [space, service] = await prepare(trips(6), () => refusal('Closed for today'))
    const { code, summary } = await space.assess('trips.csv', '--max-errors', '2', '--concurrency', '1')
    expect(code).toBe(4)
    expect(summary).toMatchObject({ stopped: 'errors', outcomes: { rejected: 2, ready: 4 } })
    expect(service.created()).toHaveLength(2)
  })
})

describe('what is read', () => {
  it('--set fills empty cells and columns that are not there', async () => {
    const rows = [trip('E-1', { Seniority: '' }), trip('E-2', { Seniority: 'Low' })].map(
      ({ Purpose: _, ...row }) => row as Row,
    )
    const [space, service] = await prepare(rows)
    const { code, stderr } = await space.assess(
      'trips.csv',
      noWait,
      '--set',
      'purpose=Work From Anywhere',
      '--set',
      'seniority=senior',
    )
    expect(code, stderr).toBe(0)
    expect(service.requests.map(({ fields }) => [fields['purpose'], fields['seniority']])).toEqual([
      ['Work From Anywhere', 'Senior'],
      ['Work From Anywhere', 'Low'],
    ])
  })

  it('--columns maps own headings to fields', async () => {
    const rows = trips(1).map(({ 'Host country': destination, ...row }) => ({ ...row, Wohin: destination }) as Row)
    const [space, service] = await prepare(rows)
    space.write('map.json', '{"Wohin": "destination"}')
    const { code, stderr } = await space.assess('trips.csv', noWait, '--columns', 'map.json')
    expect(code, stderr).toBe(0)
    expect(service.requests[0]?.fields['destination']).toBe('Portugal')
  })

  it('--lists matches without case and accents, and a miss suggests the nearest and is not sent', async () => {
    const rows = [trip('E-1', { 'Host country': "cote d'ivoire" }), trip('E-2', { 'Host country': 'Portugla' })]
    const [space, service] = await prepare(rows)
    space.write('lists.json', JSON.stringify({ destination: ['Portugal', "Côte d'Ivoire"] }))
    const { code, summary } = await space.assess('trips.csv', noWait, '--lists', 'lists.json')
    expect([code, summary.outcomes]).toEqual([3, { accepted: 1, invalid: 1 }])
    expect(service.requests.map(({ fields }) => fields['destination'])).toEqual(["Côte d'Ivoire"])
    const { rows: problems } = (await readOutput(space.path(assessed('trips')))).table('Problems')
    expect(JSON.stringify(problems.find(({ cell }) => cell === 'F3'))).toContain('Portugal')
  })

  it('a date that can be read two ways is invalid with both readings shown, until --date-format says which', async () => {
    const [space, service] = await prepare([trip('E-1', { 'Trip start': '03/04/2026', 'Trip end': '05/04/2026' })])
    const first = await space.assess('trips.csv', noWait)
    expect([first.code, first.summary.outcomes]).toEqual([3, { invalid: 1 }])
    const [problem] = (await readOutput(space.path(assessed('trips')))).table('Problems').rows
    expect(problem?.['problem']).toMatch(/3 April 2026.*4 March 2026/)
    const second = await space.assess('trips.csv', noWait, '--date-format', 'DD/MM/YYYY')
    expect(second.code, second.stderr).toBe(0)
    expect(service.requests[0]?.fields).toMatchObject({
      startDate: '2026-04-03T00:00:00.000Z',
      endDate: '2026-04-05T00:00:00.000Z',
    })
  })

  it('hidden rows are included with a warning, and left out as skipped with --hidden skip', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.xlsx', await toXlsx(trips(3), { hiddenRows: [3] }))
    const skipped = await space.assess('trips.xlsx', noWait, '--hidden', 'skip')
    expect([skipped.code, skipped.summary.outcomes]).toEqual([0, { accepted: 2, skipped: 1 }])
    expect(service.created()).toEqual(['E-001', 'E-003'])
    const included = await space.assess('trips.xlsx', noWait)
    expect(included.summary.outcomes).toEqual({ accepted: 3 })
    expect(included.stderr).toMatch(/1 hidden row is included.*--hidden skip/)
  })
})

describe('what is sent that is held back otherwise', () => {
  it('equal rows are sent once, and with --allow-duplicates as often as they stand in the sheet', async () => {
    const [space, service] = await prepare([trip('E-1'), trip('E-1'), trip('E-1')])
    const first = await space.assess('trips.csv', noWait)
    expect([first.code, first.summary.outcomes]).toEqual([3, { accepted: 1, duplicate: 2 }])
    const second = await space.assess('trips.csv', noWait, '--allow-duplicates')
    expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 3 }])
    const third = await space.assess('trips.csv', noWait, '--allow-duplicates')
    expect([third.code, service.created().length]).toEqual([0, 3])
  })
})

describe('the embedded sandbox', () => {
  it('--sandbox needs neither address nor token, keeps its data from run to run, and says that scores are simulated', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(2)))
    const first = await space.assess('trips.csv', '--sandbox', noWait)
    expect([first.code, first.summary.outcomes]).toEqual([0, { accepted: 2 }])
    expect(first.stderr).toContain('simulated')
    expect(existsSync(space.path('output/sandbox.sqlite'))).toBe(true)
    const second = await space.assess('trips.csv', '--sandbox', noWait)
    expect([second.code, second.summary.outcomes]).toEqual([0, { accepted: 2 }])
  })

  it('whose data was deleted is a new one: all is scored anew under the same name, and an output that was edited is kept', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(2)))
    const before = await space.assess('trips.csv', '--sandbox')
    expect([before.code, before.summary.outcomes]).toEqual([0, { scored: 2 }])
    const deleteData = () => {
      for (const end of ['', '-wal', '-shm']) rmSync(space.path(`output/sandbox.sqlite${end}`), { force: true })
    }
    const says = 'was deleted since it was last used'
    deleteData()
    const planned = await space.run(['assess', 'trips.csv', '--sandbox', '--dry-run', '--json'])
    expect([JSON.parse(planned.stdout).toSend, planned.stderr]).toEqual([2, expect.stringContaining(says)])
    const anew = await space.assess('trips.csv', '--sandbox')
    expect([anew.code, anew.summary], anew.stderr).toEqual([
      0,
      expect.objectContaining({ outcomes: { scored: 2 }, alreadyDone: 0, orphans: 0, output: before.summary.output }),
    ])
    expect(anew.stderr).toContain(says)
    const again = await space.assess('trips.csv', '--sandbox')
    expect([again.summary.alreadyDone, again.stderr]).toEqual([2, expect.not.stringContaining(says)])
    deleteData()
    await alterWorkbook(space.path(String(before.summary.output)), ({ worksheets: [sheet] }) => {
      if (sheet !== undefined) sheet.getCell('A2').value = 'edited'
    })
    const kept = await space.assess('trips.csv', '--sandbox', '--faults', 'reset-after=0%,seed=7')
    expect([kept.code, kept.summary], kept.stderr).toEqual([
      0,
      expect.objectContaining({ alreadyDone: 0, output: before.summary.output }),
    ])
    expect(readdirSync(space.path('output')).filter((name) => name.includes('.edited-'))).toHaveLength(1)
  })
})

describe('messages', () => {
  it('without -q are said without colours when NO_COLOR is set; -q says nothing when nothing is wrong; --log-file has it all', async () => {
    const [space] = await prepare(trips(1))
    const { stderr: said } = await space.assess('trips.csv', noWait, '-v')
    expect(said).toContain('1 row ')
    expect(said).not.toContain('\u001b')
    const { code, stderr } = await space.assess('trips.csv', noWait, '-q', '--log-file', 'log.txt')
    expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(space.path('log.txt'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info .*1 row /m)
  })
})
