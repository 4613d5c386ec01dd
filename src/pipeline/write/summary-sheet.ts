import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { OutCell, OutSheet } from '../../sheet/writing/plan.ts'
import { toIsoTime } from '../../support/clock.ts'
import { filledInLabel } from '../earlier-output/recall-defaults.ts'
import { textCell } from '../rows/cells.ts'
import type { WordSettings } from '../rows/row-outcome.ts'
import type { RowView } from '../rows/row-view.ts'
import type { SummaryTable } from '../terms/operation.ts'

export const summarySheet: OutSheet = {
  name: 'Summary',
  hasHeadings: false,
  columns: [
    { heading: '', width: 30 },
    // Longer text runs on into the empty cells beside it; figures stand under their headings.
    { heading: '', width: 12 },
    { heading: '', width: 12 },
    { heading: '', width: 12 },
  ],
}

export interface SummaryFacts {
  file: string
  /** What was read of a workbook; none for CSV. */
  sheets: readonly { name: string; rows: number }[]
  operation: string
  /** Field → what `--set` filled its empty cells with. */
  filledIn?: ReadonlyMap<string, string>
  targetLabel: string
  company: string
  isTestTarget: boolean
  /** Made up by the sandbox. */
  isSimulated: boolean
  toolVersion: string
  startedAt: number
  writtenAt: number
  balance: readonly ShownLine[]
  orphans: number
}

/** Past this many groups (a free-text column, most likely) the rest is counted together. */
const mostGroups = 500

/** Gathers the figures of the summary while the rows pass by. */
export class GroupFigures {
  readonly #table: SummaryTable
  readonly #groups = new Map<string, { count: number; sum: number; worst: number }>()

  constructor(table: SummaryTable) {
    this.#table = table
  }

  add(view: RowView): void {
    const value = this.#table.value(view)
    if (value === undefined) return
    const name = this.#table.group(view)
    const key = this.#groups.has(name) || this.#groups.size < mostGroups ? name : '(all others)'
    const group = this.#groups.get(key) ?? { count: 0, sum: 0, worst: 0 }
    group.count += 1
    group.sum += value
    group.worst = Math.max(group.worst, value)
    this.#groups.set(key, group)
  }

  list(): OutCell[][] {
    const lines = [...this.#groups].map(([name, { count, sum, worst }]) => ({ name, count, mean: sum / count, worst }))
    lines.sort((left, right) => right.mean - left.mean || (left.name < right.name ? -1 : 1))
    return [
      [],
      [textCell(this.#table.title)],
      [textCell(this.#table.groupHeading), textCell('rows'), textCell('mean'), textCell('worst')],
      ...lines.map(({ name, count, mean, worst }): OutCell[] => [
        textCell(name),
        { t: 'n', v: count },
        { t: 'n', v: Math.round(mean * 100) / 100, f: '0.00' },
        { t: 'n', v: worst },
      ]),
    ]
  }
}

function describeEnvironment({ isSimulated, isTestTarget }: SummaryFacts): string {
  if (isSimulated) return 'SIMULATED: everything here is made up by the sandbox, nothing of it is at the service'
  return isTestTarget ? 'test' : 'not marked as test'
}

export function listSummary(facts: SummaryFacts, word: WordSettings = (text) => text): OutCell[][] {
  const total = facts.balance.reduce((sum, { count }) => sum + count, 0)
  return [
    [textCell('Input'), textCell(facts.file)],
    ...facts.sheets.map(({ name, rows }): OutCell[] => [textCell('Sheet read'), textCell(name), { t: 'n', v: rows }]),
    [textCell('Operation'), textCell(facts.operation)],
    ...[...(facts.filledIn ?? [])].map((filled): OutCell[] => [textCell(word(filledInLabel)), ...filled.map(textCell)]),
    [textCell('Service'), textCell(facts.targetLabel)],
    [textCell('Company'), textCell(facts.company)],
    [textCell('Environment'), textCell(describeEnvironment(facts))],
    [textCell('Started (UTC)'), textCell(toIsoTime(facts.startedAt))],
    [textCell('Written (UTC)'), textCell(toIsoTime(facts.writtenAt))],
    [textCell('rwa-batch'), textCell(facts.toolVersion)],
    [],
    [textCell('Outcome'), textCell('rows')],
    ...facts.balance.map(({ state, wasDone, wasNamed, count }): OutCell[] => [
      textCell(wasDone ? `${state} (already done)` : wasNamed ? `${state} (asked again)` : state),
      { t: 'n', v: count },
    ]),
    [textCell('rows in all'), { t: 'n', v: total }],
    [textCell('orphans'), { t: 'n', v: facts.orphans }],
  ]
}
