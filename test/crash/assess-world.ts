import type { SandboxProcess } from '../support/sandbox-process.ts'
import { toCsv, trip } from '../support/trips.ts'
import { createdFor, findLosses } from './created.ts'
import { createWorld, type World } from './world.ts'

/** Six trips: one that the service refuses, one that is invalid, and four that it takes. `name` is part of every employee's ID. */
export function createAssessWorld(sandbox: SandboxProcess, name: string, earlierOutput?: Buffer): World {
  const rows = [
    trip(`${name}/1`),
    trip(`${name}/2`),
    trip(`${name}/3`, { 'Host country': 'Atlantis' }),
    trip(`${name}/4`, { 'Trip end': '2020-01-01' }),
    trip(`${name}/5`),
    trip(`${name}/6`),
  ]
  return createWorld({
    variables: sandbox.variables,
    args: ['assess', 'trips.csv', '--json', '--concurrency', '2'],
    sheet: ['trips.csv', toCsv(rows)],
    output: 'trips.assessed.xlsx',
    rows: rows.length,
    earlierOutput,
    findFaults(space, results, { invalid = 0, rejected = 0, scored = 0, unknown = 0 }) {
      const faults: string[] = []
      if (invalid !== 1 || rejected > 1 || invalid + rejected + scored + unknown !== rows.length) {
        faults.push(`${invalid} invalid, ${rejected} rejected, ${scored} scored, ${unknown} unknown`)
      }
      return [...faults, ...findLosses(createdFor(sandbox, name), space, results)]
    },
  })
}
