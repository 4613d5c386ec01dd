import { describe, expect, it } from 'vitest'
import { decide } from '../../rooms/operations.ts'
import { digestPlan, keyOfLine, listPlanColumns, shortenSeal } from '../../rooms/pipeline/sealing.ts'

const head = { operation: 'decide', target: { address: 'https://a.example/api', company: 'acme' } }
const lines = [
  ['row 2', 'A-1', 'Rejected'],
  ['row 3', 'A-2', 'Pending'],
]

describe('the seal of a plan', () => {
  it('is the same for the same requests in the same order, to the same company', () => {
    expect(digestPlan({ ...head }, structuredClone(lines))).toBe(digestPlan(head, lines))
    expect(digestPlan(head, lines)).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['another order', head, lines.toReversed()],
    ['one less', head, lines.slice(1)],
    ['one more', head, [...lines, ['row 4', 'A-3', 'Pending']]],
    ['one twice', head, [...lines, lines[1] ?? []]],
    ['another text', head, [['row 2', 'A-1', 'rejected'], lines[1] ?? []]],
    ['a text in the next column', head, [['row 2', 'A-1Rejected', ''], lines[1] ?? []]],
    ['a column more', head, lines.map((line) => [...line, ''])],
    ['another address', { ...head, target: { ...head.target, address: 'https://b.example/api' } }, lines],
    ['another company', { ...head, target: { ...head.target, company: 'globex' } }, lines],
    ['another operation', { ...head, operation: 'invite' }, lines],
  ])('is another one for %s', (_, otherHead, otherLines) => {
    expect(digestPlan(otherHead, otherLines)).not.toBe(digestPlan(head, lines))
  })

  it('is short for people', () => {
    expect(shortenSeal('7f3a91c2ffff')).toBe('7F3A-91C2')
  })
})

it('what a decision asks for is told apart by nothing that is only shown', () => {
  const columns = listPlanColumns(decide)
  const line = columns.map(({ heading }) => heading)
  const shown = columns.map(({ heading, origin }) => (origin === 'request' ? heading : 'other'))
  expect(keyOfLine(columns, shown)).toBe(keyOfLine(columns, line))
  expect(JSON.parse(keyOfLine(columns, line)).toSorted()).toEqual([
    'assessmentId',
    'cancelledByStaffId',
    'complianceTeamMemberId',
    'externalEventId',
    'managerId',
    'note',
    'status',
  ])
})
