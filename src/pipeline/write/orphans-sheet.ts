import { showState } from '../../contract/states.ts'
import { parseKept } from '../../ledger/kept-json.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import type { OutCell, OutSheet } from '../../sheet/writing/plan.ts'
import { linkCell, textCell, timeCell } from '../rows/cells.ts'
import type { Operation } from '../terms/operation.ts'

const createdWidths = [36, 30]

type OrphanFacts = Pick<Operation, 'request' | 'output'>

/** Created by earlier runs of this input, and in it no more. */
export function planOrphans({ request: { tellingFields }, output: { createdHeadings } }: OrphanFacts): OutSheet {
  return {
    name: 'Orphans',
    hasAutoFilter: true,
    frozenColumns: Math.min(1, createdHeadings.length),
    columns: [
      ...createdHeadings.map((heading = '', index) => ({ heading, width: createdWidths[index] ?? 30 })),
      { heading: 'outcome', width: 12 },
      ...tellingFields.map((heading) => ({ heading, width: 24 })),
      { heading: 'sentAt', width: 26 },
      { heading: 'replacedBy', width: 36 },
      { heading: 'problem', width: 60, isWrapped: true },
    ],
  }
}

export function listOrphan(
  orphan: Orphan,
  { request: { tellingFields }, output: { createdHeadings, doneWord } }: OrphanFacts,
): OutCell[] {
  const sent = parseKept<Record<string, unknown>>(orphan.request, 'request')
  return [
    ...[textCell(orphan.identifier ?? ''), linkCell(orphan.reportUrl ?? '')].slice(0, createdHeadings.length),
    textCell(showState(orphan.state, doneWord)),
    ...tellingFields.map((field) => textCell(String(sent[field] ?? ''))),
    timeCell(orphan.sentAt),
    textCell(orphan.replacement?.identifier ?? ''),
    textCell(orphan.problem ?? ''),
  ]
}
