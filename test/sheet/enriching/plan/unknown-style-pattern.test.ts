import { expect, it } from 'vitest'
import { unknownStylePattern } from '../../../../src/sheet/enriching/plan/unknown-style-pattern.ts'

it.each([1, 5, 9, 10, 19, 57, 99, 100, 109, 4999, 65_490])('of %i styles the highest is one less', (count) => {
  const unknown = unknownStylePattern(count)
  for (let style = 0; style < 70_000; style += style < 11_000 ? 1 : 37) {
    if (unknown.test(`<c r="A1" s="${style}"><v>`) !== style >= count) throw new Error(`${style} of ${count}`)
  }
  expect(unknown.test(`<c r='A1' s = '${count}'/>`)).toBe(true)
})
