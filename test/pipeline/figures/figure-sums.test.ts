import { describe, expect, it } from 'vitest'
import { FigureSums, readSpan, showQuarter } from '../../rooms/pipeline/figures.ts'
import { allTime, decided, recorded } from './recorded.ts'

function decision(status: string, by: object = {}, facts: object = {}) {
  return { ...recorded(facts), operation: 'decide', request: JSON.stringify({ status, ...by }) }
}

describe('sums of figures', () => {
  it('of countries count trips, people, days and levels, the country with the most days first', () => {
    const sums = new FigureSums(allTime, 50)
    const trip = (id: number, destination: string, startDate: string, endDate: string, level: string) =>
      recorded({
        id,
        request: { destination, startDate: `${startDate}T00:00:00.000Z`, endDate: `${endDate}T00:00:00.000Z` },
        result: { overallTrip: 1, cumulativePeRiskLevel: level },
      })
    sums.addPerson([
      trip(1, 'Peru', '2026-01-01', '2026-01-03', 'Low'),
      trip(2, 'Spain', '2026-03-28', '2026-04-05', 'High'),
    ])
    sums.addPerson([trip(3, 'Spain', '2026-04-10', '2026-04-10', '')])
    const [first, second] = [8104, 8105]
    expect(sums.sum().countries).toEqual([
      {
        ...{ country: 'Spain', trips: 2, people: 2, days: 10 },
        byQuarter: new Map([first, second].map((quarter, at) => [quarter, at === 0 ? 4 : 6])),
        peLevels: new Map(['High', ''].map((level) => [level, 1])),
      },
      {
        ...{ country: 'Peru', trips: 1, people: 1, days: 3 },
        byQuarter: new Map([[first, 3]]),
        peLevels: new Map([['Low', 1]]),
      },
    ])
  })

  it('count a person once in a quarter, a trip in each quarter in which it has days, a hire in that of its start', () => {
    const sums = new FigureSums(allTime, 50)
    const over = { startDate: '2026-03-30', endDate: '2026-04-02' }
    sums.addPerson([
      recorded({ request: over }),
      recorded({ id: 2, request: { destination: 'Peru' }, result: { overallTrip: 9 } }),
    ])
    sums.addPerson([recorded({ id: 3, subject: 'E2', request: { ...over, purpose: 'Hire From Anywhere' } })])
    const { quarters, trips, hires, people, days, scored } = sums.sum()
    expect({ trips, hires, people, days, scored }).toEqual({ trips: 2, hires: 1, people: 2, days: 14, scored: 3 })
    expect(
      quarters.map(({ quarter, overall, ...rest }) => ({
        quarter: showQuarter(quarter),
        mean: overall.sum / overall.count,
        ...rest,
      })),
    ).toEqual([
      { quarter: '2026-Q1', mean: 19 / 3, trips: 2, hires: 1, people: 2, days: 12 },
      { quarter: '2026-Q2', mean: 5, trips: 1, hires: 0, people: 1, days: 2 },
    ])
  })

  it('count decisions by status and by who is named, on the day on which they were recorded', () => {
    const sums = new FigureSums(readSpan('2026-Q1') ?? allTime, 50)
    const approver = { complianceTeamMemberId: 'C-001' }
    for (let times = 0; times < 2; times += 1) sums.addDecision(decision('Compliance Approved', approver))
    sums.addDecision(decision('Compliance Approved', { ...approver, managerId: 'M-1' }))
    sums.addDecision(decision('Pending'))
    sums.addDecision(decision('Pending', {}, { doneAt: Date.UTC(2026, 3, 1) }))
    sums.addDecision(decision('Pending', {}, { state: 'unknown' }))
    sums.addDecision(decision('Pending', {}, { state: 'rejected' }))
    const { decisions, attention } = sums.sum()
    expect(decisions).toEqual([
      { status: 'Compliance Approved', approver: 'C-001', recorded: 2 },
      { status: 'Compliance Approved', approver: 'C-001 and M-1', recorded: 1 },
      { status: 'Pending', approver: '', recorded: 1 },
    ])
    expect([...attention]).toEqual([
      ['decisionsUnknown', 1],
      ['decisionsRejected', 1],
    ])
  })

  it('forget a refused decision once a later one on its assessment was recorded, or its line left the sheet', () => {
    const sums = new FigureSums(allTime, 50)
    const refused = { state: 'rejected' } as const
    sums.addDecision(decision('Aproved', { assessmentId: 'A-1' }, refused))
    sums.addDecision(decision('Aproved', { assessmentId: 'A-2' }, refused))
    sums.addDecision(decision('Aproved', { assessmentId: 'A-3' }, { ...refused, place: 'gone' }))
    expect(sums.sum().attention.get('decisionsRejected')).toBe(2)
    sums.addDecision(decision('Pending', { assessmentId: 'A-1' }))
    expect(sums.sum().attention.get('decisionsRejected')).toBe(1)
    sums.addDecision(decision('Pending', { assessmentId: 'A-2' }))
    expect([...sums.sum().attention]).toEqual([])
  })

  it('say of everything that is not counted why, and of what waits that it does', () => {
    const sums = new FigureSums(allTime, 50)
    sums.exclude('elsewhere')
    sums.addPerson(
      (['unknown', 'rejected', 'failed', 'ready', 'sending', 'pending'] as const).map((state, index) =>
        recorded({ id: index, state, request: { remark: index } }),
      ),
    )
    sums.addPerson([recorded({ id: 9, latest: decided('Rejected') })])
    sums.addPerson([
      recorded({ id: 10, subject: 'E2', latest: decided('Pending') }),
      recorded({ id: 11, subject: 'E2', request: { remark: 1 } }),
    ])
    const { excluded, outcomes, attention, inForce, trips } = sums.sum()
    expect(Object.fromEntries(excluded)).toEqual({
      elsewhere: 1,
      unknown: 1,
      rejected: 1,
      failed: 1,
      ready: 1,
      sending: 1,
      declined: 1,
    })
    expect(Object.fromEntries(outcomes)).toEqual({
      unknown: 1,
      rejected: 1,
      failed: 1,
      ready: 1,
      sending: 1,
      pending: 1,
      done: 3,
    })
    expect(Object.fromEntries(attention)).toEqual({
      unknown: 1,
      rejected: 1,
      failed: 1,
      ready: 1,
      pending: 1,
      undecided: 1,
    })
    expect(Object.fromEntries(inForce)).toEqual({ '': 2, Pending: 1 })
    expect(trips).toBe(3)
  })

  it('keep the ten highest and the fifty longest, whatever comes', () => {
    const sums = new FigureSums(allTime, 50)
    for (let index = 0; index < 700; index += 1) {
      const endDate = `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`
      const result = { overallTrip: ((index * 7) % 100) / 10 }
      sums.addPerson([
        recorded({ id: index + 1, subject: `E${index}`, request: { startDate: '2026-03-01', endDate }, result }),
      ])
    }
    const { highest, longestStays, peopleInCountries } = sums.sum()
    expect(highest.map(({ scores }) => scores.overallTrip)).toEqual([9.9, 9.9, 9.9, 9.9, 9.9, 9.9, 9.9, 9.8, 9.8, 9.8])
    expect(longestStays.map(({ days }) => days)).toEqual([...Array(25).fill(28), ...Array(25).fill(27)])
    expect(peopleInCountries).toBe(700)
  })
})
