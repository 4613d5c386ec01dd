import { expect, it } from 'vitest'
import { findTarget } from '../../.ci/package/archive.mjs'
import { targets } from '../../.ci/package/node-binaries.mjs'

it('the folder of each system is known for that system, whatever another one ends with', () => {
  const names = Object.keys(targets)
  expect(names.map((name) => findTarget(`rwa-batch-0.1.0-${name}`))).toEqual(names)
  expect(() => findTarget('rwa-batch-0.1.0-plan9-x64')).toThrow('rwa-batch-0.1.0-plan9-x64 is of no known system')
})
