import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Output, readCsvOutput, readOutput, type Table } from '../support/outputs.ts'
import { assessed, type Ended, Workspace } from '../support/program.ts'
import { type Created, TestSandbox } from '../support/test-sandbox.ts'
import { hire, type Row, toCsv, toXlsx, trip } from '../support/trips.ts'

/** DESIGN §9, word for word. */
const resultHeadings = [
  'outcome',
  'overallTrip',
  'cumulativePeRiskLevel',
  'problem',
  'hint',
  'reportUrl',
  'workingRights',
  'payrollTax',
  'socialSecurity',
  'corporateTax',
  'employmentLaw',
  'contractorMisclass',
  'assessmentId',
  'complianceTeamMemberId',
  'managerId',
  'sentAt',
  'scoredAt',
]

const resultTitles = [
  ...['Outcome', 'Overall', 'PE level', 'Problem', 'What to do', 'Report'],
  ...['Working rights', 'Payroll tax', 'Social security', 'Corporate tax', 'Employment law', 'Contractor status'],
  ...['Assessment ID', 'Sent', 'Scored'],
]

const scoreHeadings = ['overallTrip', ...resultHeadings.slice(6, 11)]

const start = new Date('2026-05-01T00:00:00.000Z')

/** Good, good, refused by the service, wrong twice, equal to the first, good. */
const sheet: Row[] = [
  trip('00123', { 'Trip start': start, 'Trip end': '2026-05-31', 'Cost centre': 4711, Remark: 'the first' }),
  hire('E-2', { 'Cost centre': 0.5, Remark: '=1+1' }),
  trip('E-3', { 'Host country': 'Atlantis' }),
  trip('E-4', { Seniority: 'Boss', 'Trip end': '2026-02-01' }),
  trip('00123', { 'Trip start': start, 'Trip end': '2026-05-31' }),
  trip('E-6', { Remark: 'Ærøskøbing 東京', 'Right to work': 'tbc' }),
]
const inputHeadings = [...new Set(sheet.flatMap((row) => Object.keys(row)))]

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

describe('a mixed sheet', () => {
  let ended: Ended
  let output: Output
  let results: Table
  /** What the sandbox holds, by staff ID: rows are sent side by side. */
  let created: Map<unknown, Created>
  let csv: Table

  beforeAll(async () => {
    const ends: (() => void)[] = []
    const space = new Workspace(sandbox.variables, (end) => ends.push(end))
    space.write('trips.xlsx', await toXlsx(sheet))
    ended = await space.assess('trips.xlsx')
    output = await readOutput(space.path(assessed('trips')))
    results = output.table('Trips')
    created = new Map(sandbox.created().map((assessment) => [assessment.input['employeeId'], assessment]))
    mkdirSync(space.path('elsewhere'))
    await space.assess('trips.xlsx', '--no-wait', '-o', 'elsewhere/table.csv')
    csv = readCsvOutput(space.path('elsewhere/table.csv'))
    return () => {
      for (const end of ends) end()
    }
  })

  it('ends with 3, because some rows are not done', () => {
    expect(ended.code, ended.stderr).toBe(3)
  })

  it('has every row once, where it was', () => {
    expect(output.column('Staff ID')).toEqual(sheet.map((row) => row['Staff ID']))
    expect(output.column('outcome')).toEqual(['scored', 'scored', 'rejected', 'invalid', 'duplicate', 'scored'])
  })

  it('keeps the columns of the input, with values and types as they were', () => {
    for (const heading of inputHeadings) {
      expect(output.column(heading)).toEqual(sheet.map((row) => row[heading] ?? null))
    }
  })

  it('has the headings of the input, then those of the results for people, but for columns without any content', () => {
    expect(results.titles).toEqual([...inputHeadings, ...resultTitles])
  })

  it('has the sheets of ours that have something to say behind those of the input', () => {
    expect(output.sheets).toEqual(['Trips', 'Summary', 'Problems', 'Decisions', 'Charts'])
  })

  it('gives the scores, the identifiers and the report links of what the service created', () => {
    const done = output.results.filter(({ outcome }) => outcome === 'scored')
    expect(created.size).toBe(3)
    expect(done.map((row) => row['assessmentId'])).toEqual(done.map((row) => created.get(row['Staff ID'])?.id))
    for (const row of done) {
      for (const heading of scoreHeadings)
        expect(row[heading]).toSatisfy((score) => Number(score) >= 0 && Number(score) <= 10)
      expect(row['reportUrl']).toContain(row['assessmentId'])
      expect([row['sentAt'], row['scoredAt']]).toEqual([expect.any(Date), expect.any(Date)])
    }
    expect(done.map((row) => typeof row['contractorMisclass'])).toEqual(['object', 'number', 'object'])
    expect(done.map((row) => typeof row['cumulativePeRiskLevel'])).toEqual(['string', 'object', 'string'])
  })

  it('sends what the sheet says, under the names of the interface', () => {
    expect(created.get('00123')?.company).toBe('Acme')
    expect(created.get('00123')?.input).toEqual({
      purpose: 'Work From Anywhere',
      employeeId: '00123',
      seniority: 'Mid',
      roleType: 'Engineering',
      citizenship: 'Germany',
      destination: 'Portugal',
      residency: 'Germany',
      startDate: '2026-05-01T00:00:00.000Z',
      endDate: '2026-05-31T00:00:00.000Z',
      salesContracts: 'No',
      pastTripsDuration: 0,
      legalRight: 'Yes',
      benefitLocalMarket: 'No',
    })
    expect(created.get('E-2')?.input).toMatchObject({ urgency: 'Within 3 months', numberHires: 2 })
    expect(created.get('E-6')?.input).toMatchObject({ legalRight: 'Unsure' })
  })

  it('lists all problems of a row, each with the address of its cell, its heading and its value', () => {
    const { rows } = output.table('Problems')
    expect(rows.map(({ row, outcome, cell, heading, value }) => [row, outcome, cell, heading, value])).toEqual([
      [4, 'rejected', 'F4', 'Host country', 'Atlantis'],
      [5, 'invalid', 'C5', 'Seniority', 'Boss'],
      [5, 'invalid', 'I5', 'Trip end', '2026-02-01'],
      [6, 'duplicate', null, null, null],
    ])
  })

  it('quotes the service word for word and says what to do', () => {
    const refused = output.results[2]
    expect(refused?.['problem']).toBe('destination: Incorrect Country please review documentation')
    expect(refused?.['hint']).toContain('--lists')
    expect(output.results[4]?.['problem']).toContain('row 2')
  })

  it('has a line for each scored row in Decisions, ready to fill in', () => {
    const { titles, rows } = output.table('Decisions')
    expect(titles.join(', ')).toBe(
      'Assessment ID, Employee ID, Name, Destination, Start, End, Overall, PE level, Cost centre, Remark in the sheet, ' +
        'Last decision, Decided by, Decided, Report, Decision, Compliance approver, Manager, Canceled by, Note',
    )
    expect(rows.map(({ employeeId }) => employeeId)).toEqual(['00123', 'E-2', 'E-6'])
  })

  it('counts each row in exactly one line of Summary', () => {
    const lines = new Map(output.table('Summary').lines.map(([name, value]) => [name, value]))
    expect(
      [...['assessed', 'refused', 'to correct', 'duplicate', 'rows in all']].map((name) => lines.get(name)),
    ).toEqual([3, 1, 1, 1, 6])
    expect(lines.get('Environment')).toBe('test')
  })

  it('prints nothing but the summary on standard output, as its last line', () => {
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(ended.summary).toMatchObject({
      exitCode: 3,
      rows: 6,
      outcomes: { scored: 3, rejected: 1, invalid: 1, duplicate: 1 },
      alreadyDone: 0,
      orphans: 0,
      stopped: null,
      output: assessed('trips'),
    })
  })

  it('says the balance, where the workbook is and the next command on standard error', () => {
    expect(ended.stderr).toMatch(/3 {2}scored/)
    expect(ended.stderr).toContain(assessed('trips'))
    expect(ended.stderr).toContain('rwa-batch assess trips.xlsx --json')
  })

  it('writes the same results as CSV, where no text can become a formula', () => {
    expect(csv.headings).toEqual([...inputHeadings, ...resultHeadings])
    expect(csv.rows[0]?.['sentAt']).toMatch(/^2.*Z$/)
    expect(csv.rows.map(({ assessmentId }) => assessmentId || null)).toEqual(output.column('assessmentId'))
    expect(csv.rows[1]?.['Remark']).toBe("'=1+1")
    expect(csv.rows[5]?.['Remark']).toBe('Ærøskøbing 東京')
  })
})

describe('a sheet without problems', () => {
  it('ends with 0 and prints nothing on standard output without --json', async () => {
    const space = new Workspace(sandbox.variables)
    space.write('trips.csv', toCsv([trip('Z-1')]))
    const { code, stdout, stderr } = await space.run(['assess', 'trips.csv'])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain('scored')
  })
})
