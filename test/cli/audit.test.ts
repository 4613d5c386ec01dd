import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportColumns } from '../rooms/app/audit.ts'
import { openDatabase } from '../rooms/support.ts'
import { checkDigests, readAudit } from '../support/audits.ts'
import { fieldRefusal, startDecisionService } from '../support/decision-service.ts'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { ledgerFile as ledger, Workspace } from '../support/program.ts'
import { identifierOf, isCreateOf, type Reply, refusal, type Service, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

type Line = Record<string, unknown>

const operator = { account: userInfo().username, machine: hostname() }
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
/** What a service may say, and no spreadsheet program should compute. */
const formula = '=HYPERLINK("https://evil.example","see\nhere")'

/** The same in a program that splits at semicolons, and what it must be there. */
const [note, safeNote] = ['x;=1+1;y', "x;'=1+1;y"]

describe('of what an assess and a decide have sent', () => {
  let service: Service
  let space: Workspace

  beforeAll(async () => {
    const ends: (() => void)[] = []
    const keep = (end: () => void): void => void ends.push(end)
    const replies: Readonly<Record<string, Reply>> = { 'E-002': refusal(formula), 'E-003': 'drop' }
    service = await startDecisionService(({ endpoint, fields }) => {
      if (endpoint === 'rwa_create') return replies[String(fields['employeeId'])]
      return fields['status'] === 'Rejected' ? fieldRefusal('managerId', 'no such manager') : undefined
    }, keep)
    space = new Workspace(service.variables, keep)
    space.write('trips.csv', toCsv(trips(3)))
    await space.assess('trips.csv', '--concurrency', '1')
    const assessmentId = identifierOf('E-001')
    space.write(
      'decisions.csv',
      toCsv([
        { assessmentId, status: 'Pending', managerId: '', note },
        { assessmentId, status: 'Rejected', managerId: 'M-1', note: '' },
      ]),
    )
    await space.run(['decide', 'decisions.csv', '--yes'])
    return () => {
      for (const end of ends) end()
    }
  })

  async function readLines(...args: readonly string[]): Promise<Line[]> {
    const { code, stdout, stderr } = await space.run(['status', ...args, '--attempts', '--json'])
    expect([code, stderr]).toEqual([0, ''])
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  async function readByName(file: string): Promise<Record<string, string>[]> {
    const { lines } = await readAudit(space.path(file))
    return lines.map((line) => Object.fromEntries(exportColumns.map(({ heading }, at) => [heading, line[at] ?? ''])))
  }

  it('leaves a line in the log itself, as it does with -o', async () => {
    const before = await readLines()
    const after = await readLines()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toMatchObject({ operation: 'audit', outcome: 'disclosed' })
    expect(after.at(-1)?.['detail']).toMatch(new RegExp(`^${before.length} lines of the log, by .+@`))
  })

  it('-o has it as a workbook: in columns, by approver and by day, each line sealed', async () => {
    const first = await space.run(['status', '--attempts', '-o', 'audit.xlsx'])
    expect([first.code, first.stdout]).toEqual([0, 'audit.xlsx\n'])
    const { sheets, table } = await readOutput(space.path('audit.xlsx'), 'Attempts')
    const results = await readByName('audit.xlsx')
    expect(sheets).toEqual(['Attempts', 'By approver', 'By day', 'Digest'])
    // Its own line came behind them.
    const lines = await readLines()
    expect(results).toHaveLength(lines.length - 1)
    expect(lines.at(-1)).toMatchObject({ operation: 'audit', outcome: 'disclosed', employeeId: null, request: {} })
    expect(results.find(({ outcome }) => outcome === 'decided')).toMatchObject({
      ...operator,
      employeeId: 'E-001',
      status: 'Pending',
      note,
      httpStatus: '200',
    })
    expect(table('By approver').rows).toEqual([
      { Approver: '(nobody named)', Decision: 'Pending', decided: 1, rejected: 0 },
      { Approver: 'M-1', Decision: 'Rejected', decided: 0, rejected: 1 },
    ])
    const [day] = String(results[0]?.['sentAt']).split('T')
    const who = `${operator.account}@${operator.machine}`
    expect(table('By day').rows).toContainEqual(
      expect.objectContaining({ 'Day (UTC)': day, Who: who, Action: 'update', decided: 1, rejected: 1 }),
    )

    // As anybody may check it, from the file alone.
    expect(await checkDigests(space.path('audit.xlsx'))).toEqual({ digest: [], content: [], ledger: [] })
    expect(first.stderr).toContain(`digest of the last: ${results.at(-1)?.['digest']}`)
    expect(lines.at(-1)?.['detail']).toContain(`, digest ${results.at(-1)?.['digest']}, by `)
    expect((await space.run(['status', '--attempts', '-o', 'again.csv'])).code).toBe(0)
    // Another export has the same ledger digests, and goes on with the line about the first.
    const again = readCsvOutput(space.path('again.csv')).rows
    expect(again.slice(0, results.length).map((row) => row['ledgerDigest'])).toEqual(
      results.map((row) => row['ledgerDigest']),
    )
    expect((await space.run(['status', '--attempts', '-o', 'audit.xlsx'])).code).toBe(2)
    expect((await space.run(['status', '-o', 'status.xlsx'])).code).toBe(2)
  })

  it('--json has one object a line: who was told what, when, with which answer', async () => {
    const lines = await readLines('trips.csv')
    const summary = lines.map(({ row, operation, httpStatus, outcome }) => [row, operation, httpStatus, outcome])
    expect(summary.toSorted()).toEqual([
      [2, 'create', 200, 'accepted'],
      [2, 'retrieve', 200, 'scored'],
      [3, 'create', 200, 'rejected'],
      [4, 'create', null, 'unknown'],
    ])
    expect(lines[0]).toMatchObject({
      sentAt: isoTime,
      answeredAt: isoTime,
      file: space.path('trips.csv'),
      identifier: identifierOf('E-001'),
      state: 'scored',
      address: service.baseUrl,
      company: 'default',
    })
    const told = { employeeId: 'E-001', destination: 'Portugal', assessmentId: identifierOf('E-001') }
    expect(lines[0]).toMatchObject({ ...told, ...operator, request: { employeeId: 'E-001', salesContracts: 'No' } })
    expect(lines.find(({ outcome }) => outcome === 'rejected')).toMatchObject({ detail: formula })
  })

  it('a decision is logged with the event identifier that it was sent with', async () => {
    const lines = await readLines('decisions.csv')
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'rwa_update')
    expect(lines.map(({ row, operation, outcome, detail }) => [row, operation, outcome, detail])).toEqual([
      [2, 'update', 'decided', `externalEventId ${String(sent[0]?.fields['externalEventId'])}`],
      [
        3,
        'update',
        'rejected',
        `managerId; no such manager; externalEventId ${String(sent[1]?.fields['externalEventId'])}`,
      ],
    ])
  })

  it('a decision says who ran it, who decided what of whom, and with which event, in columns of their own', async () => {
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'rwa_update')
    const common = { ...operator, employeeId: 'E-001', assessmentId: identifierOf('E-001') }
    const events = sent.map(({ fields }) => fields['externalEventId'])
    expect(await readLines('decisions.csv')).toMatchObject([
      { ...common, status: 'Pending', managerId: null, note, externalEventId: events[0] },
      { ...common, status: 'Rejected', managerId: 'M-1', note: null, externalEventId: events[1] },
    ])
    const { stdout } = await space.run(['status', 'decisions.csv', '--attempts'])
    expect(stdout).toContain(
      `${operator.account}@${operator.machine}  row 3  update HTTP 200  rejected (Rejected by M-1; E-001,`,
    )
  })

  it('without an input it is of all of them, in the order in which it happened, each line once', async () => {
    const all = (await readLines()).filter(({ operation }) => operation !== 'audit')
    expect(all).toEqual([...(await readLines('trips.csv')), ...(await readLines('decisions.csv'))])
    expect(all.map(({ sentAt }) => sentAt)).toEqual(all.map(({ sentAt }) => sentAt).toSorted())
  })

  it('--csv is a table that reads back, with line breaks as \\u{a}, and no text in it is a formula', async () => {
    const { code, stdout } = await space.run(['status', '--attempts', '--csv'])
    expect(code).toBe(0)
    const table: Record<string, string>[] = parse(stdout, { columns: true })
    // Its own line came behind them.
    const lines = (await readLines()).slice(0, -1)
    expect(table).toEqual(
      lines.map(({ request: _, ...line }) =>
        Object.fromEntries(
          Object.entries(line).map(([name, value]) => {
            const text = String(value ?? '').replaceAll('\n', '\\u{a}')
            return [name, text === note ? safeNote : /^[=+\-@\t\r]/.test(text) ? `'${text}` : text]
          }),
        ),
      ),
    )
    expect(table.map(({ detail }) => detail)).toContain(`'${formula.replaceAll('\n', '\\u{a}')}`)
  })

  it('for people it is a line each, whatever line breaks the service’s words have', async () => {
    const { stdout } = await space.run(['status', 'trips.csv', '--attempts'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines).toContainEqual(
      expect.stringMatching(/^\S+Z {2}\S+@\S+ {2}row 2 {2}create HTTP 200 {2}accepted \(E-001\): A-E-001$/),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/row 3 {2}create HTTP 200 {2}rejected \(E-002\): =HYPERLINK\(.*see here"\)$/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/row 4 {2}create {2}unknown \(E-003\): the connection was/))
  })

  it('of a sheet that nothing was sent for it says so', async () => {
    const { code, stdout } = await space.run(['status', 'nowhere.csv', '--attempts'])
    expect([code, stdout]).toEqual([0, 'Nothing was sent for nowhere.csv yet.\n'])
  })
})

it('works while another process runs', async () => {
  const service = await startService((received) => (isCreateOf('E-002', received) ? 'hang' : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  const running = space.start(['assess', 'trips.csv', '--no-wait', '--concurrency', '1', '--request-timeout', '10m'])
  await running.until(() => service.created().includes('E-002'))
  const { code, stdout } = await space.run(['status', 'trips.csv', '--attempts', '--json'])
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ row: 2, outcome: 'accepted' }])
})

it.each([['--json'], ['--csv'], []])(
  'a reader that goes away after the first lines is no failure (%s)',
  async (...format) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(1)))
    await space.assess('trips.csv', '--no-wait')
    const db = openDatabase(space.path(ledger))
    db.exec(`INSERT INTO attempts (submission_id, operation, outcome, detail)
           WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
           SELECT 1, 'create', 'not-sent', 'try ' || n FROM numbers`)
    db.close()
    rmSync(`${space.path(ledger)}.mark`)
    const { child, ended } = space.start(['status', '--attempts', ...format])
    if (child.stdout === null) throw new Error('its output is not read')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const { code, signal, stderr } = await ended
    // The mark was taken away above.
    expect([code, signal, stderr]).toEqual([0, null, expect.not.stringMatching(/EPIPE|defect|error/)])
  },
)
