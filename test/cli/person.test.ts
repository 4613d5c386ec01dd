import { existsSync, statSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import ExcelJS from 'exceljs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Output, readCsvOutput, readOutput, turnBack } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'

describe('ledger export', () => {
  let space: Workspace
  let output: Output
  let decided: string

  beforeAll(async () => {
    const ends: (() => void)[] = []
    space = new Workspace({}, (end) => void ends.push(end))
    space.write(
      'trips.csv',
      toCsv([
        trip('E-001', { Name: 'Zoë Ärger', 'Host country': 'Spain' }),
        trip('E-002', { Name: 'Bob Other', 'Host country': 'Spain', 'Line manager': 'm-2' }),
        trip('E-001', { Name: 'Zoë Ärger', 'Host country': 'Italy', 'Trip end': 'never' }),
      ]),
    )
    await space.assess('trips.csv', '--sandbox', '-o', 'trips.xlsx')
    const { results } = await readOutput(space.path('trips.xlsx'))
    decided = String(results[0]?.['assessmentId'])
    space.write(
      'decisions.csv',
      toCsv([
        { assessmentId: decided, status: 'Rejected', managerId: 'M-1', note: 'talked to Zoë', employeeId: 'E-001' },
        {
          assessmentId: String(results[1]?.['assessmentId']),
          status: '',
          managerId: '',
          note: '',
          employeeId: 'E-002',
        },
        { assessmentId: decided, status: '', managerId: '', note: 'open', employeeId: '' },
      ]),
    )
    await space.run(['decide', 'decisions.csv', '--sandbox', '--yes'])
    const { code, stdout, stderr } = await space.run(['ledger', 'export', '--employee', 'E-001', '-o', 'person.xlsx'])
    expect([code, stdout, stderr]).toEqual([
      0,
      'person.xlsx\n',
      'Assessments: 1 line; What was decided: 1 line; Rows as read: 37 lines; Files: 2 lines; Log: 3 lines\n',
    ])
    output = await readOutput(space.path('person.xlsx'), 'Assessments')
    return () => {
      for (const end of ends) end()
    }
  })

  it('has what was sent and what came back, under headings for the person', () => {
    expect(output.sheets).toEqual(['About', 'Assessments', 'What was decided', 'Rows as read', 'Files', 'Log'])
    const [trip] = turnBack(output.table('Assessments'))
    expect(trip).toMatchObject({
      Outcome: 'assessed',
      'Employee ID': 'E-001',
      'Assessment ID': decided,
      Service: expect.stringContaining('sandbox'),
      Company: 'default',
    })
    expect(trip?.['Overall (answer)']).toBeTypeOf('number')
    const [decision] = turnBack(output.table('What was decided'))
    expect(decision).toMatchObject({ Outcome: 'decided', 'Assessment ID': decided, Note: 'talked to Zoë' })
    expect(decision?.['Sent']).toBeInstanceOf(Date)
  })

  it('has each row as it was read, with its place, also when nothing was sent for it', () => {
    const { rows } = output.table('Rows as read')
    const named = rows.filter(({ Value }) => Value === 'Zoë Ärger')
    expect(named.map(({ File, Row, Outcome }) => [String(File).endsWith('/trips.csv'), Row, Outcome])).toEqual([
      [true, 2, 'assessed'],
      [true, 4, 'to correct'],
    ])
    const remarks = rows.filter(({ Heading }) => Heading === 'Remark of the program')
    expect(remarks.map(({ Row, Value }) => [Row, String(Value).includes('“never”')])).toContainEqual([4, true])
    // Left out of the sheet with the decisions, and known by the assessment alone.
    expect(rows.filter(({ File, Row }) => String(File).endsWith('/decisions.csv') && Row === 4)).not.toEqual([])
  })

  it('has each line of the log, with who it was', () => {
    const rows = turnBack(output.table('Log'))
    expect(rows.map(({ Action }) => Action)).toEqual(['sent to be assessed', 'scores asked for', 'decision sent'])
    for (const { Account, Machine } of rows) expect([Account, Machine]).toEqual([userInfo().username, hostname()])
  })

  it('prints each sheet on one page across; few records stand upright, side by side', async () => {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.readFile(space.path('person.xlsx'))
    const pages = workbook.worksheets.map(({ name, pageSetup }) => [name, pageSetup.orientation, pageSetup.fitToWidth])
    expect(pages).toEqual([
      ['About', 'portrait', 1],
      ['Assessments', 'portrait', 1],
      ['What was decided', 'portrait', 1],
      ['Rows as read', 'landscape', 1],
      ['Files', 'portrait', 1],
      ['Log', 'portrait', 1],
    ])
  })

  it('has nothing of anybody else', () => {
    const all = JSON.stringify(output.sheets.map((name) => output.table(name).lines))
    expect(all).toContain('E-001')
    expect(all).not.toMatch(/E-002|Bob/)
  })

  it('has the same in a CSV file, one value a line', async () => {
    const { code } = await space.run(['ledger', 'export', '--employee', 'E-001', '-o', 'person.csv'])
    expect(code).toBe(0)
    const { rows } = readCsvOutput(space.path('person.csv'))
    expect(rows).toContainEqual({ table: 'What was decided', line: '1', heading: 'Note', value: 'talked to Zoë' })
    expect(statSync(space.path('person.csv')).mode & 0o777).toBe(0o600)
  })

  it('is a line of the log itself, without the person', async () => {
    const { stdout } = await space.run(['status', '--attempts', '--csv'])
    const lines = stdout.split('\n').filter((line) => line.includes(',export,'))
    expect(lines).toEqual([
      expect.stringMatching(/,disclosed,.*\d+ lines about one person\\?, by .+@/),
      expect.stringContaining('about one person'),
    ])
    for (const line of lines) expect(line).not.toContain('E-001')
  })

  it('also of those who decide, or stand in other people’s rows: in whatever capitals, and without the rest of the row', async () => {
    const decider = await space.run(['ledger', 'export', '--employee', 'M-1', '-o', 'decider.xlsx'])
    expect([decider.code, decider.stderr]).toEqual([
      0,
      expect.stringMatching(/^Decided by this person: 1 line; Named in other rows: \d lines?\n$/),
    ])
    const { table } = await readOutput(space.path('decider.xlsx'), 'Decided by this person')
    expect(turnBack(table('Decided by this person'))).toMatchObject([
      { Decision: 'Rejected', Manager: 'M-1', 'Assessment ID': decided },
    ])
    const manager = await space.run(['ledger', 'export', '--employee', 'M-2', '-o', 'manager.csv'])
    expect(manager.code).toBe(0)
    const { rows } = readCsvOutput(space.path('manager.csv'))
    expect(rows).toContainEqual({ table: 'Named in other rows', line: '1', heading: 'Value', value: 'm-2' })
    expect(JSON.stringify(rows)).not.toMatch(/Bob|E-002/)
  })

  it('says when nothing is known of a person, and writes no file', async () => {
    const { code, stderr } = await space.run(['ledger', 'export', '--employee', 'E-01', '-o', 'nobody.xlsx'])
    expect([code, existsSync(space.path('nobody.xlsx'))]).toEqual([0, false])
    expect(stderr).toContain('holds nothing of “E-01”: no file was written')
  })

  it.each([
    [['--employee', 'E-001', '-o', 'person.xlsx'], 'exists already, and is not replaced'],
    [['--employee', 'E-001', '-o', 'person.pdf'], 'neither .xlsx nor .csv'],
    [['--employee', 'E-001'], 'one file about one person'],
    [['-o', 'new.xlsx'], 'one file about one person'],
    [['--employee', 'E-001', '--employee', 'E-002', '-o', 'new.xlsx'], 'one file about one person'],
  ])('refuses %s', async (args, words) => {
    const { code, stderr } = await space.run(['ledger', 'export', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  })
})
