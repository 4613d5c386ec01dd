import { expect, it } from 'vitest'
import { describeSimulation } from '../../rooms/cli/output.ts'

it.each([
  ['http://127.0.0.1:4010/version-test/api', 'while `rwa-batch sandbox` runs.'],
  [
    'http://127.0.0.1:41234/version-test/api',
    'Port 4010 was taken: report links of this run open only while `rwa-batch sandbox --port 41234` runs.',
  ],
])('at %s says that scores are simulated, and when report links open', (baseUrl, words) => {
  expect(describeSimulation(baseUrl)).toMatch(/^The scores are simulated\. /)
  expect(describeSimulation(baseUrl)).toContain(words)
})
