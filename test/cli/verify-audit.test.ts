import { beforeAll, describe, expect, it } from 'vitest'
import { type AuditVerdict, auditColumns, verifyAudit } from '../rooms/app/audit.ts'
import { ledgerAt } from '../rooms/ledger.ts'
import { checkDigests, type Forgery, forgeAudit, readAudit } from '../support/audits.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { ledgerFile, Workspace } from '../support/program.ts'
import { identifierOf, isCreateOf, refusal } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

const columns: readonly { name: string; title: string; kind: string }[] = auditColumns.map((column) => ({
  ...column,
  name: column.heading,
}))
const titleOf = (name: string): string => columns.find((column) => column.name === name)?.title ?? name

/** What a service may say, and no spreadsheet program should compute. */
const formula = '=HYPERLINK("https://evil.example","see\nhere")'

/** Trips, a refused one, and decisions that one person sealed and another released. */
async function fill(variables: Readonly<Record<string, string>>, keep: (end: () => void | Promise<void>) => void) {
  const service = await startDecisionService(
    (received) => (isCreateOf('E-002', received) ? refusal(formula) : undefined),
    keep,
  )
  const space = new Workspace({ ...service.variables, ...variables }, keep)
  space.write('trips.csv', toCsv([trip('E-001', { Name: 'Zoë Planted' }), trip('E-002', { Name: 'Bo' })]))
  await space.assess('trips.csv', '--concurrency', '1')
  const assessmentId = identifierOf('E-001')
  const decision = {
    assessmentId,
    status: 'Rejected',
    complianceTeamMemberId: 'C-001',
    managerId: 'M-1',
    note: 'x;=1+1;y',
  }
  space.write('d.csv', toCsv([decision]))
  space.writeProfile({ fourEyes: true })
  await space.run(['decide', 'd.csv', '--seal', 'plan.xlsx', '--by', 'C-001'])
  const { code, stderr } = await space.run(['decide', '--release', 'plan.xlsx', '--by', 'M-042', '--yes'])
  expect(code, stderr).toBe(0)
  space.write('staff.csv', toCsv([{ first_name: 'Fay', last_name: 'Hug', email: 'fay@acme.example', staff_id: 'C-7' }]))
  await space.run(['invite', 'staff.csv', '--yes'])
  for (const name of ['audit.xlsx', 'audit.csv']) {
    const written = await space.run(['status', '--attempts', '-o', name])
    expect(written.code, written.stderr).toBe(0)
  }
  return space
}

describe.each([
  { kind: 'a file', isThere: true },
  { kind: 'PostgreSQL', isThere: hasPostgres },
])('an exported audit of $kind', ({ kind, isThere }) => {
  const server = usePostgres()
  const ends: (() => void | Promise<void>)[] = []
  let space: Workspace
  let ledger: string
  let counter = 0

  beforeAll(async () => {
    if (!isThere) return
    const variables: Record<string, string> = kind === 'a file' ? {} : { RWA_LEDGER: server.address() }
    space = await fill(variables, (end) => void ends.push(end))
    ledger = variables['RWA_LEDGER'] ?? space.path(ledgerFile)
    return async () => {
      for (const end of ends.toReversed()) await end()
    }
  }, 60_000)

  const verify = (name: string, address = ledger): Promise<AuditVerdict> =>
    verifyAudit(ledgerAt(address, {}), undefined, space.path(name))

  async function forge(change: Parameters<typeof forgeAudit>[2], options = {}, from = 'audit.xlsx'): Promise<string> {
    counter += 1
    const name = `forged-${counter}.${from.split('.').at(-1)}`
    await forgeAudit(space.path(from), space.path(name), change, options)
    return name
  }

  const noLedger = (): string => space.path('nothing-here.sqlite')

  it.runIf(isThere)('shows what was known when a decision was sent, under plain headings, times as dates', async () => {
    const { headings, lines } = await readAudit(space.path('audit.xlsx'))
    expect(headings).toEqual([
      ...columns.map(({ title }) => title),
      'What was sent',
      'Salt',
      'Content digest',
      'Ledger digest',
      'Digest',
    ])
    const byHeading = lines.map((line) => Object.fromEntries(headings.map((heading, at) => [heading, line[at]])))
    const decided = byHeading.find((line) => line['Outcome'] === 'decided')
    expect(decided).toMatchObject({
      'Employee ID': 'E-001',
      Name: 'Zoë Planted',
      Destination: 'Portugal',
      Start: '2026-03-01T00:00:00.000Z',
      Overall: '6',
      Decision: 'Rejected',
      'Compliance approver': 'C-001',
      'Approving manager': 'M-1',
      'Four eyes': 'yes',
      'Sealed by': 'C-001',
      'Released by': 'M-042',
      Seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(byHeading.find((line) => line['Action'] === 'seal')?.['Seal']).toBe(decided?.['Seal'])
    expect(byHeading.find((line) => line['Action'] === 'retrieve')).toMatchObject({ Overall: '6', 'Four eyes': '' })
    expect((await readAudit(space.path('audit.csv'))).headings.slice(0, columns.length)).toEqual(
      columns.map(({ name }) => name),
    )
  })

  it.runIf(isThere).each(['audit.xlsx', 'audit.csv'])(
    '%s is as it was written, and the ledger recorded it',
    async (name) => {
      expect(await verify(name)).toMatchObject({
        ledger: 'recorded',
        isWhole: true,
        findings: [],
        forgotten: 0,
      })
      const { code, stdout } = await space.run(['status', '--verify', name])
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(
          /agrees with itself[\s\S]*recorded that it wrote[\s\S]*No difference was found[\s\S]*Not proven: the ledger’s owner/,
        ),
      ])
      expect(await verify(name, noLedger())).toMatchObject({ ledger: 'none', isWhole: true, findings: [] })
    },
  )

  it.runIf(isThere)('agrees with a verifier that is written from its sheet Digest alone', async () => {
    expect(await checkDigests(space.path('audit.xlsx'))).toEqual({ digest: [], content: [], ledger: [] })
  })

  it.runIf(isThere).each(columns.map(({ name, kind, title }) => ({ name, kind, title })))(
    'is found with another $name: in the file alone unless digests were recomputed, with the ledger always',
    async ({ name, kind, title }) => {
      const { headings, lines } = await readAudit(space.path('audit.xlsx'))
      const at = headings.indexOf(title)
      // Where something stands there, if anywhere.
      const line = Math.max(
        0,
        lines.findIndex((each) => each[at] !== ''),
      )
      const text =
        { text: 'forged', number: '77', time: '2020-02-02T02:02:02.002Z', day: '2020-02-02T00:00:00.000Z' }[kind] ?? ''
      const forgery: Forgery = { line, column: title, text }
      const place = `row ${line + 2}`
      for (const recompute of [false, true]) {
        const forged = await forge(forgery, { recompute })
        const alone = await verify(forged, noLedger())
        if (!recompute) expect(alone.findings).toContainEqual(expect.objectContaining({ kind: 'digest', place }))
        const { ledger: said, findings } = await verify(forged)
        expect([said, findings.length > 0]).toEqual([recompute ? 'unrecorded' : 'altered', true])
        if (name !== 'line')
          expect(findings).toContainEqual(
            expect.objectContaining({
              place,
              column: title,
              found: text,
              known: lines[line]?.[at] ?? '',
            }),
          )
        else expect(findings).toContainEqual(expect.objectContaining({ kind: 'added', line: 77, place }))
      }
    },
  )

  it.runIf(isThere)(
    'a consistent forgery of all later digests is not seen in the file alone, and is with the ledger',
    async () => {
      const { lines } = await readAudit(space.path('audit.csv'))
      const line = lines.findIndex((each) => each.includes('decided'))
      // What no other cell of the line repeats.
      const forged = await forge({ line, column: 'sealedBy', text: 'C-666' }, { recompute: true }, 'audit.csv')
      expect(await verify(forged, noLedger())).toMatchObject({ isWhole: true, findings: [] })
      const { ledger: said, findings } = await verify(forged)
      expect([said, findings]).toEqual([
        'unrecorded',
        [expect.objectContaining({ column: 'Sealed by', found: 'C-666', known: 'C-001' })],
      ])
      const shown = await space.run(['status', '--verify', forged])
      expect([shown.code, shown.stdout]).toEqual([
        3,
        expect.stringMatching(/line \d+ \(row \d+\), Sealed by: the file says “C-666”, the ledger “C-001”/),
      ])
      const asJson = await space.run(['status', '--verify', forged, '--json'])
      expect([asJson.code, asJson.summary]).toMatchObject([
        3,
        { ledger: 'unrecorded', isAsWritten: false, findings: [{ line: expect.any(Number) }] },
      ])
    },
  )

  const swap = (lines: unknown[][]): unknown[][] => [lines[1] ?? [], lines[0] ?? [], ...lines.slice(2)]
  it.runIf(isThere).each<{ what: string; change: (lines: unknown[][]) => unknown[][]; found: object }>([
    { what: 'a line taken out', change: (lines) => lines.toSpliced(1, 1), found: { kind: 'missing', line: 2 } },
    { what: 'two exchanged lines', change: swap, found: { kind: 'order' } },
    {
      what: 'an inserted line',
      change: (lines) => lines.toSpliced(1, 0, [...(lines[1] ?? [])]),
      found: { kind: 'order' },
    },
    {
      what: 'a line of its own',
      change: (lines) => [...lines, [99, ...(lines[1] ?? []).slice(1)]],
      found: { kind: 'added', line: 99 },
    },
  ])(
    '$what is found: in the file alone unless digests were recomputed, with the ledger always',
    async ({ change, found }) => {
      for (const from of ['audit.xlsx', 'audit.csv']) {
        const forged = await forge(change, {}, from)
        expect((await verify(forged, noLedger())).findings).toContainEqual(expect.objectContaining({ kind: 'digest' }))
        expect((await verify(forged)).findings).toContainEqual(expect.objectContaining(found))
        const consistent = await verify(await forge(change, { recompute: true }, from))
        expect([consistent.ledger, consistent.findings]).toEqual([
          'unrecorded',
          expect.arrayContaining([expect.objectContaining(found)]),
        ])
      }
    },
  )

  it.runIf(isThere)('exchanged headings and edited totals are found', async () => {
    const { Workbook } = (await import('exceljs')).default
    const edit = async (sheet: string, change: (table: import('exceljs').Worksheet) => void): Promise<AuditVerdict> => {
      const workbook = new Workbook()
      await workbook.xlsx.readFile(space.path('audit.xlsx'))
      const table = workbook.getWorksheet(sheet)
      if (table === undefined) throw new Error('it is not there')
      change(table)
      await workbook.xlsx.writeFile(space.path('edited.xlsx'))
      return verify('edited.xlsx', noLedger())
    }
    const headed = await edit('Attempts', (table) => {
      const [one, other] = ['Sealed by', 'Released by'].map(
        (title) => columns.findIndex((column) => column.title === title) + 1,
      )
      table.getCell(1, one ?? 0).value = 'Released by'
      table.getCell(1, other ?? 0).value = 'Sealed by'
    })
    expect(headed.findings).toContainEqual(expect.objectContaining({ kind: 'digest', place: 'row 2' }))
    const totals = await edit('By approver', (table) => {
      table.getCell('A2').value = 'C-999'
    })
    expect(totals.findings).toEqual([
      {
        kind: 'sum',
        place: 'By approver, row 2',
        found: 'C-999 | Rejected | 1',
        known: 'C-001 and M-1 | Rejected | 1',
      },
    ])
  })

  it.runIf(isThere)('another ledger says that it has none of these lines; what is no audit is refused', async () => {
    const other = new Workspace(space.variables)
    other.write('trips.csv', toCsv([trip('E-9')]))
    await other.assess('trips.csv', '--ledger', 'other.sqlite', '--new-ledger')
    const told = await space.run(['status', '--verify', 'audit.xlsx', '--ledger', other.path('other.sqlite')])
    expect([told.code, told.stdout]).toEqual([3, expect.stringContaining('None of its lines is in this ledger')])
    const refused = await space.run(['status', '--verify', 'd.csv'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is no exported audit')])
    const missing = await space.run(['status', '--verify', 'nowhere.xlsx'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('does not exist')])
  })

  it.runIf(isThere)('is of one input, and nothing is missed in it', async () => {
    await space.run(['status', 'd.csv', '--attempts', '-o', 'd.audit.xlsx'])
    expect(await verify('d.audit.xlsx')).toMatchObject({ ledger: 'recorded', findings: [] })
    const forged = await forge((lines) => lines.toSpliced(1, 1), { recompute: true }, 'd.audit.xlsx')
    const { code, stdout } = await space.run(['status', 'd.csv', '--verify', forged])
    expect([code, stdout.match(/is not in the file/g)?.length]).toEqual([3, 1])
  })

  it.runIf(isThere)(
    'verifies when its row was sent again and its trip forgotten: said as forgotten, not as forged',
    async () => {
      const { code, stderr } = await space.run(['ledger', 'forget', '--employee', 'E-001', '--yes'])
      expect(code, stderr).toBe(0)
      for (const name of ['audit.xlsx', 'audit.csv']) {
        const verdict = await verify(name)
        expect(verdict).toMatchObject({ ledger: 'recorded', isWhole: true, findings: [] })
        expect(verdict.forgotten).toBeGreaterThan(2)
      }
      const { stdout } = await space.run(['status', '--verify', 'audit.xlsx'])
      expect(stdout).toMatch(/Forgotten since: \d lines\./)
      expect(await checkDigests(space.path('audit.xlsx'))).toEqual({ digest: [], content: [], ledger: [] })
      // A forged note of a forgotten decision is still found, also when all digests were recomputed.
      const { lines } = await readAudit(space.path('audit.xlsx'))
      const line = lines.findIndex((each) => each.includes('decided'))
      const forged = await forge({ line, column: titleOf('note'), text: 'forged' }, { recompute: true })
      expect((await verify(forged)).findings).toContainEqual(
        expect.objectContaining({ column: 'Note', found: 'forged' }),
      )
      const emptied = await forge({ line, column: 'What was sent', text: '{"status":"Pending"}' }, { recompute: true })
      expect((await verify(emptied)).findings).toContainEqual(expect.objectContaining({ column: 'What was sent' }))

      const again = await space.run(['status', '--attempts', '-o', 'after.xlsx'])
      expect(again.code).toBe(0)
      expect(await verify('after.xlsx')).toMatchObject({ ledger: 'recorded', findings: [], forgotten: 0 })
      expect(await checkDigests(space.path('after.xlsx'))).toEqual({ digest: [], content: [], ledger: [] })
      const digestsOf = async (name: string) => (await readAudit(space.path(name))).lines.map((each) => each.at(-2))
      const before = await digestsOf('audit.xlsx')
      expect((await digestsOf('after.xlsx')).slice(0, before.length)).toEqual(before)
    },
  )
})
