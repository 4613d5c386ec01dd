import { describe, expect, it } from 'vitest'
import { asRecord, held, record, sentAt, view } from '../../pipeline/write/views.ts'
import { decisionStatuses } from '../../rooms/contract.ts'
import { decisionsSheet, resultColumns, scoresByDestination } from '../../rooms/operations/assess.ts'
import type { ResultColumn } from '../../rooms/pipeline/model.ts'
import type { RowView } from '../../rooms/pipeline/rows.ts'

const result = {
  workingRights: 1,
  payrollTax: 2.5,
  socialSecurity: 3,
  corporateTax: 0,
  employmentLaw: 5,
  overallTrip: 6.5,
  assessmentId: 'A-1',
  employeeId: 'E1',
  complianceTeamMemberId: 'C-001',
  managerId: '',
  cumulativePeRiskLevel: 'Low',
}

const scored = view(
  record({
    of: {
      state: 'done',
      identifier: 'A-1',
      reportUrl: 'https://reports.example/A-1',
      result: JSON.stringify(result),
      sentAt,
      doneAt: sentAt + 60_000,
    },
  }),
)
const hired = view(
  record({ of: { state: 'done', identifier: 'A-2', result: JSON.stringify({ ...result, contractorMisclass: 4 }) } }),
)
const pending = view(record({ of: { state: 'pending', identifier: 'A-3', sentAt, doneAt: sentAt } }))

function show(columns: readonly ResultColumn[], row: RowView): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column) => {
      const cell = column.cell(row)
      return [column.heading, cell.t === 'z' ? '' : cell.v]
    }),
  )
}

describe('the result columns', () => {
  it('are those of the contract, in its order, headed for people, the most wanted ones first', () => {
    expect(resultColumns.map(({ heading, title, isFolded = false }) => [heading, title, isFolded])).toEqual([
      ['outcome', 'Outcome', false],
      ['overallTrip', 'Overall', false],
      ['cumulativePeRiskLevel', 'PE level', false],
      ['problem', 'Problem', false],
      ['hint', 'What to do', false],
      ['reportUrl', 'Report', false],
      ['workingRights', 'Working rights', true],
      ['payrollTax', 'Payroll tax', true],
      ['socialSecurity', 'Social security', true],
      ['corporateTax', 'Corporate tax', true],
      ['employmentLaw', 'Employment law', true],
      ['contractorMisclass', 'Contractor status', true],
      ['assessmentId', 'Assessment ID', true],
      ['complianceTeamMemberId', 'Compliance approver', true],
      ['managerId', 'Approving manager', true],
      ['sentAt', 'Sent', true],
      ['scoredAt', 'Scored', true],
    ])
  })

  it('of a scored row show its scores as numbers, its report as a link, and the times', () => {
    expect(show(resultColumns, scored)).toEqual({
      outcome: 'scored',
      assessmentId: 'A-1',
      reportUrl: 'https://reports.example/A-1',
      workingRights: 1,
      payrollTax: 2.5,
      socialSecurity: 3,
      corporateTax: 0,
      employmentLaw: 5,
      overallTrip: 6.5,
      contractorMisclass: '',
      cumulativePeRiskLevel: 'Low',
      complianceTeamMemberId: 'C-001',
      managerId: '',
      problem: '',
      hint: '',
      sentAt: '2026-03-01T09:30:00.000',
      scoredAt: '2026-03-01T09:31:00.000',
    })
    expect(resultColumns.find(({ heading }) => heading === 'reportUrl')?.cell(scored)).toMatchObject({
      t: 'link',
      href: 'https://reports.example/A-1',
    })
  })

  it('show what only hires have', () => {
    expect(show(resultColumns, hired)['contractorMisclass']).toBe(4)
  })

  it('of a row without scores show what there is', () => {
    expect(show(resultColumns, pending)).toMatchObject({ assessmentId: 'A-3', overallTrip: '', scoredAt: '' })
    expect(show(resultColumns, view(held('invalid', { problems: [] })))).toMatchObject({ assessmentId: '', sentAt: '' })
  })

  it('take no value for a number or a text that is none', () => {
    const odd = JSON.stringify({ overallTrip: { formula: '1' }, managerId: { formula: '1' } })
    const row = view(record({ of: { state: 'done', result: odd } }))
    expect(show(resultColumns, row)).toMatchObject({ overallTrip: '', managerId: '' })
  })
})

describe('the sheet Decisions', () => {
  const decided = {
    state: 'done',
    identifier: 'A-1',
    reportUrl: 'https://reports.example/A-1',
    request: '{"employeeId":"E1","destination":"Spain","startDate":"2026-03-01T00:00:00.000Z"}',
    result: '{"overallTrip":6.5,"payrollTax":2,"cumulativePeRiskLevel":"High"}',
  } as const

  it.each([
    ['nothing', undefined, ''],
    ['what is recorded', 'done', 'Pending'],
    ['what may be', 'unknown', 'Pending, perhaps'],
  ] as const)('says of what was decided before: %s', (_, state, shown) => {
    const latest = state === undefined ? undefined : { request: '{"status":"Pending"}', state, at: null }
    const cell = decisionsSheet
      .columnsFor([])
      .find(({ heading }) => heading === 'lastDecision')
      ?.cell(scored, { columns: undefined, latest })
    expect(cell).toMatchObject(shown === '' ? { t: 'z' } : { t: 's', v: shown })
  })

  it('has one line per scored row, and none for others', () => {
    expect([scored, pending, view(held('duplicate', { ofRow: 2 }))].map(decisionsSheet.includes)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is ready to fill in', () => {
    const latest = {
      request: '{"status":"Rejected","managerId":"M-1"}',
      state: 'done',
      at: Date.UTC(2026, 2, 3),
    } as const
    const columns = {
      headings: [
        'Staff ID',
        'First name',
        'Last name',
        'Region',
        'Line manager',
        '',
        'Manager ID',
        'Status',
        'A',
        'B',
        'C',
      ],
      fields: { employeeId: 0 },
    }
    const cells = ['E1', 'Ann', 'Lee', 'EMEA', 'M. Orr', 'x', 'M-9', 'active', 'a', 'b', 'c']
    const named = view(record({ cells: JSON.stringify(cells.map((v) => ({ t: 's', v }))), of: decided }))
    const shown = decisionsSheet.columnsFor([columns])
    expect(
      asRecord(
        { columns: shown },
        shown.map((column) => column.cell(named, { columns, latest })),
      ),
    ).toEqual({
      assessmentId: 'A-1',
      employeeId: 'E1',
      name: 'Ann Lee',
      destination: 'Spain',
      startDate: '2026-03-01T00:00:00',
      endDate: '',
      overallTrip: 6.5,
      cumulativePeRiskLevel: 'High',
      Region: 'EMEA',
      'Line manager': 'M. Orr',
      'Manager ID in the sheet': 'M-9',
      'Status in the sheet': 'active',
      A: 'a',
      B: 'b',
      lastDecision: 'Rejected',
      lastDecisionBy: 'M-1',
      lastDecisionAt: '2026-03-03T00:00:00.000',
      reportUrl: 'https://reports.example/A-1',
      status: '',
      complianceTeamMemberId: '',
      managerId: '',
      cancelledByStaffId: '',
      note: '',
    })
    expect(shown.find(({ heading }) => heading === 'status')?.dropDown).toEqual(decisionStatuses)
  })
})

it('scores are summed up by destination', () => {
  expect(scoresByDestination.group(scored)).toBe('Spain')
})
