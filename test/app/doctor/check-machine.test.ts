import { expect, it } from 'vitest'
import { isTested } from '../../rooms/app/doctor.ts'

const tested = '^20.19.0 || ^22.12.0 || ^24.0.0'

it.each([
  ['20.19.0', true],
  ['20.18.3', false],
  ['22.30.1', true],
  ['23.5.0', false],
  ['24.0.0', true],
  ['27.0.0', false],
])('Node.js %s is tested: %s', (version, isIt) => {
  expect(isTested(version, tested)).toBe(isIt)
})

it('any version passes where the list cannot be read', () => {
  expect(isTested('18.0.0', '')).toBe(true)
})
