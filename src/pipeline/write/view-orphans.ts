import { unreadStates } from '../../contract/states.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { explainOrphan, type Namesake } from '../earlier-output/orphans-sheet.ts'
import type { Operation } from '../model/operation.ts'
import type { OrphanView } from '../model/orphans.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { RowAddresses } from '../rows/row-addresses.ts'
import { type RowQuery, viewRowsWithFindings } from '../rows/row-pages.ts'

const pageSize = 500
/** Limit on remembered unread rows: memory does not grow with a sheet. */
const mostNamesakes = 10_000

type OrphanRequest = RowQuery & { operation: Operation; sheets: readonly LoadedSheet[] }

export async function* viewOrphans(request: OrphanRequest): AsyncGenerator<readonly OrphanView[]> {
  const { ledger, runId, operation, sheets } = request
  const [field = ''] = operation.request.identifyingFields
  const addresses = new RowAddresses(sheets.map(({ name }) => name))
  let namesakes: ReadonlyMap<string, Namesake> | undefined
  for (let afterId = 0; ; ) {
    const page = await ledger.runs.orphanPage(runId, afterId, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    namesakes ??= await findNamesakes(request, field)
    const latest = await ledger.order.findLatest(
      runId,
      page.flatMap(({ identifier }) => identifier ?? []),
    )
    const views: OrphanView[] = []
    for (const orphan of page) {
      const successor = await findSuccessor(request, addresses, orphan)
      const namesake = namesakes.get(
        String(parseStored<Record<string, unknown>>(orphan.request, 'request')[field] ?? ''),
      )
      const why = explainOrphan(orphan, { successor, namesake }, operation.output.doneWord)
      views.push({ orphan, why, latest: latest.get(orphan.identifier ?? '') })
    }
    yield views
    afterId = last.id
  }
}

async function findSuccessor(
  { ledger, runId }: OrphanRequest,
  addresses: RowAddresses,
  { replacement }: Orphan,
): Promise<string | undefined> {
  const row = replacement === undefined ? undefined : await ledger.runs.rowOf(runId, replacement.id)
  return row === undefined ? undefined : addresses.row(row.sheet, row.rowNumber)
}

/** Unread rows by subject: an orphan may be one of them. */
async function findNamesakes(request: OrphanRequest, field: string): Promise<ReadonlyMap<string, Namesake>> {
  const found = new Map<string, Namesake>()
  for await (const page of viewRowsWithFindings(request)) {
    for (const { outcome, cells, sheet, rowAddress, state } of page) {
      const column = request.sheets[sheet]?.columns.fields[field]
      if (!unreadStates.has(outcome.state) || column === undefined) continue
      const about = displayCell(cells[column] ?? emptyCell).trim()
      if (about !== '' && !found.has(about)) found.set(about, { rowAddress, state, field })
    }
    if (found.size >= mostNamesakes) break
  }
  return found
}
