import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { editWorkbook } from '../support/edit-workbook.ts'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { identifierOf, startService } from '../support/service.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, toXlsx, trip, trips } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.forget())

const noWait = '--no-wait'

/** Three that are good, one that the service refuses. */
const sheet: Row[] = [...trips(3), trip('E-900', { 'Host country': 'Atlantis' })]

describe('a further run creates nothing', () => {
  let space: Workspace
  let created: string[]

  beforeAll(async () => {
    const ends: (() => void)[] = []
    space = new Workspace(sandbox.variables, (end) => ends.push(end))
    sandbox.forget()
    space.write('trips.csv', toCsv(sheet))
    await space.assess('trips.csv', noWait)
    created = sandbox.created().map(({ id }) => id)
    return () => {
      for (const end of ends) end()
    }
  })

  it.each<[string, () => Promise<[input: string, ...options: string[]]>]>([
    ['of the same file', async () => ['trips.csv']],
    ['with the output written elsewhere', async () => ['trips.csv', '-o', 'elsewhere.xlsx']],
    [
      'of the sheet with its rows sorted another way',
      async () => {
        space.write('trips.csv', toCsv(sheet.toReversed()))
        return ['trips.csv', '-o', 'out.csv']
      },
    ],
    [
      'of the file under another name',
      async () => {
        renameSync(space.path('trips.csv'), space.path('renamed.csv'))
        return ['renamed.csv', '-o', 'out.csv']
      },
    ],
    [
      'of the same content as a workbook, in another folder',
      async () => {
        mkdirSync(space.path('other'))
        space.write('other/trips.xlsx', await toXlsx(sheet))
        return ['other/trips.xlsx']
      },
    ],
    [
      'of a sheet with other headings, other columns between and other spellings of the same values',
      async () => {
        const retyped = sheet.map(({ 'Staff ID': id, Purpose: _, ...row }) => ({
          Note: 'x',
          employeeId: id,
          'Assessment type': 'work',
          ...row,
          Seniority: ' MID ',
          'Trip start': '2026-03-01T00:00:00Z',
        }))
        space.write('retyped.csv', toCsv(retyped as Row[], ';'))
        return ['retyped.csv']
      },
    ],
  ])('%s; only refused rows are asked again', async (_, prepare) => {
    const [input, ...options] = await prepare()
    const { summary, stderr } = await space.assess(input, noWait, ...options)
    expect(created).toHaveLength(3)
    expect(summary.outcomes, stderr).toEqual({ accepted: 3, rejected: 1 })
    expect(sandbox.count()).toBe(0)
    const file = space.path(String(summary.output))
    const rows = file.endsWith('.csv') ? readCsvOutput(file).rows : (await readOutput(file)).results
    const ids = rows.map(({ assessmentId }) => assessmentId)
    expect(ids.filter(Boolean).toSorted()).toEqual(created.toSorted())
  })
})

describe('a further run', () => {
  it('of its own output, even without the ledger: rows with an identifier are only polled', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv', noWait)
    const second = await space.assess(assessed('trips'), '--ledger', 'new.sqlite', '--new-ledger', '-o', 'again.csv')
    expect(second.summary.outcomes, second.stderr).toEqual({ scored: 2 })
    expect(sandbox.count()).toBe(2)
    const again = readCsvOutput(space.path('again.csv'))
    expect(again.headings.filter((heading) => heading === 'assessmentId')).toHaveLength(1)
  })
})

describe('an edited sheet', () => {
  it('with two invalid rows fixed and one inserted creates exactly three', async () => {
    const [one, two, three, four] = trips(4)
    const space = new Workspace(sandbox.variables)
    const broken = [one, { ...two, Seniority: 'Boss' }, { ...three, 'Trip end': 'soon' }, four] as Row[]
    space.write('trips.csv', toCsv(broken))
    const first = await space.assess('trips.csv', noWait, '-o', 'out.csv')
    expect(first.summary.outcomes).toEqual({ accepted: 2, invalid: 2 })

    space.write('trips.csv', toCsv([trip('E-NEW'), one, two, three, four] as Row[]))
    const second = await space.assess('trips.csv', noWait, '-o', 'out.csv')

    expect(second.summary.outcomes).toEqual({ accepted: 5 })
    expect(sandbox.employees().toSorted()).toEqual(['E-001', 'E-002', 'E-003', 'E-004', 'E-NEW'])
    expect(second.summary.orphans).toBe(0)
  })

  it('holds a created row that was edited as changed, with old and new shown, until --send-changed', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv', noWait, '-o', 'out.csv')
    const [before] = sandbox.created()
    space.write('trips.csv', toCsv([trip('E-001', { 'Trip end': '2026-04-15' }), trip('E-002')]))

    const held = await space.assess('trips.csv', noWait, '-o', 'out.csv')

    expect(held.code).toBe(3)
    expect(held.summary.outcomes).toEqual({ accepted: 1, changed: 1 })
    expect(sandbox.count()).toBe(2)
    const problem = String(readCsvOutput(space.path('out.csv')).rows[0]?.['problem'])
    for (const part of [before?.id, '31 March 2026', '15 April 2026', 'endDate']) expect(problem).toContain(part)
    expect([held.summary.orphans, existsSync(space.path('out.orphans.csv'))]).toEqual([0, false])

    const sent = await space.assess('trips.csv', noWait, '--send-changed', '-o', 'out.csv')

    expect(sent.summary.outcomes).toEqual({ accepted: 2 })
    expect(sandbox.employees()).toEqual(['E-001', 'E-002', 'E-001'])
    const orphans = readCsvOutput(space.path('out.orphans.csv')).rows
    expect(orphans.map(({ assessmentId }) => assessmentId)).toEqual([before?.id])

    const after = await space.assess('trips.csv', noWait, '-o', 'out.csv')
    expect(after.summary.outcomes).toEqual({ accepted: 2 })
    expect(sandbox.count()).toBe(3)
  })

  it('sends of the changed rows those that are answered with yes, and lists what they replace in Orphans', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv(trips(3)))
    await space.assess('trips.csv')
    const before = sandbox.created()
    space.write(
      'trips.csv',
      toCsv([trip('E-001', { 'Trip end': '2026-04-15' }), trip('E-002', { Seniority: 'Senior' }), trip('E-003')]),
    )
    const held = await space.assess('trips.csv')
    expect(held.stderr).toMatch(
      /Next: answer the rows of the sheet Changed with yes or no \(column send\), then: .* --send-changed/,
    )
    const file = space.path(assessed('trips'))
    const { rows } = (await readOutput(file)).table('Changed')
    expect(rows).toEqual([
      expect.objectContaining({
        row: 2,
        employeeId: 'E-001',
        before: 'Trip end: 31 March 2026',
        now: 'Trip end: 15 April 2026',
        assessmentId: before.find(({ input }) => input['employeeId'] === 'E-001')?.id,
        outcome: 'scored',
        overallTrip: expect.any(Number),
        reportUrl: expect.stringContaining('http'),
      }),
      expect.objectContaining({ row: 3, now: 'Seniority: Senior' }),
    ])
    await editWorkbook(file, [
      { sheet: 'Changed', row: 'E-001', values: { send: 'Yes' } },
      { sheet: 'Changed', row: 'E-002', values: { send: 'no' } },
    ])
    sandbox.forget()

    const answered = await space.assess('trips.csv')

    expect(answered.summary.outcomes).toEqual({ scored: 2, kept: 1 })
    expect(sandbox.employees()).toEqual(['E-001'])
    const output = await readOutput(file)
    expect(output.table('Changed').rows.map(({ employeeId, send }) => [employeeId, send])).toEqual([['E-002', 'no']])
    expect(output.table('Orphans').rows).toEqual([
      expect.objectContaining({
        employeeId: 'E-001',
        why: 'replaced by row 2',
        replacedBy: sandbox.created()[0]?.id,
        cancel: null,
      }),
    ])
  })

  it('with a created row deleted lists its assessment in Orphans', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv', noWait, '-o', 'out.csv')
    space.write('trips.csv', toCsv(trips(1)))
    const { summary } = await space.assess('trips.csv', noWait, '-o', 'out.csv')
    expect(summary.orphans).toBe(1)
    const { rows } = readCsvOutput(space.path('out.orphans.csv'))
    expect(rows.map(({ assessmentId }) => assessmentId)).toEqual([identifierOf('E-002')])
  })
})
