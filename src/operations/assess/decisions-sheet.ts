import { decisionStatuses, namedActors } from '../../contract/decision.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { formatStatus } from '../../pipeline/figures/select-countable-trips.ts'
import type { ExtraColumn, ExtraSheet, ResultColumn } from '../../pipeline/model/operation.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { findResultColumns } from '../../pipeline/rows/find-result-columns.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { RowView } from '../../pipeline/rows/row-view.ts'
import { mergeColumns } from '../../pipeline/tables/results-sheet.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { namesOf } from '../languages/all.ts'
import { nameOfPerson, namesPerson } from '../person-name.ts'
import { explained, resultNumberColumn, resultTextColumn, textColumn } from '../result-columns.ts'

export function requestText(view: RowView, field: string): string {
  return String(view.request[field] ?? '')
}

const empty = (): string => ''

/** Text, for people to fill in: 0042 stays 0042. */
function staffIdColumn(heading: string, width: number): ResultColumn {
  const { title: _, ...column } = textColumn(heading, width, empty)
  return { ...column, entry: { kind: 'text' } }
}

const decisionFields = [
  'assessmentId',
  'status',
  'complianceTeamMemberId',
  'managerId',
  'cancelledByStaffId',
  'note',
  'externalEventId',
] as const

/** More of them leave no room for the decision. */
const mostGroups = 6

/** Columns of the sheets without a field, such as the region, the line manager or the cost centre. */
function groupColumns(sheets: readonly SheetColumns[]): ExtraColumn[] {
  const named = namesOf('decide')
  const decided = new HeadingNames(decisionFields.map((field) => ({ field, isRequired: false, ...named(field) })))
  const ours = new Set(Object.values(resultTitles))
  const results = sheets.map(
    ({ headings }) =>
      new Set(
        findResultColumns(
          headings.map((heading, index) => ({ heading, index })),
          Object.keys(resultTitles),
        ).values(),
      ),
  )
  return mergeColumns(sheets)
    .filter(
      ({ heading, field, indexes }) =>
        field === undefined &&
        heading.trim() !== '' &&
        !namesPerson(heading) &&
        indexes.every((index, sheet) => index === undefined || !results[sheet]?.has(index)),
    )
    .slice(0, mostGroups)
    .map(({ heading, indexes }) => {
      // Read as a decision's own column otherwise.
      const isTaken = decided.fieldOf(heading) !== undefined || ours.has(heading.trim())
      return {
        heading: isTaken ? `${heading} in the sheet` : heading,
        width: 18,
        cell: ({ sheet, cells }) => cells[indexes[sheet] ?? -1] ?? emptyCell,
      }
    })
}

/**
 * One line per scored row, ready to fill in for `decide`: the trip, the columns that group people, and the last decision
 * stand before the empty columns.
 */
export const decisionsSheet: ExtraSheet = {
  name: 'Decisions',
  frozenColumns: 3,
  includes: ({ submission }) => submission?.state === 'done',
  columnsFor: (sheets) => [
    textColumn('assessmentId', 34, ({ submission }) => submission?.identifier ?? ''),
    textColumn('employeeId', 16, (view) => requestText(view, 'employeeId')),
    explained({ heading: 'name', width: 22, cell: (view, { columns }) => textCell(nameOfPerson(view, columns)) }),
    ...(sheets.length > 1 ? [textColumn('sheet', 16, ({ sheetName = '' }) => sheetName)] : []),
    textColumn('destination', 20, (view) => requestText(view, 'destination')),
    dayColumn('startDate'),
    dayColumn('endDate'),
    resultNumberColumn('overallTrip'),
    resultTextColumn('cumulativePeRiskLevel'),
    ...groupColumns(sheets),
    latestColumn('lastDecision', 22, showDecision),
    latestColumn('lastDecisionBy', 20, ({ request }) => namedActors(parseFields(request))),
    explained({ heading: 'lastDecisionAt', width: 17, cell: (_, { latest }) => timeCell(latest?.at ?? undefined) }),
    explained({ heading: 'reportUrl', width: 10, cell: ({ submission }) => showLink(submission?.reportUrl ?? '') }),
    { ...textColumn('status', 22, empty), dropDown: decisionStatuses },
    staffIdColumn('complianceTeamMemberId', 27),
    staffIdColumn('managerId', 16),
    staffIdColumn('cancelledByStaffId', 22),
    textColumn('note', 40, empty),
  ],
}

/** A short text: an address would run on over the empty cells that people fill in. */
function showLink(href: string): OutputCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href, label: 'Report' }
}

/** A calendar date; a time of day is dropped. */
function dayColumn(field: string): ResultColumn {
  return explained<ResultColumn>({
    heading: field,
    width: 13,
    cell: (view) => {
      const text = requestText(view, field)
      return text === '' ? emptyCell : { t: 'd', v: `${text.slice(0, 10)}T00:00:00` }
    },
  })
}

function latestColumn(heading: string, width: number, text: (latest: Replaced) => string): ExtraColumn {
  return explained({ heading, width, cell: (_, { latest }) => textCell(latest === undefined ? '' : text(latest)) })
}

export function showDecision({ request, state }: Replaced): string {
  return formatStatus(String(parseFields(request)['status'] ?? ''), state)
}
