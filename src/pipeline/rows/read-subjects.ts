import type { JsonFields } from '../../contract/outcome.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { SheetColumns } from './loaded-input.ts'
import { parseFields } from './row-outcome.ts'

interface Subject {
  created: JsonFields
  name: string
}

/** What the ledger knows of the things that requests name: how they were created, and the name in that row. */
export async function readSubjects(
  { about, nameIn }: { about: string; nameIn(cells: readonly Cell[], columns: SheetColumns): string },
  { submissions, target }: { submissions: Pick<Ledger['submissions'], 'requestsOf' | 'standingRows'>; target: Target },
  things: readonly string[],
): Promise<ReadonlyMap<string, Subject>> {
  const [requests, rows] = [
    await submissions.requestsOf(about, target, things),
    await submissions.standingRows(about, target, things),
  ]
  return new Map(
    [...requests].map(([thing, request]) => {
      const row = rows.get(thing)
      const isKnown = row !== undefined && row.columns !== ''
      const name = isKnown
        ? nameIn(parseStored<Cell[]>(row.cells, 'row'), parseStored<SheetColumns>(row.columns, 'list of columns'))
        : ''
      return [thing, { created: parseFields(request), name }]
    }),
  )
}
