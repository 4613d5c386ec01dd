import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listAudit } from '../ledger/workspace.ts'
import { type RefreshScoresOptions, type RowReport, refreshScores, runSheet } from '../rooms/app.ts'
import { ledgerAt } from '../rooms/ledger.ts'
import { readOutput } from '../support/outputs.ts'
import { type Answer, json, refusal, type Service, startService, token } from '../support/service.ts'
import { useSharedFingerprints } from '../support/shared-fingerprints.ts'
import { toCsv, toXlsx, trip, trips } from '../support/trips.ts'

useSharedFingerprints()

interface Scene {
  service: Service
  folder: string
  ledger: string
  input: string
  /** What each assessment is answered with from now on; what is not named is answered well. */
  answers: Map<string, Answer>
  /** Endpoints of what was sent since this was asked for last, each once. */
  sent(): string[]
  refresh(options?: Partial<RefreshScoresOptions>): Promise<{ rows: RowReport[]; balance: unknown; output: string }>
}

/** Three trips that were assessed, of which the service still calculates the third. */
async function createScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-refresh-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const answers = new Map([['A-E-003', pending]])
  const service = await startService(({ endpoint, fields }) =>
    endpoint === 'rwa_create' ? undefined : answers.get(String(fields['assessmentId'])),
  )
  const call = { baseUrl: service.baseUrl, token, ledger: join(folder, 'ledger.sqlite') }
  const input = join(folder, 'trips.csv')
  writeFileSync(input, toCsv(trips(3)))
  await runSheet('assess', { ...call, input, output: join(folder, 'trips.assessed.xlsx'), pollTimeoutMs: 0 })
  let seen = service.requests.length
  return {
    service,
    folder,
    ledger: call.ledger,
    input,
    answers,
    sent() {
      const endpoints = service.requests.slice(seen).map(({ endpoint }) => endpoint)
      seen = service.requests.length
      return [...new Set(endpoints)]
    },
    async refresh(options = {}) {
      const rows: RowReport[] = []
      const output = join(folder, 'refreshed.xlsx')
      const onRow = (row: RowReport): void => void rows.push(row)
      const report = await refreshScores({ ...call, output, pollTimeoutMs: 0, onRow, ...options })
      return { rows, balance: report.balance, output }
    },
  }
}

const pending = refusal('Pending')

function scores(assessmentId: string, overallTrip: number): Answer {
  const data = { workingRights: 1, payrollTax: 2, socialSecurity: 3, corporateTax: 4, employmentLaw: 5, overallTrip }
  const rest = { assessmentId, employeeId: assessmentId.slice(2), complianceTeamMemberId: '', managerId: '' }
  return json({ status: 'success', data: { ...data, ...rest } })
}

const identified = (row: RowReport): unknown[] => [row.identifier, row.state]

describe('a refresh', () => {
  it('without an input asks for what waits for its scores, and for nothing else', async () => {
    const { service, answers, sent, refresh } = await createScene()
    answers.clear()
    const { rows, balance, output } = await refresh()
    expect(rows.map(identified)).toEqual([['A-E-003', 'scored']])
    expect(balance).toEqual([{ state: 'scored', wasDone: false, wasNamed: true, count: 1 }])
    expect(sent()).not.toContain('rwa_create')
    expect(service.created()).toHaveLength(3)
    const { results } = await readOutput(output)
    expect(results).toEqual([
      expect.objectContaining({
        employeeId: 'E-003',
        destination: 'Portugal',
        assessmentId: 'A-E-003',
        overallTrip: 6,
      }),
    ])
    await expect(refresh()).rejects.toMatchObject({ code: 'input', message: expect.stringContaining('nothing to ask') })
  })

  it('of all asks anew for what has scores; what was before stands in the log', async () => {
    const { answers, sent, refresh, ledger } = await createScene()
    answers.set('A-E-001', scores('A-E-001', 9))
    const { rows, balance } = await refresh({ all: true })
    expect(rows.map(identified)).toEqual([
      ['A-E-001', 'scored'],
      ['A-E-002', 'scored'],
      ['A-E-003', 'pending'],
    ])
    expect(rows[0]?.outcome).toMatchObject({ result: { overallTrip: 9 } })
    expect(balance).toEqual([
      { state: 'pending', wasDone: false, wasNamed: true, count: 1 },
      { state: 'scored', wasDone: false, wasNamed: true, count: 2 },
    ])
    expect(sent()).not.toContain('rwa_create')
    const details = (await listAudit(ledgerAt(ledger, {}))).map(({ detail }) => detail)
    expect(details.filter((detail) => detail.startsWith('before: {'))).toEqual([
      expect.stringContaining('"overallTrip":6'),
    ])
    expect(details).toContain('as before')
  })

  it('keeps the scores that are there when others are not given, and says that it could not', async () => {
    const { answers, refresh } = await createScene()
    answers.set('A-E-001', pending)
    answers.set('A-E-002', refusal('Not Found'))
    const { rows, balance } = await refresh({ all: true })
    expect(rows.map(({ state, wasDone }) => [state, wasDone])).toEqual([
      ['scored', true],
      ['scored', true],
      ['pending', false],
    ])
    expect(balance).toContainEqual({ state: 'scored', wasDone: true, wasNamed: true, count: 2 })
  })

  it('takes a list of identifiers alone, also of what this ledger never sent', async () => {
    const { folder, sent, refresh } = await createScene()
    const list = join(folder, 'list.csv')
    writeFileSync(
      list,
      'Assessment ID;remark\nA-E-001;known\nZ-1;from elsewhere\n;none\nA-E-001;again\n1,5E+17;damaged\n',
    )
    const { rows, output } = await refresh({ input: list, output: join(folder, 'list.refreshed.csv') })
    expect(rows.map(({ state, identifier }) => [state, identifier])).toEqual([
      ['scored', 'A-E-001'],
      ['scored', 'Z-1'],
      ['skipped', undefined],
      ['duplicate', undefined],
      ['invalid', undefined],
    ])
    expect(sent()).not.toContain('rwa_create')
    expect(output).not.toBe('')
  })

  it('takes an output of ours, and keeps its columns', async () => {
    const { folder, answers, refresh } = await createScene()
    answers.clear()
    const { output } = await refresh({ input: join(folder, 'trips.assessed.xlsx') })
    const { results } = await readOutput(output)
    expect(results.map((row) => [row['Staff ID'], row['assessmentId'], row['outcome'], row['overallTrip']])).toEqual([
      ['E-001', 'A-E-001', 'scored', 6],
      ['E-002', 'A-E-002', 'scored', 6],
      ['E-003', 'A-E-003', 'scored', 6],
    ])
  })

  it('takes a sheet that was assessed before: what was created from it is asked for, also rows that have changed since', async () => {
    const { input, sent, refresh, service } = await createScene()
    writeFileSync(input, toCsv([trip('E-001', { 'Trip end': '2026-04-15' }), trip('E-NEW')]))
    const { rows } = await refresh({ input })
    expect(rows.map(({ identifier }) => identifier)).toEqual(['A-E-001', 'A-E-002', 'A-E-003'])
    expect(sent()).not.toContain('rwa_create')
    expect(service.created()).toHaveLength(3)
  })

  it('creates nothing of a sheet that was never assessed', async () => {
    const { folder, sent, refresh } = await createScene()
    const other = join(folder, 'other.xlsx')
    writeFileSync(other, await toXlsx([trip('E-NEW')]))
    await expect(refresh({ input: other })).rejects.toMatchObject({ code: 'input' })
    expect(sent()).toEqual([])
  })

  it('leaves the runs of the sheet as they were: the same assess goes on as if nothing had been asked', async () => {
    const { service, folder, ledger, input, answers, refresh } = await createScene()
    answers.clear()
    await refresh({ all: true })
    const call = { baseUrl: service.baseUrl, token, ledger, input }
    const report = await runSheet('assess', { ...call, output: join(folder, 'trips.assessed.xlsx') })
    expect([report.balance, report.orphans]).toEqual([[{ state: 'scored', wasDone: true, count: 3 }], 0])
    expect(service.created()).toHaveLength(3)
  })

  it('in another ledger lets nothing be created again: its identifiers alone are not what keeps a trip from it', async () => {
    const { service, folder, input, refresh } = await createScene()
    const output = join(folder, 'trips.assessed.xlsx')
    const elsewhere = { baseUrl: service.baseUrl, token, ledger: join(folder, 'elsewhere.sqlite') }
    await refresh({ ledger: elsewhere.ledger, newLedger: true, input: output })
    await expect(runSheet('assess', { ...elsewhere, input, output })).rejects.toMatchObject({ code: 'ledger' })
    const other = join(folder, 'other.xlsx')
    await runSheet('assess', { ...elsewhere, input: output, output: other, pollTimeoutMs: 0 })
    await runSheet('assess', { ...elsewhere, input, output: other, pollTimeoutMs: 0 })
    expect(service.created()).toHaveLength(3)
  })
})
