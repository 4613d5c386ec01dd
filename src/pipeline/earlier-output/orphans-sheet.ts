import type { JsonFields } from '../../contract/outcome.ts'
import { createdStates, formatState } from '../../contract/states.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { tableTitles } from '../../messages/table-titles.ts'
import type { Table, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import { type OrphanView, orphansTitle, whyHeading } from '../model/orphans.ts'
import { linkCell, timeCell } from '../rows/cells.ts'
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
      ...subjectColumns(identifyingFields, ({ orphan }: OrphanView) =>
        parseStored<JsonFields>(orphan.request, 'request'),
      ),
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

export interface Namesake {
  rowAddress: string
  state: string
  field: string
}
