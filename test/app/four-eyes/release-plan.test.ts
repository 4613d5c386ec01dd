import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { planRelease, prepareRelease, readSealedPlan, sealSheet } from '../../rooms/app/four-eyes.ts'
import { runSheet, type SheetOptions, startRun } from '../../rooms/app.ts'
import type { AuditLine } from '../../rooms/ledger/port.ts'
import { ledgerAt } from '../../rooms/ledger.ts'
import { decide } from '../../rooms/operations.ts'
import type { RunReport } from '../../rooms/pipeline/model.ts'
import { silentLogger, systemClock, systemRandom } from '../../rooms/support.ts'
import { fieldRefusal, sentTo, startDecisionService } from '../../support/decision-service.ts'
import { alterWorkbook, editWorkbook } from '../../support/edit-workbook.ts'
import { readOutput } from '../../support/outputs.ts'
import { createRunSettings } from '../../support/run-defaults.ts'
import { type Received, type Reply, token } from '../../support/service.ts'
import { useSharedFingerprints } from '../../support/shared-fingerprints.ts'
import { type Row, toCsv, trip } from '../../support/trips.ts'

useSharedFingerprints()

const ports = {
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
  interrupt: new AbortController().signal,
  cleaningUp: <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> => run().finally(cleanUp),
  onSpill() {},
}
const rows: readonly Row[] = [
  { assessmentId: 'A-E1', employeeId: 'E1', status: 'Rejected', complianceTeamMemberId: 'C-001', note: 'late' },
  { assessmentId: 'A-2', employeeId: 'E2', status: 'Approved', complianceTeamMemberId: 'C-001', note: '' },
]

interface Desk {
  path(name: string): string
  write(content: readonly Row[]): void
  seal(by?: string): ReturnType<typeof sealSheet>
  release(by?: string): Promise<RunReport>
  /** What its plan would send, without sending. */
  look(): Promise<number>
  /** Something is sent beside it. */
  run(name: 'assess' | 'decide', content: readonly Row[]): Promise<RunReport>
  sent(): Record<string, unknown>[]
  log(): Promise<AuditLine[]>
}

async function createDesk(reply?: (received: Received) => Reply | undefined): Promise<Desk> {
  const service = await startDecisionService(reply)
  const folder = mkdtempSync(join(tmpdir(), 'rwa-pair-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  const settings = createRunSettings(service.baseUrl, path('ledger.sqlite'))
  const input = path('d.csv')
  const write = (content: readonly Row[]): void => writeFileSync(input, toCsv(content))
  const open = () => readSealedPlan(decide, path('plan.xlsx'), settings)
  const prepare = async (by: string) =>
    prepareRelease(decide, await open(), { by, output: path('d.decided.xlsx'), retries: 1 })
  write(rows)
  return {
    path,
    write,
    seal: (by = 'C-001') => sealSheet(decide, { input, by, plan: path('plan.xlsx') }, settings, ports),
    release: async (by = 'M-1') => startRun(decide, await prepare(by), settings, { ...ports, ask: async () => true }),
    look: async () => (await planRelease(decide, await prepare('M-1'), settings)).sending.toSend,
    run(name, content) {
      writeFileSync(path('other.csv'), toCsv(content))
      const { baseUrl } = service
      const options: SheetOptions = {
        input: path('other.csv'),
        output: path('o.xlsx'),
        baseUrl,
        token,
        confirm: true,
        ledger: settings.ledger,
      }
      return runSheet(name, options)
    },
    sent: () => sentTo(service, 'rwa_update'),
    async log() {
      const lines: AuditLine[] = []
      for await (const page of ledgerAt(settings.ledger, {}).audit()) lines.push(...page)
      return lines
    },
  }
}

describe('a sealed plan', () => {
  it('shows whom, what and what it replaces; sends nothing; and is sent as it is once somebody else releases it', async () => {
    const desk = await createDesk()
    await desk.run('assess', [trip('E1')])
    await desk.run('decide', [{ assessmentId: 'A-E1', status: 'Pending', complianceTeamMemberId: '' }])
    expect(desk.sent()).toHaveLength(1)
    const { seal, plan, contradictions } = await desk.seal()
    expect([plan.total, plan.replaced.count, contradictions, desk.sent().length]).toEqual([2, 1, [], 1])
    const { results } = await readOutput(desk.path('plan.xlsx'), 'Plan')
    expect(results).toMatchObject([
      {
        row: 'row 2',
        employeeId: 'E1',
        destination: 'Portugal',
        startDate: '2026-03-01',
        overallTrip: 6,
        status: 'Rejected',
        complianceTeamMemberId: 'C-001',
        note: 'late',
        lastDecision: 'Pending',
        assessmentId: 'A-E1',
      },
      { row: 'row 3', employeeId: 'E2', status: 'Compliance Approved', assessmentId: 'A-2' },
    ])
    expect(await desk.look()).toBe(2)
    const report = await desk.release()
    expect(report.balance).toEqual([{ state: 'decided', wasDone: false, count: 2 }])
    expect(desk.sent().slice(1)).toMatchObject([{ status: 'Rejected' }, { status: 'Compliance Approved' }])
    const log = (await desk.log()).filter(({ operation }) => operation !== 'create' && operation !== 'retrieve')
    expect(log.map(({ operation, outcome, account }) => [operation, outcome, account !== null])).toEqual([
      ['update', 'decided', true],
      ['seal', 'sealed', true],
      ['release', 'released', true],
      ['update', 'decided', true],
      ['update', 'decided', true],
    ])
    // The seal is a line of the same run.
    expect(log.map(({ release }) => release !== null)).toEqual([false, true, true, true, true])
    expect(JSON.parse(log[1]?.detail ?? '')).toMatchObject({ seal, by: 'C-001', requests: 2 })
    expect(JSON.parse(log[3]?.release ?? '')).toMatchObject({ seal, by: 'M-1', sealedBy: 'C-001' })
    // Once more it has nothing left to do, and says nothing new.
    expect((await desk.release()).balance).toEqual([{ state: 'decided', wasDone: true, count: 2 }])
    expect([desk.sent().length, (await desk.log()).filter(({ operation }) => operation === 'release').length]).toEqual([
      3, 1,
    ])
  })

  it('is not released by whoever sealed it, nor sealed or released by nobody', async () => {
    const desk = await createDesk()
    await expect(desk.seal(' ')).rejects.toThrow('the staff ID is missing')
    await desk.seal()
    await expect(desk.release('c-001')).rejects.toThrow('C-001 has sealed this plan')
    await expect(desk.release('')).rejects.toThrow('the staff ID is missing')
    expect(desk.sent()).toEqual([])
  })

  it('is carried on when its release broke off midway, by whomever but the first one', async () => {
    let isDown = true
    const desk = await createDesk(({ fields }) =>
      isDown && fields['assessmentId'] === 'A-2' ? fieldRefusal('complianceTeamMemberId', 'not yet') : undefined,
    )
    await desk.seal()
    expect((await desk.release()).balance.map(({ state }) => state).toSorted()).toEqual(['decided', 'rejected'])
    isDown = false
    await expect(desk.release('C-001')).rejects.toThrow('cannot release it as well')
    expect((await desk.release('M-2')).balance).toEqual([
      { state: 'decided', wasDone: false, count: 1 },
      { state: 'decided', wasDone: true, count: 1 },
    ])
    expect(desk.sent().map(({ assessmentId }) => assessmentId)).toEqual(['A-E1', 'A-2', 'A-2'])
  })

  it('names what contradicts itself: two decisions on one assessment, another employee than it is about', async () => {
    const desk = await createDesk()
    await desk.run('assess', [trip('E1')])
    desk.write([
      ...rows,
      { ...rows[0], status: 'Pending' },
      { assessmentId: 'A-E1', employeeId: 'E9', status: 'Canceled', cancelledByStaffId: 'S-1' },
    ])
    const { contradictions, report } = await desk.seal()
    expect(contradictions).toEqual(['A-E1: Rejected (row 2), then Pending (row 4)'])
    expect(report.balance).toContainEqual({ state: 'invalid', wasDone: false, count: 1 })
  })

  it.each<[string, (desk: Desk) => unknown, string]>([
    [
      'a decision in the plan',
      ({ path }) => editWorkbook(path('plan.xlsx'), [{ sheet: 'Plan', row: 2, values: { status: 'Canceled' } }]),
      'the plan itself was changed since it was sealed (sheet Plan, line 2, status: “Canceled” stands there for “Rejected”)',
    ],
    [
      'a name in the plan',
      ({ path }) => editWorkbook(path('plan.xlsx'), [{ sheet: 'Plan', row: 3, values: { employeeId: 'E7' } }]),
      'sheet Plan, line 3, employeeId: “E7” stands there for “E2”',
    ],
    [
      'what stands on the sheet Seal',
      ({ path }) =>
        editWorkbook(path('plan.xlsx'), [
          { sheet: 'Seal', row: 'To be sent', values: { 'Sealed plan: Decisions': 'x' } },
        ]),
      'the plan itself was changed since it was sealed',
    ],
    [
      'another decision, recorded since',
      ({ run }) => run('decide', [{ assessmentId: 'A-2', status: 'Pending' }]),
      'what is recorded was changed since the plan was sealed: row 3 (Compliance Approved for A-2): lastDecision was “”, is “Pending”',
    ],
    [
      'the same decision, recorded since',
      ({ run }) => run('decide', rows.slice(1)),
      'what is recorded was changed since the plan was sealed: row 3 (Compliance Approved for A-2) is recorded already',
    ],
    [
      'a hidden row and a hidden column of the plan',
      ({ path }) =>
        alterWorkbook(path('plan.xlsx'), (workbook) => {
          const plan = workbook.getWorksheet('Plan')
          if (plan === undefined) return
          plan.getRow(3).hidden = true
          plan.getColumn(6).hidden = true
        }),
      'has hidden content: column F of Plan, row 3 of Plan',
    ],
    [
      'a hidden sheet of the plan',
      ({ path }) =>
        alterWorkbook(path('plan.xlsx'), (workbook) => {
          workbook.addWorksheet('More').state = 'veryHidden'
        }),
      'has hidden content: the sheet More',
    ],
    ['the ledger is another one', ({ path }) => rmSync(path('ledger.sqlite')), 'ledger'],
  ])('is broken by a change: %s; nothing is sent, and it is said what and where', async (_, change, message) => {
    const desk = await createDesk()
    await desk.seal()
    await change(desk)
    const before = desk.sent().length
    await expect(desk.release()).rejects.toMatchObject({
      message: expect.stringContaining(message),
      hint: expect.stringContaining(''),
    })
    expect(desk.sent()).toHaveLength(before)
    expect((await desk.log().catch(() => [])).filter(({ operation }) => operation === 'release')).toEqual([])
  })

  it.each<[string, (desk: Desk) => unknown]>([
    ['a status in it', ({ write }) => write([{ ...rows[0], status: 'Pending' }, rows[1] ?? {}])],
    ['a further row', ({ write }) => write([...rows, { ...rows[1], assessmentId: 'A-3' }])],
    ['a row less', ({ write }) => write(rows.slice(0, 1))],
    ['its order', ({ write }) => write(rows.toReversed())],
    ['it is gone', ({ path }) => rmSync(path('d.csv'))],
    [
      'it was sealed anew, and this is the earlier seal',
      async ({ seal, path, write }) => {
        renameSync(path('plan.xlsx'), path('first.xlsx'))
        write(rows.slice(0, 1))
        await seal()
        renameSync(path('first.xlsx'), path('plan.xlsx'))
      },
    ],
  ])('sends what was sealed, whatever becomes of the sheet: %s', async (name, change) => {
    const desk = await createDesk()
    await desk.seal()
    await change(desk)
    if (name.startsWith('it was sealed anew')) return expect(desk.release()).rejects.toThrow('replaced by run')
    await desk.release()
    expect(desk.sent()).toMatchObject([{ status: 'Rejected' }, { status: 'Compliance Approved' }])
  })

  it('names each difference, the first ten, and how many there are', async () => {
    const desk = await createDesk()
    const many = Array.from({ length: 12 }, (_, index) => ({ ...rows[0], assessmentId: `A-${index}` }) as Row)
    desk.write(many)
    await desk.seal()
    await desk.run(
      'decide',
      many.map((row) => ({ ...row, note: 'later' })),
    )
    const refused = desk.release()
    await expect(refused).rejects.toThrow(/changed since the plan was sealed: 12 differences, the first 10: row 2 \(/)
    await expect(refused).rejects.toThrow(/row 11 \(Rejected for A-9\)(?!.*row 12 )/)
  })

  it('is no other workbook, and replaces none', async () => {
    const desk = await createDesk()
    await desk.seal()
    await expect(desk.seal()).rejects.toThrow('exists already')
    writeFileSync(desk.path('plan.xlsx'), readFileSync(desk.path('d.csv')))
    await expect(desk.release()).rejects.toThrow('is not a sealed plan')
  })
})
