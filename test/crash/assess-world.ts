import type { SandboxProcess } from '../support/sandbox-process.ts'
import { type Row, toCsv, toXlsx, trip } from '../support/trips.ts'
import { createdFor, findLosses } from './created.ts'
import { createWorld, type World, type WorldPlan } from './world.ts'

/** Six trips: one that the service refuses, one that is invalid, and four that it takes. `name` is part of every employee's ID. */
export function createAssessWorld(sandbox: SandboxProcess, name: string, earlierOutput?: Buffer): World {
  const rows = sixTrips(name)
  return createWorldOf(sandbox, { name, rows, sheet: ['trips.csv', toCsv(rows)], earlierOutput })
}

/** The same in a workbook, which comes back with its results beside the rows. */
export async function createOwnWorkbookWorld(sandbox: SandboxProcess, name: string): Promise<World> {
  const rows = sixTrips(name)
  return createWorldOf(sandbox, { name, rows, sheet: ['trips.xlsx', Buffer.from(await toXlsx(rows))] })
}

function sixTrips(name: string): Row[] {
  return [
    trip(`${name}/1`),
    trip(`${name}/2`),
    trip(`${name}/3`, { 'Host country': 'Atlantis' }),
    trip(`${name}/4`, { 'Trip end': '2020-01-01' }),
    trip(`${name}/5`),
    trip(`${name}/6`),
  ]
}

function createWorldOf(
  sandbox: SandboxProcess,
  { name, rows, sheet, earlierOutput }: Pick<WorldPlan, 'sheet' | 'earlierOutput'> & { name: string; rows: Row[] },
): World {
  return createWorld({
    variables: sandbox.variables,
    args: ['assess', sheet[0], '--json', '--concurrency', '2'],
    sheet,
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
