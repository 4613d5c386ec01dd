import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkEdited, type EditedRow, hasRequest } from '../rooms/app/check.ts'
import { runOperation } from '../rooms/app.ts'
import { hashRequest } from '../rooms/ledger.ts'
import { assess, idField, optional } from '../rooms/operations.ts'
import { identitiesOf, type Operation } from '../rooms/pipeline/model.ts'
import { readRequest } from '../rooms/pipeline/send.ts'
import { silentLogger } from '../rooms/support.ts'
import { classifyRow } from '../rooms/web/sheet.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { refusal, startService, token } from '../support/service.ts'
import { useSharedFingerprints } from '../support/shared-fingerprints.ts'
import { toCsv, trip } from '../support/trips.ts'

useSharedFingerprints()

/** As a later version has it: with one more field. */
const wider = {
  ...assess,
  sheet: {
    ...assess.sheet,
    fields: [
      ...assess.sheet.fields,
      { ...optional(idField('lineManager', 'Line manager', 'Who signs.', 'M-1')), since: '0.2.0' },
    ],
  },
  request: {
    ...assess.request,
    build: (values) => ({
      ...assess.request.build(values),
      ...(values.has('lineManager') && { lineManager: String(values.get('lineManager')) }),
    }),
  },
} as typeof assess as unknown as Operation

const employees = ['E1', 'E2', 'E3']
const before = toCsv(employees.map((id) => trip(id)))

/** The same rows with a value for those named. */
function withManagers(managers: Readonly<Record<string, string>>): string {
  const [headings = '', ...lines] = before.trimEnd().split('\n')
  const cells = lines.map((line, index) => `${line},${managers[employees[index] ?? ''] ?? ''}`)
  return [`${headings},lineManager`, ...cells].join('\n')
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-later-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe.each([
  { kind: 'a file', isDatabase: false },
  { kind: 'a database', isDatabase: true },
])('a version with one more field, and a ledger of the one before in $kind', ({ isDatabase }) => {
  const server = usePostgres()

  it.skipIf(isDatabase && !hasPostgres)('creates none again, and sends the field with what was refused', async () => {
    let refused = 'E3'
    const service = await startService(({ endpoint, fields }) =>
      endpoint === 'rwa_create' && fields['employeeId'] === refused ? refusal('Incorrect Country') : undefined,
    )
    const folder = createFolder()
    const input = join(folder, 'trips.csv')
    const ledger = isDatabase ? server.address() : join(folder, 'ledger.sqlite')
    const options = { input, output: join(folder, 'out.xlsx'), baseUrl: service.baseUrl, token, ledger }
    const states = async (operation: Operation, sheet: string) => {
      writeFileSync(input, sheet)
      const { balance } = await runOperation(operation, options)
      return balance.map(({ state, count }) => `${count} ${state}`).join(', ')
    }
    expect(await states(assess as unknown as Operation, before)).toBe('1 rejected, 2 scored')
    expect(await states(wider, withManagers({}))).toBe('1 rejected, 2 scored')
    refused = ''
    const managers = { E1: 'M-1', E3: 'M-3' }
    expect(await states(wider, withManagers(managers))).toBe('1 scored, 2 scored')
    expect(await states(wider, withManagers(managers))).toBe('3 scored')
    const created = service.requests.filter(({ endpoint }) => endpoint === 'rwa_create').map(({ fields }) => fields)
    expect(created.map(({ employeeId, lineManager }) => [employeeId, lineManager])).toEqual([
      ['E1', undefined],
      ['E2', undefined],
      ['E3', undefined],
      ['E3', undefined],
      ['E3', 'M-3'],
    ])
    expect(await states(assess as unknown as Operation, before)).toBe('3 scored')
  })
})

describe('a field that came later', () => {
  it('leaves the request what it was before, version by version', () => {
    const fields = [
      { name: 'a' },
      { name: 'c', since: '0.10.0' },
      { name: 'b', since: '0.2.0' },
      { name: 'd', since: '0.2.0' },
    ]
    const of = { sheet: { fields }, request: {} }
    expect(identitiesOf(of, { a: 1, b: 2, c: 3, d: 4 })).toEqual([
      { a: 1, b: 2, c: 3, d: 4 },
      { a: 1, b: 2, d: 4 },
      { a: 1 },
    ])
    expect(identitiesOf(of, { a: 1, d: 4 })).toEqual([{ a: 1, d: 4 }, { a: 1 }])
    expect(identitiesOf(of, { a: 1 })).toEqual([{ a: 1 }])
    const without = { ...of, request: { identity: ({ x: _, ...rest }: { x?: 1 }) => rest } } as typeof of
    expect(identitiesOf(without, { a: 1, x: 1, c: 3 })).toEqual([{ a: 1, c: 3 }, { a: 1 }])
  })

  it('may stand in a request that is known without it, and no other field may differ', () => {
    const known = { id: 7, requestHash: hashRequest({ employeeId: 'E1' }), isVerified: false }
    const sent = { employeeId: 'E1', lineManager: 'M-1' }
    expect(readRequest('ledger', wider, { ...known, request: JSON.stringify(sent) })).toEqual(sent)
    const altered = { ...known, request: JSON.stringify({ ...sent, employeeId: 'E2' }) }
    expect(() => readRequest('ledger', wider, altered)).toThrow('submission 7 is not the one that was loaded')
  })

  it('makes no row of the page one that is to be sent again', async () => {
    const input = join(createFolder(), 'trips.csv')
    const ports = {
      logger: silentLogger,
      cleaningUp: <Result>(cleanUp: () => void, run: () => Promise<Result>): Promise<Result> => run().finally(cleanUp),
    }
    const check = async (sheet: string): Promise<readonly EditedRow[]> => {
      writeFileSync(input, sheet)
      return (await checkEdited(wider, { input, edits: [], reading: {} }, ports)).rows
    }
    const sent = new Set((await check(before)).map(({ request }) => request))
    const [filled, plain] = await check(withManagers({ E1: 'M-1' }))
    const shown = { sent, columns: [], recorded: undefined }
    expect([filled, plain].map((row) => row && [classifyRow(row, shown), hasRequest(row, sent)])).toEqual([
      ['sent', true],
      ['sent', true],
    ])
    const [edited] = await check(withManagers({ E1: 'M-1' }).replace('E1', 'E9'))
    expect(edited && classifyRow(edited, shown)).toBe('ready')
  })
})
