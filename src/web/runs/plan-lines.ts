import { decide } from '../../operations/decide.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { listPlanColumns, type PlanLine } from '../../pipeline/sealing/plan-table.ts'
import type { RowWindow, ShownCell } from '../protocol.ts'
import type { WindowQuery } from '../request-schemas.ts'
import { toValueCell } from '../result-row.ts'
import { cutWindow } from '../sheet/row-window.ts'
import { toFieldTitle } from '../user-messages.ts'

/** With its headings in the plan, whose texts are joined; `width` in characters. */
type ShownColumn = [heading: string, of: readonly string[], width?: number]

/** In sight without scrolling sideways; the other columns of the plan follow. */
const firstColumns: readonly ShownColumn[] = [
  ['person', ['name', 'employeeId'], 21],
  ['overallTrip', ['overallTrip'], 9],
  ['status', ['status'], 20],
  ['by', ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'], 9],
  ['replaces', ['lastDecision', 'lastDecisionBy', 'lastDecisionAt'], 44],
]
const planHeadings = listPlanColumns(decide).map(({ heading }) => heading)
const shownFirst = new Set(['row', ...firstColumns.flatMap(([, of]) => of)])
const shownColumns: readonly ShownColumn[] = [
  ...firstColumns,
  ...planHeadings.flatMap((heading): ShownColumn[] => (shownFirst.has(heading) ? [] : [[heading, [heading]]])),
]

/** As a grid; `width`: in characters. */
export const planColumns = shownColumns.map(([heading, , width]) => ({
  heading: toFieldTitle(heading),
  width,
}))

/** Rows by kind and by person, and those that replace what is recorded. */
export function countPlan({ counts, actors, replaced }: Pick<Plan, 'counts' | 'actors' | 'replaced'>) {
  const list = (of: ReadonlyMap<string, number>) => [...of].map(([name, count]) => ({ name, count }))
  return { counts: list(counts), actors: list(actors), replaced: replaced.count, replacedOfTwo: replaced.released }
}

/** Decisions to be sent, as the grid shows them. */
export function cutPlan(lines: readonly PlanLine[], part: WindowQuery): RowWindow {
  return cutWindow([...lines.keys()], part, (line) => {
    const texts = lines[line] ?? []
    const number = (texts[0] ?? '').replace(/^row /, '')
    const cells = shownColumns.map((column) => showCell(column, texts))
    return { sheet: 0, line, number, state: 'ready', cells, problems: [] }
  })
}

function showCell([heading, of]: ShownColumn, line: PlanLine): ShownCell {
  const texts = of.map((each) => {
    const text = line[planHeadings.indexOf(each)] ?? ''
    return each === 'lastDecisionAt' ? text.replace(/^(.{10})T(.{5}).*/, '$1 $2') : text
  })
  return toValueCell(heading, texts.filter((text) => text !== '').join(' · '))
}
