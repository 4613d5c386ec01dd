import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addReached, describeReached, listUnreached, reachedIn } from './invariants.ts'

it('each invariant of src/README.md is one that some simulation must reach', () => {
  const house = readFileSync('src/README.md', 'utf8')
  const named = [...house.matchAll(/^\| (I\d+) \|/gm)].map(([, name]) => name)
  expect(named).toHaveLength(21)
  expect(new Set<string>(Object.values(reachedIn).flat())).toEqual(new Set(named))
})

it('one that was never reached is named', () => {
  const reached = addReached({ I13: 2, I5: 1 }, { I13: 1, I3: 4 })
  expect(describeReached(reached)).toBe('I3 4, I5 1, I13 3')
  expect(listUnreached('decisions', reached)).toEqual(['I4', 'I6', 'I12', 'I14', 'I15'])
})
