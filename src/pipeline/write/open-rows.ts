import { finishedStates } from '../../contract/states.ts'
import { identifyProblem, type Message, wordMany } from '../../messages/catalogue.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { labelState } from '../../messages/states.ts'
import { increase } from '../figures/score-sums.ts'
import { type RowQuery, type RowView, viewRows } from '../rows/row-view.ts'

interface OpenLine {
  state: string
  text: string
  hint: string
  rows: number
}

/** More of them are no overview, and take memory. */
const mostReasons = 200
export const shownReasons = 6

/** Why rows are not done, the commonest reason first, and the rows of further reasons. A row counts once. */
export async function listOpen(request: RowQuery): Promise<{ lines: OpenLine[]; others: number }> {
  const face = request.face ?? libraryFace
  const counts = new Map<string, number>()
  let others = 0
  for await (const page of viewRows(request, 'openPage')) {
    for (const view of page) {
      if (finishedStates.has(view.outcome.state) || view.problem === '') continue
      const key = JSON.stringify(reasonOf(view, face))
      if (counts.has(key) || counts.size < mostReasons) increase(counts, key)
      else others += 1
    }
  }
  const lines = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, rows]) => ({ ...(JSON.parse(key) as Omit<OpenLine, 'rows'>), rows }))
  const rest = lines.slice(shownReasons).reduce((sum, { rows }) => sum + rows, others)
  return { lines: lines.slice(0, shownReasons), others: rest }
}

function reasonOf(view: RowView, face: Face): Omit<OpenLine, 'rows'> {
  const { outcome } = view
  const state = labelState(view.state)
  const [problem] = outcome.state === 'invalid' ? outcome.problems : []
  if (problem !== undefined) {
    const { text = problem.rule, hint = problem.hint } = wordOf(problem, face)
    const column = problem.heading === '' ? face.field(problem.field) : problem.heading
    return { state, text: `${column} ${text}`.trim(), hint }
  }
  const { text = view.problem, hint = view.hint } = view.said === undefined ? {} : wordOf(view.said, face)
  return { state, text, hint: hint === '' ? view.hint : hint }
}

function wordOf(said: Partial<Message>, face: Face): { text?: string; hint?: string } {
  return (identifyProblem(said) === undefined ? undefined : wordMany(said, face)) ?? {}
}
