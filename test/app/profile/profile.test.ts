import { expect, it } from 'vitest'
import { type Profile, requiresFourEyes } from '../../rooms/app/profile.ts'

it.each<[Profile, boolean]>([
  [{}, false],
  [{ fourEyes: true }, true],
  [{ secondPair: true }, true],
  [{ fourEyes: true, secondPair: true }, true],
  [{ fourEyes: false }, false],
  [{ secondPair: false }, false],
])('four-eyes under %j: %j', (profile, isRequired) => {
  expect(requiresFourEyes(profile)).toBe(isRequired)
})
