import { expect, it } from 'vitest'
import { requireAnother, requireStaffId } from '../../../src/app/second-pair/staff-id.ts'

it.each([undefined, '', '  ', '\u200b', 'x'.repeat(201)])('%j is nobody', (by) => {
  expect(() => requireStaffId(by)).toThrow(/is not said who|no staff ID/)
})

it('a staff ID is what is written, without what surrounds it', () => {
  expect(requireStaffId('  C-001\u00a0')).toBe('C-001')
})

it.each(['C-001', 'c-001', ' C-001 ', 'C‐001'])('%j has sealed it as C-001', (by) => {
  expect(() => requireAnother(by, 'C-001')).toThrow('C-001 has sealed this plan, and cannot release it as well')
})

it('somebody else releases it', () => {
  expect(() => requireAnother('C-0011', 'C-001')).not.toThrow()
})
