import { ask } from '../../ledger/postgres/database.ts'
import { type Alteration, hurried } from '../../support/altered.ts'
import type { Workspace } from '../../support/program.ts'
import type { TestSandbox } from '../../support/test-sandbox.ts'
import { type Row, toCsv, toXlsx, trip } from '../../support/trips.ts'
import { createdFor, findLosses } from './created.ts'
import { readSubmissions, type Submitted, toSubmitted } from './ledger-file.ts'
import { createWorld, type World, type WorldPlan } from './world.ts'

/** Six trips: one that the service refuses, one that is invalid, and four that it takes. `name` is part of every employee's ID. */
export function createAssessWorld(sandbox: TestSandbox, name: string, earlierOutput?: Buffer): World {
  const rows = sixTrips(name)
  return createWorldOf(sandbox, { name, rows, sheet: ['trips.csv', toCsv(rows)], earlierOutput })
}

/** The same in a workbook, which comes back with its results beside the rows. */
export async function createOwnWorkbookWorld(sandbox: TestSandbox, name: string): Promise<World> {
  const rows = sixTrips(name)
  return createWorldOf(sandbox, { name, rows, sheet: ['trips.xlsx', Buffer.from(await toXlsx(rows))] })
}

/** The same over a memory in a database, with a lease that ends soon. */
export function createTeamWorld(sandbox: TestSandbox, name: string, address: string): World {
  const rows = sixTrips(name)
  const memory: Memory = {
    args: ['--ledger', address],
    alterations: hurried,
    readSubmissions: async () =>
      (await ask<Recorded>(address, 'SELECT state, identifier, request FROM submissions ORDER BY id')).map(toSubmitted),
  }
  return createWorldOf(sandbox, { name, rows, sheet: ['trips.csv', toCsv(rows)], memory })
}

type Recorded = Parameters<typeof toSubmitted>[0]

/** Where the memory is, and what it says in the end. */
interface Memory {
  args: readonly string[]
  alterations: readonly Alteration[]
  readSubmissions(space: Workspace): Submitted[] | Promise<Submitted[]>
}

const ownFile: Memory = { args: [], alterations: [], readSubmissions }

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
  sandbox: TestSandbox,
  plan: Pick<WorldPlan, 'sheet' | 'earlierOutput'> & { name: string; rows: Row[]; memory?: Memory },
): World {
  const { name, rows, sheet, earlierOutput, memory = ownFile } = plan
  return createWorld({
    variables: sandbox.variables,
    args: ['assess', sheet[0], '--json', '--concurrency', '2', ...memory.args],
    alterations: memory.alterations,
    sheet,
    output: 'trips.assessed.xlsx',
    rows: rows.length,
    earlierOutput,
    async findFaults(space, results, { invalid = 0, rejected = 0, scored = 0, unknown = 0 }) {
      const faults: string[] = []
      if (invalid !== 1 || rejected > 1 || invalid + rejected + scored + unknown !== rows.length) {
        faults.push(`${invalid} invalid, ${rejected} rejected, ${scored} scored, ${unknown} unknown`)
      }
      return [...faults, ...findLosses(createdFor(sandbox, name), await memory.readSubmissions(space), results)]
    },
  })
}
