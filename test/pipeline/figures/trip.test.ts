import { describe, expect, it } from 'vitest'
import { readTrip } from '../../rooms/pipeline/figures.ts'
import { decided, recorded } from './recorded.ts'

const longAgo = '1926-03-01T00:00:00.000Z'

describe('a trip', () => {
  it('has what was asked, what was answered and what was decided', () => {
    const result = {
      overallTrip: 4.5,
      payrollTax: 0,
      contractorMisclass: null,
      cumulativePeRiskLevel: 'High',
      employeeId: 'E1',
    }
    expect(readTrip(recorded({ id: 7, result, latest: decided('Manager Approved') }))).toEqual({
      first: 20_513,
      last: 20_522,
      company: 'acme',
      employeeId: 'E1',
      destination: 'Spain',
      isHire: false,
      scores: { overallTrip: 4.5, payrollTax: 0 },
      peLevel: 'High',
      identifier: 'R-7',
      reportUrl: 'https://service.example/report/7',
      decision: 'Manager Approved',
    })
  })

  it.each([
    ['is a hire by its purpose', { request: { purpose: 'Hire From Anywhere' } }, { isHire: true }],
    ['has no scores before there are some', { state: 'accepted' as const }, { scores: {}, peLevel: '' }],
    [
      'says of a decision that it may never have been recorded',
      { latest: decided('Rejected', 'unknown') },
      { decision: 'Rejected, perhaps' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(readTrip(recorded(facts))).toMatchObject(expected)
  })

  it.each([
    ['only its identifier is known', { employeeId: undefined, destination: undefined }, 'unnamed'],
    ['its start is no date', { startDate: 'soon' }, 'undated'],
    ['its end is missing', { endDate: undefined }, 'undated'],
    ['it ends before it starts', { endDate: longAgo }, 'undated'],
    ['somebody mistyped a year', { startDate: longAgo }, 'undated'],
  ])('cannot be counted when %s', (_, request, reason) => {
    expect(readTrip(recorded({ request }))).toBe(reason)
  })

  it('is not guessed where the ledger is damaged', () => {
    expect(() => readTrip({ ...recorded(), request: '{"cut' })).toThrow('cannot be read')
  })
})
