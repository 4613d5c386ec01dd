import { existsSync, readdirSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkWorkbook } from '../sheet/writing/ooxml/check-workbook.ts'
import { readParts } from '../sheet/writing/read-workbook.ts'
import { alterWorkbook } from '../support/edit-workbook.ts'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { hire, type Row, toCsv, toXlsx, trip, trips } from '../support/trips.ts'

const review = new URL('../../samples/quarterly-review.xlsx', import.meta.url).pathname
const lists = new URL('../../samples/lists.json', import.meta.url).pathname

interface Found {
  rows: number
  outcomes: Record<string, number>
  problems: { field: string; rule: string; hint: string; count: number; cells: string[] }[]
  warnings: object[]
  skipped: object[]
  cannotKnow: string[]
}

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

async function checkRows(
  rows: readonly Row[],
  ...options: readonly string[]
): Promise<Found & { code: number | null }> {
  const space = new Workspace()
  space.write('trips.csv', toCsv(rows))
  const { code, stdout } = await space.run(['check', 'assess', 'trips.csv', '--json', ...options])
  return { code, ...JSON.parse(stdout) }
}

describe('check and assess', () => {
  let unsound: string[]
  beforeAll(async () => {
    unsound = checkWorkbook(await readParts(review))
  })

  it.each([
    ['without lists', []],
    ['with lists', ['--lists', lists]],
  ])('find the same problems in the sample, word for word, %s', async (_, options) => {
    const space = new Workspace(sandbox.variables)
    const check = await space.run(['check', 'assess', review, '-o', 'checked.xlsx', ...options])
    const run = await space.assess(review, '--no-wait', ...options)
    expect([check.code, run.code], run.stderr).toEqual([3, 3])

    const checked = checkWorkbook(await readParts(space.path('checked.xlsx')))
    expect(checked.filter((problem) => !unsound.includes(problem))).toEqual([])

    const told = async (file: string, main: string): Promise<object[]> =>
      (await readOutput(space.path(file), main)).table('Problems').rows.map(({ result: _, ...rest }) => rest)
    const byCheck = await told('checked.xlsx', 'Q2 2026')
    const byAssess = await told(assessed('quarterly-review'), 'Q2 2026')
    expect(byCheck.length).toBeGreaterThanOrEqual(5)
    // What became of rows that were sent is all that the check does not have.
    const sent = ['rejected', 'accepted']
    expect(byCheck).toEqual(byAssess.filter((line) => !('outcome' in line && sent.includes(String(line.outcome)))))
  })
})

describe('check', () => {
  it('needs neither address nor token, sends nothing and leaves nothing behind', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(2)))
    const { code, stdout } = await space.run(['check', 'assess', 'trips.csv'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/2 {2}ready {6}would be sent/)
    expect(readdirSync(space.folder)).toEqual(['trips.csv'])
  })

  it('groups what is told alike, the most frequent first, with the cells', async () => {
    const wrong = ['E-1', 'E-2', 'E-3'].map((id) => trip(id, { 'Host country': 'Portgual' }))
    const { code, rows, outcomes, problems } = await checkRows(
      [trip('E-0', { Seniority: 'Boss' }), ...wrong, trip('E-4'), trip('E-4')],
      '--lists',
      lists,
    )
    expect([code, rows, outcomes]).toEqual([3, 6, { invalid: 4, ready: 1, duplicate: 1 }])
    expect(problems).toEqual([
      {
        field: 'destination',
        rule: expect.stringContaining('values in the list'),
        hint: 'Did you mean “Portugal”?',
        count: 3,
        cells: ['F3', 'F4', 'F5'],
        values: ['Portgual', 'Portgual', 'Portgual'],
      },
      { field: 'seniority', rule: 'must be Low, Mid or Senior', hint: '', count: 1, cells: ['C2'], values: ['Boss'] },
      { field: '', rule: 'same content as row 6; not sent', hint: expect.any(String), count: 1, cells: ['row 7'] },
    ])
  })

  it('says a warning apart, and ends with 0 when that is all', async () => {
    const { code, problems, warnings } = await checkRows([trip('E-1', { 'Working days': '99' })])
    expect([code, problems]).toEqual([0, []])
    expect(warnings).toMatchObject([{ field: 'workingDays', count: 1 }])
  })

  it('warns of trips of one employee that overlap, as assess does, and lets them be sent', async () => {
    const days = (first: string, last: string) => ({ 'Trip start': `2026-08-${first}`, 'Trip end': `2026-08-${last}` })
    const space = new Workspace()
    const rows = [trip('E-102', days('01', '10')), hire('E-102', days('02', '20')), trip('E-102', days('05', '12'))]
    space.write('trips.csv', toCsv([...rows, trip('E-102', days('12', '14')), trip('E-103', days('05', '12'))]))
    const checked = await space.run(['check', 'assess', 'trips.csv'])
    const planned = await space.run(['assess', 'trips.csv', '--sandbox', '--dry-run'])
    for (const { code, stderr } of [checked, planned]) {
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining('E-102: rows 2 and 4 overlap (2026-08-05 to 2026-08-10)\n'),
      ])
      expect(stderr.match(/overlap/g)).toHaveLength(1)
    }
  })

  it('says which fields only the service can check, depending on the lists', async () => {
    const without = await checkRows(trips(1))
    const given = await checkRows(trips(1), '--lists', lists)
    expect(without.cannotKnow[0]).toContain('roleType, citizenship, destination, residency')
    expect(given.cannotKnow.join('\n')).not.toContain('--lists')
    expect(given.cannotKnow.join('\n')).toContain('no ledger is read')
  })

  it('says of decisions that staff may not be activated, and leaves out rows without a status', async () => {
    const space = new Workspace()
    space.write('d.csv', 'assessmentId,status,managerId\na1,Manager Approved,M-1\na2,,\na3,Approved,\n')
    const { code, stdout } = await space.run(['check', 'decide', 'd.csv'])
    expect(code).toBe(3)
    expect(stdout).toContain('1 × complianceTeamMemberId: must be given: Compliance Team Member ID is required')
    expect(stdout).toContain('nothing to decide (row 3)')
    expect(stdout).toContain('activated account')
  })

  it('finds an address that is invited twice', async () => {
    const space = new Workspace()
    space.write('s.csv', 'first_name,last_name,email,staff_id\nA,B,a@x.example,C-1\nC,D,A@x.example,C-2\n')
    const { code, stdout } = await space.run(['check', 'invite', 's.csv', '--json'])
    expect([code, JSON.parse(stdout).outcomes]).toEqual([3, { ready: 1, duplicate: 1 }])
  })

  it('never counts a row that an example was left in, whatever it holds', async () => {
    const { code, outcomes, skipped } = await checkRows([
      trip('EXAMPLE – delete this row', { Purpose: '?' }),
      trip('E-1'),
    ])
    expect([code, outcomes]).toEqual([0, { skipped: 1, ready: 1 }])
    expect(skipped).toMatchObject([{ rule: 'an example row of the template: never sent', cells: ['row 2'] }])
  })

  it.each([
    ['a sheet without the headings', ['check', 'assess', 'wrong.csv'], /purpose/],
    ['an input that is not there', ['check', 'assess', 'none.csv'], /none\.csv/],
    ['a value for no field', ['check', 'assess', 'trips.csv', '--set', 'purpos=x'], /purpose/],
    [
      'a folder that does not exist',
      ['check', 'assess', 'trips.csv', '-o', 'nope/trips.xlsx'],
      /nope, does not exist\nCheck the path/,
    ],
    ['a CSV output', ['check', 'assess', 'trips.csv', '-o', 'out.csv'], /\.xlsx/],
    ['an operation that there is not', ['check', 'approve', 'trips.csv'], /assess, decide, invite/],
  ])('refuses %s with exit 2', async (_, args, says) => {
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(1)))
    space.write('wrong.csv', 'a,b\n1,2\n')
    const { code, stdout, stderr } = await space.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
  })
})

describe('the annotated workbook', () => {
  it('is the workbook as it was, each bad cell marked and listed with a link, also an empty one', async () => {
    const space = new Workspace()
    const rows = [
      trip('E-1', { 'Trip start': new Date('2026-03-01T00:00:00Z'), 'Cost centre': 4711 }),
      trip('E-2', { Nationality: '', Seniority: 'Boss' }),
      trip('E-1', { 'Trip start': new Date('2026-03-01T00:00:00Z'), 'Cost centre': 1 }),
    ]
    space.write('trips.xlsx', await toXlsx(rows))
    const { code, stderr } = await space.run(['check', 'assess', 'trips.xlsx', '-o', 'output/trips.xlsx'])
    expect(code).toBe(3)
    expect(stderr).toContain('Written to output/trips.xlsx')

    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.readFile(space.path('output/trips.xlsx'))
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips', 'Problems'])
    const sheet = workbook.getWorksheet('Trips')
    const { conditionalFormattings } = sheet as unknown as { conditionalFormattings: { ref: string }[] }
    expect(conditionalFormattings.map(({ ref }) => ref)).toEqual(['C3 E3 A4'])
    expect(['C3', 'E3', 'A4'].map((address) => sheet?.getCell(address).note)).toEqual([undefined, undefined, undefined])
    const problems = JSON.stringify(workbook.getWorksheet('Problems')?.getSheetValues())
    for (const words of ['must be Low, Mid or Senior', 'must not be empty', 'same content as row 2'])
      expect(problems).toContain(words)
    const links = [...(await readParts(space.path('output/trips.xlsx'))).values()]
      .join('')
      .matchAll(/ location="([^"]*)"/g)
    expect([...links].map(([, location]) => location)).toEqual(['C3', 'E3', 'A4'].map((cell) => `'Trips'!${cell}`))
    expect(sheet?.getCell('H2').value).toEqual(new Date('2026-03-01T00:00:00Z'))
    expect(sheet?.getCell('N2').value).toBe(4711)
  })

  it('can be corrected and used as the input', async () => {
    const space = new Workspace()
    space.write('trips.csv', toCsv([trip('E-1', { Seniority: 'Boss' })]))
    await space.run(['check', 'assess', 'trips.csv', '-o', 'checked.xlsx'])
    await alterWorkbook(space.path('checked.xlsx'), ({ worksheets: [sheet] }) => {
      const cell = sheet?.getCell('C2')
      expect(cell?.value).toBe('Boss')
      if (cell !== undefined) cell.value = 'Mid'
    })
    const { code, stdout } = await space.run(['check', 'assess', 'checked.xlsx', '--json'])
    expect([code, JSON.parse(stdout).outcomes]).toEqual([0, { ready: 1 }])
  })

  it('is never the input itself', async () => {
    const space = new Workspace()
    space.write('trips.xlsx', await toXlsx(trips(1)))
    const { code } = await space.run(['check', 'assess', 'trips.xlsx', '-o', 'trips.xlsx'])
    expect([code, existsSync(space.path('trips.xlsx'))]).toEqual([2, true])
  })
})
