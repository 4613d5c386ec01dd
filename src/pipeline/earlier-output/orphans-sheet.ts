import { createdStates, formatState } from '../../contract/states.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { tableTitles } from '../../messages/table-titles.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import { type OrphanView, orphansTitle, whyHeading } from '../model/orphans.ts'
import { linkCell, requestCell, textCell, timeCell } from '../rows/cells.ts'
import { subjectColumns, tableColumn } from '../tables/sheet-names.ts'

const createdWidths = [36, 16]

type OrphanFacts = Pick<Operation, 'request' | 'output'>

/** Submissions of earlier runs of this input without a row. */
export function planOrphans({ request: { identifyingFields }, output }: OrphanFacts): OutputSheet {
  const { createdHeadings, orphanColumns = [] } = output
  return {
    name: orphansTitle,
    hasAutoFilter: true,
    frozenColumns: Math.min(1, createdHeadings.length),
    columns: [
      ...createdHeadings.map((heading = '', index) => tableColumn(heading, createdWidths[index] ?? 30)),
      // Not headed as the results that `decide` writes beside them.
      { heading: 'outcome', title: 'State', width: 12 },
      ...subjectColumns(identifyingFields),
      { heading: 'sentAt', title: 'Sent on', width: 17 },
      tableColumn(whyHeading, 30, { isWrapped: true }),
      tableColumn('replacedBy', 22, { isWrapped: true }),
      ...orphanColumns,
      { heading: 'problem', title: 'Message', width: 32, isWrapped: true },
    ],
  }
}

export function listOrphan(
  view: OrphanView,
  { request: { identifyingFields }, output: { createdHeadings, doneWord, orphanColumns = [] } }: OrphanFacts,
): OutputCell[] {
  const { orphan, why } = view
  const sent = parseStored<Record<string, unknown>>(orphan.request, 'request')
  return [
    ...[textCell(orphan.identifier ?? ''), linkCell(orphan.reportUrl ?? '')].slice(0, createdHeadings.length),
    textCell(formatState(orphan.state, doneWord)),
    ...identifyingFields.map((field) => requestCell(sent[field])),
    timeCell(orphan.sentAt),
    textCell(why),
    textCell(orphan.replacement?.identifier ?? ''),
    ...orphanColumns.map((column) => column.cell(view)),
    textCell(orphan.problem ?? ''),
  ]
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
