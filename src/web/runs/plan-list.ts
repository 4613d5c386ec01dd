import { approvals } from '../../contract/decision.ts'
import { endOfScores } from '../../messages/score-colours.ts'
import { decide } from '../../operations/decide.ts'
import { oneDecimal } from '../../pipeline/drawing/pictures.ts'
import { highScore } from '../../pipeline/figures/score-sums.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { listPlanColumns, type PlanLine } from '../../pipeline/sealing/plan-table.ts'
import type { RowWindow, ShownCell } from '../protocol.ts'
import type { WindowQuery } from '../request-schemas.ts'
import { toValueCell } from '../result-row.ts'
import { containsText, cutWindow } from '../sheet/row-window.ts'
import { toFieldTitle } from '../user-messages.ts'

/** With its headings in the plan, whose texts are joined; `width` in characters. */
type ShownColumn = [heading: string, of: readonly string[], width?: number]

/** In sight without scrolling sideways; the other columns of the plan follow, where they say anything. */
const firstColumns: readonly ShownColumn[] = [
  ['overallTrip', ['overallTrip'], 9],
  ['status', ['status'], 20],
  ['person', ['name', 'employeeId'], 20],
  ['destination', ['destination'], 14],
  ['by', ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'], 9],
  ['replaces', ['lastDecision', 'lastDecisionBy', 'lastDecisionAt'], 29],
]
const planHeadings = listPlanColumns(decide).map(({ heading }) => heading)
const shownFirst = new Set(['row', ...firstColumns.flatMap(([, of]) => of)])
const shownColumns: readonly ShownColumn[] = [
  ...firstColumns,
  ...planHeadings.flatMap((heading): ShownColumn[] => (shownFirst.has(heading) ? [] : [[heading, [heading]]])),
]

function readLine(line: PlanLine, heading: string): string {
  return line[planHeadings.indexOf(heading)] ?? ''
}

type Listed = Pick<ReturnType<typeof listPlan>, 'list' | 'columns'>
/** The program's own list of decisions, the highest score first, and what a person is told of it. */
export function listPlan(lines: readonly PlanLine[], plan?: Pick<Plan, 'actors' | 'replaced'>) {
  const list = lines.map((line) => {
    const [status, score] = [readLine(line, 'status'), Number(readLine(line, 'overallTrip') || Number.NaN)]
    const isHigh = approvals.has(status) && Number(oneDecimal(score)) >= highScore
    return {
      line,
      status,
      score: Number.isNaN(score) ? -1 : score,
      isHigh,
      isReplacing: readLine(line, 'lastDecision') !== '',
    }
  })
  list.sort((one, other) => other.score - one.score)
  const isSaid = (column: ShownColumn): boolean => lines.some((line) => showCell(column, line).text !== '')
  const columns = shownColumns.filter((column) => isSaid(column) || (lines.length > 0 && firstColumns.includes(column)))
  const decisions = [...new Set(list.map(({ status }) => status))].map((name) => {
    const rows = list.filter(({ status }) => status === name)
    const scores = rows.map(({ score }) => score).filter((score) => score >= 0)
    const range = [scores.at(-1), scores[0]].map((score = Number.NaN) => oneDecimal(score))
    const bands = Array.from(
      { length: 2 * endOfScores },
      (_, band) => scores.filter((score) => Math.floor(2 * score) === band).length,
    )
    /** In halves of a point, as shares of the largest. */
    const spread = bands.map((count) => count / Math.max(1, ...bands))
    const isKnown = scores.length > 0
    return {
      name,
      count: rows.length,
      range: isKnown ? [...new Set(range)].join(' – ') : '',
      unscored: rows.length - scores.length,
      spread,
    }
  })
  const state = {
    /** As a grid; `width`: in characters. */
    columns: columns.map(([heading, , width]) => ({ heading: toFieldTitle(heading), width })),
    decisions: decisions.sort((one, other) => other.count - one.count),
    actors: [...(plan?.actors ?? [])].map(([name, count]) => ({ name, count })),
    /** Rows with something to look at first. */
    look: list.filter(({ isHigh, isReplacing }) => isHigh || isReplacing).length,
    high: list.filter(({ isHigh }) => isHigh).length,
    replaced: plan?.replaced.count ?? 0,
    replacedOfTwo: plan?.replaced.released ?? 0,
  }
  return { state, list, columns }
}

/** Decisions to be sent, as the grid shows them: all, those to look at first, or those with one status. */
export function cutPlan(plan: Listed | undefined, { filter, find, ...part }: WindowQuery): RowWindow | undefined {
  if (plan === undefined) return undefined
  const isSought = containsText(find) ?? (() => true)
  const shown = plan.list.filter(({ line, status, isHigh, isReplacing }) => {
    const isMeant = filter === 'all' || (filter === 'doubtful' ? isHigh || isReplacing : status === filter)
    return isMeant && line.some(isSought)
  })
  return cutWindow([...shown.keys()], part, (position) => {
    const { line = [], isHigh = false, isReplacing = false } = shown[position] ?? {}
    const isMarked: Readonly<Record<string, boolean>> = { status: isHigh, replaces: isReplacing }
    const cells = plan.columns.map((column): ShownCell => {
      const cell = showCell(column, line)
      return isMarked[column[0]] === true ? { ...cell, mark: 'doubtful' } : cell
    })
    const number = (line[0] ?? '').replace(/^row /, '')
    return { sheet: 0, line: position, number, state: 'ready', cells, problems: [] }
  })
}

function showCell([heading, of]: ShownColumn, line: PlanLine): ShownCell {
  const texts = of.map((each) => {
    const text = readLine(line, each)
    return each === 'lastDecisionAt' ? text.replace(/^(.{10})T(.{5}).*/, '$1 $2') : text
  })
  return toValueCell(heading, texts.filter((text) => text !== '').join(' · '))
}
