import { expect, it } from 'vitest'
import { describePlan } from '../../rooms/cli/output.ts'

it('approvers are listed by their number of decisions, equal ones by name', () => {
  const actors = new Map([
    ['C-301', 1],
    ['M-120', 3],
    ['C-001', 1],
    ['C-302', 12],
  ])
  const none = { later: 0, first: [], replaced: { count: 0, released: 0, first: [] }, repeatedEvents: [] }
  const counts = new Map([['Compliance Approved', 17]])
  const lines = describePlan({
    operation: 'decide',
    targetLabel: 'x',
    isTestTarget: true,
    counts,
    actors,
    total: 17,
    ...none,
  })
  expect(lines.filter((line) => line.includes(' by ')).map((line) => line.trim())).toEqual([
    '12  by C-302',
    '3  by M-120',
    '1  by C-001',
    '1  by C-301',
  ])
})
