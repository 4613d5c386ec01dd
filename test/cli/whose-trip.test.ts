import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCsvOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { type Ended, type Variables, Workspace } from '../support/program.ts'
import { readDecisions } from '../support/sandbox-decisions.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from '../web/page-client.ts'

describe.each([
  ['a file', false],
  ['a database', true],
] as const)('with %s as the ledger', (_, isDatabase) => {
  describe.skipIf(isDatabase && !hasPostgres)('', () => {
    const server = isDatabase ? usePostgres() : { address: () => '' }
    let sandbox: TestSandbox
    let space: Workspace
    let variables: Variables
    /** Identifiers of the trips of E-001 (Portugal), E-002 (France), and E-001 again (Portugal, in May). */
    let first = ''
    let second = ''
    let third = ''

    beforeAll(async () => {
      sandbox = await TestSandbox.start('1ms-2ms')
    })
    afterAll(() => sandbox.close())

    beforeEach(async () => {
      const ledger = isDatabase ? { RWA_LEDGER: server.address() } : undefined
      variables = { ...sandbox.variables, ...ledger }
      space = new Workspace(variables)
      if (ledger !== undefined) expect((await new Workspace().run(['ledger', 'init', ledger.RWA_LEDGER])).code).toBe(0)
      space.write(
        'trips.csv',
        toCsv([
          { Name: 'Anna Schmidt', ...trip('E-001') },
          { Name: 'Łukasz Nowak', ...trip('E-002', { 'Host country': 'France' }) },
          { Name: 'Anna Schmidt', ...trip('E-001', { 'Trip start': '2026-05-01', 'Trip end': '2026-05-09' }) },
        ]),
      )
      expect((await space.run(['assess', 'trips.csv', '-o', 'out.csv'])).code).toBe(0)
      ;[first = '', second = '', third = ''] = readCsvOutput(space.path('out.csv')).rows.map((row) =>
        String(row['assessmentId']),
      )
    })

    const approved = { status: 'Approved', complianceTeamMemberId: 'C-001' }
    const rejected = { status: 'Rejected', complianceTeamMemberId: 'C-001' }

    function decide(rows: readonly Row[], ...options: readonly string[]): Promise<Ended> {
      space.write('d.csv', toCsv(rows))
      return space.run(['decide', 'd.csv', '-o', 'decided.csv', '--yes', ...options])
    }

    const statesOf = (file = 'decided.csv'): unknown[] =>
      readCsvOutput(space.path(file)).rows.map(({ outcome }) => outcome)
    const recordedOf = (...ids: string[]): string[] =>
      readDecisions(sandbox.dataFile)
        .filter(({ assessmentId }) => ids.includes(assessmentId))
        .map(({ status }) => status)

    describe('a row that says another trip than its identifier', () => {
      it.each<[string, () => Row[], RegExp]>([
        [
          'another employee, under our headings',
          () => [
            { assessmentId: second, employeeId: 'E-001', ...approved },
            { assessmentId: first, employeeId: 'E-002', ...rejected },
          ],
          /“E-001”/,
        ],
        [
          'another employee, under German headings',
          () => [{ assessmentId: second, Personalnummer: 'E-001', ...approved }],
          /“E-001”/,
        ],
        [
          'another name: names were sorted apart',
          () => [
            { assessmentId: first, Name: 'Łukasz Nowak', ...approved },
            { assessmentId: second, Name: 'Schmidt, Anna', ...rejected },
          ],
          /“Łukasz Nowak”/,
        ],
        ['another country', () => [{ assessmentId: first, 'Host country': 'France', ...approved }], /“France”/],
        [
          'another trip of the same employee',
          () => [
            { assessmentId: third, employeeId: 'E-001', startDate: '2026-03-01', ...approved },
            { assessmentId: first, employeeId: 'E-001', startDate: '2026-05-01', ...rejected },
          ],
          /“2026-03-01”/,
        ],
      ])('is invalid, with its cell and whose it is: %s', async (_, rows, said) => {
        const before = recordedOf(first, second, third)
        const { code, stderr } = await decide(rows())
        expect([code, new Set(statesOf()), recordedOf(first, second, third)], stderr).toEqual([
          3,
          new Set(['invalid']),
          before,
        ])
        const [row] = readCsvOutput(space.path('decided.csv')).rows
        expect(row?.['problem']).toMatch(said)
        expect(row?.['problem']).toMatch(/is of (Anna Schmidt|Łukasz Nowak), E-00\d, (Portugal|France), 2026-0\d-01/)
      })

      it.each<[string, () => Row[]]>([
        [
          'of a sheet that was sorted whole',
          () => [
            { assessmentId: second, Name: 'Łukasz Nowak', employeeId: 'E-002', ...approved },
            { assessmentId: first, Name: 'Anna Schmidt', employeeId: 'e-001 ', ...approved },
          ],
        ],
        ['with an unreadable day', () => [{ assessmentId: first, startDate: '03/04/2026', ...approved }]],
        [
          'with the name the other way round, or in other letters',
          () => [
            { assessmentId: first, Name: 'SCHMIDT, Anna', ...approved },
            { assessmentId: second, Name: 'Лукаш Новак', ...approved },
          ],
        ],
        [
          'with IDs under a heading that names people, too',
          () => [
            { assessmentId: first, Employee: 'e-001', ...approved },
            { assessmentId: second, Mitarbeiter: 'E-002', ...approved },
            { assessmentId: third, Traveller: 'E-1', ...approved },
          ],
        ],
        ['with identifiers alone', () => [{ assessmentId: first, ...approved }]],
      ])('is no such row: one %s', async (_, rows) => {
        const { code, stderr } = await decide(rows())
        expect(code, stderr).toBe(0)
      })

      it('is shown as the ledger knows it: name, place, score, also beside identifiers alone', async () => {
        space.write(
          'd.csv',
          toCsv([
            { assessmentId: second, ...approved, externalEventId: 'EV-1' },
            { assessmentId: first, ...rejected, externalEventId: 'EV-1' },
          ]),
        )
        const { code, stdout } = await space.run(['decide', 'd.csv', '--dry-run'])
        expect(code).toBe(0)
        expect(stdout).toMatch(
          /row 2 · E-002 Łukasz Nowak · France 2026-03-01 · Compliance Approved by C-001 · overall \d/,
        )
        expect(stdout).toMatch(/row 3 · E-001 Anna Schmidt · Portugal 2026-03-01 · Rejected by C-001 · overall \d/)
        expect(stdout).toContain('row 2 and row 3 carry the same event identifier, EV-1')
      })
    })

    describe('a decision that another has replaced since', () => {
      it('is superseded: not sent again, said with whose and when, and sent where that is asked for', async () => {
        const sheet = [{ assessmentId: first, ...approved }]
        expect((await decide(sheet)).code).toBe(0)
        space.write(
          'later.csv',
          toCsv([{ assessmentId: first, status: 'Rejected', managerId: 'M-2', note: 'visa withdrawn' }]),
        )
        expect((await space.run(['decide', 'later.csv', '-o', 'later-out.csv', '--yes'])).code).toBe(0)

        const again = await decide(sheet)
        expect([again.code, statesOf()]).toEqual([3, ['superseded']])
        const [row] = readCsvOutput(space.path('decided.csv')).rows
        expect(row?.['problem']).toMatch(
          /^was recorded before, and Rejected by M-2 replaced it on \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\); not sent again$/,
        )
        const next = again.stderr.split('\n').find((line) => line.startsWith('Next:'))
        expect(next).toMatch(/d\.csv .*--send-changed$/)
        expect(next).not.toContain('--yes')
        expect(recordedOf(first)).toEqual(['Compliance Approved', 'Rejected'])

        const planned = await space.run(['decide', 'd.csv', '--dry-run', '--send-changed'])
        expect(planned.stdout).toMatch(/replaces Rejected by M-2 of \d{4}-\d\d-\d\d \d\d:\d\d · /)
        expect((await decide(sheet, '--send-changed')).code).toBe(0)
        expect(recordedOf(first)).toEqual(['Compliance Approved', 'Rejected', 'Compliance Approved'])
      })
    })

    it.skipIf(!hasTerminal)(
      'a long plan can be read whole before it is confirmed: the question names a file',
      async () => {
        const rows = Array.from({ length: 60 }, (_, index) => ({
          assessmentId: first,
          ...approved,
          note: `note ${index}`,
        }))
        space.write('d.csv', toCsv(rows))
        const session = startOnTerminal(space.folder, ['decide', 'd.csv'], variables)
        await session.until('Type the number of requests (60) to send them; all of them stand in')
        const [plan = ''] = readdirSync(space.path('output')).filter((name) => name.endsWith('.txt'))
        const text = readFileSync(space.path(`output/${plan}`), 'utf8')
        expect(text).toMatch(/row 61 · E-001 Anna Schmidt · .* · note 59 · /)
        expect(session.said()).not.toContain('row 61 ·')
        session.type(`no${keys.enter}`)
        expect(await session.ended, session.said()).toBe(2)
      },
    )

    it('is wrong on the page too, and nothing of it is sent', async () => {
      const client = await enterPageInProcess(space)
      const rows = [{ assessmentId: second, Name: 'Anna Schmidt', ...approved }]
      await client.upload('d.csv', toCsv(rows), 'decide')
      const { plan } = await client.post('/api/plan')
      expect(plan).toMatchObject({ toSend: 0, balance: [{ state: 'invalid', count: 1 }] })
    })
  })
})
