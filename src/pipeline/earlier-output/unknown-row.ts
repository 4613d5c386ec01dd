import type { JsonFields } from '../../contract/outcome.ts'
import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { TableColumn } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import { linkCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import { subjectColumns, tableColumn } from '../tables/sheet-names.ts'

export interface UnknownRow {
  view: RowView
  attempts: readonly LoggedAttempt[]
  reference: string
  /** What it is known by, to be looked up there. */
  about: JsonFields
}

/** What helps to find a request: of one about a thing that another created, that thing too. */
export function listLookUpColumns({
  request: { identifyingFields },
  fourEyes,
}: Pick<Operation, 'request' | 'fourEyes'>): readonly TableColumn<UnknownRow>[] {
  const toAbout = ({ about }: UnknownRow): JsonFields => about
  if (fourEyes === undefined) return subjectColumns(identifyingFields, toAbout)
  const trip = ['employeeId', 'name', 'destination', 'startDate']
  const columns = subjectColumns([...trip, ...identifyingFields, 'note', 'externalEventId'], toAbout)
  return [
    // Narrow: all are printed on one page across.
    ...columns.map((each) => ({ ...each, width: 9, isFolded: each.heading === 'cancelledByStaffId' })),
    tableColumn('reportUrl', 8, ({ about }) => linkCell(String(about['reportUrl'] ?? ''))),
  ]
}
