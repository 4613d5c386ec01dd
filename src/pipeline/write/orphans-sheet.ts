import { createdStates, formatState, unreadStates } from '../../contract/states.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Table, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import { type OrphanView, orphansTitle, whyHeading } from '../model/orphans.ts'
import { linkCell, timeCell } from '../rows/cells.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { readPages } from '../rows/paginate.ts'
import { RowAddresses } from '../rows/row-addresses.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { type RowQuery, viewRows } from '../rows/row-view.ts'
import { subjectColumns, tableColumn } from '../tables/sheet-names.ts'

/** Submissions of earlier runs of this input without a row. */
export function orphansTable({
  request: { identifyingFields },
  output: { createdHeadings, doneWord, orphanColumns = [] },
}: Pick<Operation, 'request' | 'output'>): Table<OrphanView> {
  const [identifier = '', report = ''] = createdHeadings
  const created: TableColumn<OrphanView>[] = [
    tableColumn(identifier, 36, ({ orphan }) => orphan.identifier),
    tableColumn(report, 16, ({ orphan }) => linkCell(orphan.reportUrl ?? '')),
  ]
  return {
    name: orphansTitle,
    hasAutoFilter: true,
    frozenColumns: Math.min(1, createdHeadings.length),
    columns: [
      ...created.slice(0, createdHeadings.length),
      // Not headed as the results that `decide` writes beside them.
      tableColumn('outcome', 12, ({ orphan }) => formatState(orphan.state, doneWord), { title: 'State' }),
      ...subjectColumns(identifyingFields, ({ orphan }: OrphanView) => parseFields(orphan.request)),
      tableColumn('sentAt', 17, ({ orphan }) => timeCell(orphan.sentAt), { title: 'Sent on' }),
      tableColumn(whyHeading, 30, ({ why }) => why, { isWrapped: true }),
      tableColumn('replacedBy', 22, ({ orphan }) => orphan.replacement?.identifier, { isWrapped: true }),
      ...orphanColumns,
      tableColumn('problem', 32, ({ orphan }) => orphan.problem, { title: 'Message', isWrapped: true }),
    ],
  }
}

/** `successor`: the row of its replacement. `namesake`: an unreadable or skipped row with the same subject. */
export function explainOrphan(
  { replacement }: Pick<Orphan, 'replacement'>,
  { successor, namesake }: { successor: string | undefined; namesake: Namesake | undefined },
  doneWord: string,
): string {
  if (replacement !== undefined) {
    const by = successor ?? replacement.identifier ?? 'a row that is not in the sheet any more'
    if (createdStates.has(replacement.state)) return `replaced by ${by}`
    return `to be replaced by ${by}, which is ${formatState(replacement.state, doneWord)}`
  }
  if (namesake === undefined) return 'taken out of the sheet'
  return `not found in the sheet; perhaps ${namesake.rowAddress}, which is ${namesake.state} and has the same ${tableTitles[namesake.field] ?? namesake.field}`
}

interface Namesake {
  rowAddress: string
  state: string
  field: string
}

const pageSize = 500
/** Limit on remembered unread rows: memory does not grow with a sheet. */
const mostNamesakes = 10_000

type OrphanRequest = RowQuery & { operation: Operation; sheets: readonly LoadedSheet[] }

export async function* viewOrphans(request: OrphanRequest): AsyncGenerator<readonly OrphanView[]> {
  const { ledger, runId, operation, sheets } = request
  const [field = ''] = operation.request.identifyingFields
  const addresses = new RowAddresses(sheets.map(({ name }) => name))
  let namesakes: ReadonlyMap<string, Namesake> | undefined
  const pages = readPages((after) => ledger.runs.orphanPage(runId, after, pageSize), 'id')
  for await (const page of pages) {
    namesakes ??= await findNamesakes(request, field)
    const identifiers = page.flatMap(({ identifier }) => identifier ?? [])
    const latest = await ledger.order.findLatest(runId, identifiers)
    const views: OrphanView[] = []
    for (const orphan of page) {
      const row = orphan.replacement && (await ledger.runs.rowOf(runId, orphan.replacement.id))
      const successor = row && addresses.row(row.sheet, row.rowNumber)
      const namesake = namesakes.get(String(parseFields(orphan.request)[field] ?? ''))
      const why = explainOrphan(orphan, { successor, namesake }, operation.output.doneWord)
      views.push({ orphan, why, latest: latest.get(orphan.identifier ?? '') })
    }
    yield views
  }
}

/** Unread rows by subject: an orphan may be one of them. */
async function findNamesakes(request: OrphanRequest, field: string): Promise<ReadonlyMap<string, Namesake>> {
  const found = new Map<string, Namesake>()
  for await (const page of viewRows(request, 'findingsPage')) {
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
