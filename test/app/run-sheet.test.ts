import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Confirm, type RowReport, runSheet, type SheetOptions } from '../rooms/app.ts'
import type { OperationName } from '../rooms/operations.ts'
import { silentLogger } from '../rooms/support.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { readOutput } from '../support/outputs.ts'
import { isCreateOf, refusal, type Service, startService, token } from '../support/service.ts'
import { useSharedFingerprints } from '../support/shared-fingerprints.ts'
import { toCsv, trip } from '../support/trips.ts'

useSharedFingerprints()

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What is needed and no more, with the ledger and the output in a folder of the test. */
function createOptions(service: Pick<Service, 'baseUrl'>, content: string): SheetOptions {
  const folder = createFolder()
  const input = join(folder, 'trips.csv')
  writeFileSync(input, content)
  const output = join(folder, 'trips.assessed.xlsx')
  return { input, output, baseUrl: service.baseUrl, token, ledger: join(folder, 'ledger.sqlite') }
}

const decisions = 'assessmentId,status,complianceTeamMemberId\nA-1,Approved,C-1\nA-2,Rejected,C-1\n'

describe('one call', () => {
  it('is one run: creates, waits, writes, tells each row in order; the next one creates nothing', async () => {
    const service = await startService((received) =>
      isCreateOf('E2', received) ? refusal('Incorrect Country please review documentation') : undefined,
    )
    const options = createOptions(service, toCsv([trip('E1'), trip('E2'), trip('')]))
    const rows: RowReport[] = []
    const report = await runSheet('assess', { ...options, onRow: (row) => void rows.push(row) })
    expect(report.balance).toEqual([
      { state: 'invalid', wasDone: false, count: 1 },
      { state: 'rejected', wasDone: false, count: 1 },
      { state: 'scored', wasDone: false, count: 1 },
    ])
    expect(rows.map(({ sheet, rowNumber, state }) => [sheet, rowNumber, state])).toEqual([
      ['trips.csv', 2, 'scored'],
      ['trips.csv', 3, 'rejected'],
      ['trips.csv', 4, 'invalid'],
    ])
    expect(rows[0]).toMatchObject({ problem: '', outcome: { identifier: rows[0]?.identifier } })
    expect(rows[1]?.problem).toContain('Incorrect Country')
    const output = await readOutput(options.output ?? '')
    expect(output.column('assessmentId')).toEqual(rows.map(({ identifier }) => identifier ?? null))

    const again: RowReport[] = []
    await runSheet('assess', { ...options, onRow: (row) => void again.push(row) })
    expect(again.map(({ wasDone, identifier }) => [wasDone, identifier])[0]).toEqual([true, rows[0]?.identifier])
    expect(service.created()).toEqual(['E1', 'E2', 'E2'])
  })

  it('corrects what people write, lists it, and leaves their cells alone; a corrected sheet is the same rows', async () => {
    const service = await startService()
    const german = {
      'Host country': 'portugal (PT)',
      'Right to work': '',
      'Past trips (days)': '–',
      'Trip end': 'offen',
    }
    const options = createOptions(service, toCsv([trip('E1', german), trip('E2'), trip('', german)]))
    const said: string[] = []
    const logger = {
      ...silentLogger,
      info: (text: string) => void said.push(text),
      warn: (text: string) => void said.push(text),
    }
    const values = {
      destination: { 'Portugal (PT)': 'Portugal', Spanien: 'Spain' },
      legalRight: { '': 'Yes' },
      pastTripsDuration: { '-': '0' },
      endDate: { offen: '2026-03-31' },
    }
    await runSheet('assess', { ...options, values, logger })
    const sent = service.requests.find(({ body }) => body.includes('"E1"'))
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      destination: 'Portugal',
      legalRight: 'Yes',
      pastTripsDuration: 0,
      endDate: '2026-03-31T00:00:00.000Z',
    })
    expect(said).toEqual(
      expect.arrayContaining([
        'destination: 2 × Portugal (PT) → Portugal',
        'legalRight: 2 × (empty) → Yes',
        'corrections that no cell needs (‹values›): destination Spanien',
      ]),
    )
    const output = await readOutput(options.output ?? '')
    expect(output.results[0]).toMatchObject({ ...german, 'Right to work': null, outcome: 'scored' })
    const { headings, rows } = output.table('Corrections')
    const lines = rows.map((row) =>
      ['row', 'outcome', 'cell', 'heading', 'value', 'corrected'].map((name) => row[name]),
    )
    expect([headings.includes('field'), lines.length]).toEqual([true, 8])
    expect(lines.slice(0, 1)).toEqual([[2, 'scored', 'F2', 'Host country', 'portugal (PT)', 'Portugal']])
    expect(lines.find(([row]) => row === 4)?.[1]).toBe('invalid')

    writeFileSync(options.input, toCsv([trip('E2'), trip('E1')]))
    const again = await runSheet('assess', { ...options, values })
    expect(again.balance).toEqual([{ state: 'scored', wasDone: true, count: 2 }])
    expect(service.created()).toEqual(['E1', 'E2'])
    expect((await readOutput(options.output ?? '')).sheets).not.toContain('Corrections')
  })

  it('corrects decisions too; a cell that was left empty is pointed out', async () => {
    const service = await startDecisionService()
    const content = 'assessmentId,status,complianceTeamMemberId\nA-1,Freigegeben,C-1\nA-2,,C-1\n'
    const said: string[] = []
    const logger = { ...silentLogger, warn: (text: string) => void said.push(text) }
    const values = { status: { freigegeben: 'Approved', '': 'Rejected' } }
    const options = createOptions(service, content)
    const report = await runSheet('decide', { ...options, confirm: true, values, logger })
    expect(report.balance).toEqual([{ state: 'decided', wasDone: false, count: 2 }])
    expect(service.requests.map(({ fields }) => fields['status'])).toEqual(['Compliance Approved', 'Rejected'])
    expect(said).toContain('status: 1 × (empty) → Rejected')
  })

  it('is interrupted by its signal: nothing more is sent, and the output is written', async () => {
    const interrupt = new AbortController()
    const service = await startService(() => void interrupt.abort())
    const rows = Array.from({ length: 20 }, (_, index) => trip(`E${index}`))
    const options = createOptions(service, toCsv(rows))
    const report = await runSheet('assess', { ...options, signal: interrupt.signal, concurrency: 1 })
    expect([report.halt, service.created().length]).toEqual([{ kind: 'interrupted' }, 1])
    expect(existsSync(options.output ?? '')).toBe(true)
  })

  it('reaches nobody: every row stays ready, and the report says why', async () => {
    const service = await startService()
    const options = createOptions(service, toCsv([trip('E1'), trip('E2')]))
    const baseUrl = 'http://127.0.0.1:1/version-test/api'
    const report = await runSheet('assess', { ...options, baseUrl, retries: 1, waitForServiceMs: 0 })
    expect(report.halt).toMatchObject({ kind: 'unreachable', message: expect.any(String) })
    expect(report.balance).toMatchObject([{ state: 'ready', count: 2 }])
  })

  it.each<[string, OperationName, Partial<SheetOptions>, object]>([
    ['nobody confirms', 'decide', {}, { code: 'usage', message: 'to decide must be confirmed: nothing was sent' }],
    ['a function says no', 'decide', { confirm: () => false }, { code: 'usage' }],
    ['a function promises no', 'decide', { confirm: async () => false }, { code: 'usage' }],
    [
      'there is no such field',
      'decide',
      { confirm: true, set: { stauts: 'Approved' } },
      { code: 'usage', message: expect.stringContaining('“stauts” is not a field') },
    ],
    ['a number cannot be', 'decide', { confirm: true, concurrency: 0.5 }, { code: 'usage' }],
    [
      'a status is believed and distrusted',
      'decide',
      { confirm: true, retryStatuses: [429], distrustStatuses: [429] },
      { code: 'usage', message: expect.stringContaining('‹distrustStatuses›') },
    ],
    ['there is no such operation', 'asess' as OperationName, {}, { code: 'usage' }],
    ['the address is none', 'decide', { confirm: true, baseUrl: 'nowhere' }, { code: 'configuration' }],
    ['the token is none', 'decide', { confirm: true, token: ' ' }, { code: 'configuration' }],
    ['the output is of no kind', 'decide', { confirm: true, output: 'out.pdf' }, { code: 'usage' }],
  ])('sends nothing when %s', async (_, operation, changes, error) => {
    const service = await startDecisionService()
    const options = createOptions(service, decisions)
    await expect(runSheet(operation, { ...options, ...changes })).rejects.toMatchObject(error)
    expect(service.requests).toEqual([])
  })

  it.each<[string, Confirm]>([
    ['true', true],
    ['a function', (plan) => plan.total === 2],
  ])('decides when it is confirmed by %s', async (_, confirm) => {
    const service = await startDecisionService()
    const options = createOptions(service, decisions)
    const report = await runSheet('decide', { ...options, confirm })
    expect(report.balance).toEqual([{ state: 'decided', wasDone: false, count: 2 }])
    expect(readFileSync(options.ledger ?? '').includes(token)).toBe(false)
  })
})
