import { describe, expect, it } from 'vitest'
import type { Replaced } from '../../rooms/ledger/port.ts'
import { valueCell } from '../../rooms/pipeline/rows.ts'
import { planSummary, ResultFigures, type SummaryFacts } from '../../rooms/pipeline/write.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
import { record, view } from './views.ts'

const table = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: ({ request }: ReturnType<typeof scored>) => String(request['destination']),
  describe: ({ request }: ReturnType<typeof scored>) => [String(request['destination'])],
}

function values(lines: readonly (readonly OutputCell[])[]): unknown[][] {
  return lines.map((line) => line.map((cell) => (cell.t === 'z' ? '' : cell.v)))
}

function scored(destination: string, overallTrip: number | undefined, cumulativePeRiskLevel = 'Low') {
  const result = JSON.stringify({ overallTrip, cumulativePeRiskLevel })
  return view(record({ of: { state: 'done', request: JSON.stringify({ destination }), result } }))
}

function decided(status: string, state: Replaced['state'] = 'done', at: number | null = null) {
  return { latest: { request: JSON.stringify({ status }), state, at } }
}

const facts: SummaryFacts = {
  ...{ file: 'trips.xlsx', sheets: [], operation: 'assess', title: 'Risk assessments', doneWord: 'scored' },
  counted: { one: 'trip', many: 'trips', done: 'assessed' },
  ...{ targetLabel: 'https://example.test', company: 'default', isTestTarget: true, isSimulated: false },
  ...{
    toolVersion: '1',
    ledger: { ledgerId: 'a1', number: 0, digest: '', at: 0 },
    recorded: { firstSentAt: undefined, lastRecordedAt: undefined },
    orphans: 0,
  },
  balance: [{ state: 'scored', wasDone: false, count: 4 }],
}

const undecided = { latest: undefined }

describe('the figures of results', () => {
  it('are by destination, the highest first, by band, by PE level and by decision', () => {
    const figures = new ResultFigures(table)
    figures.add(scored('Spain', 2), undecided)
    figures.add(scored('Spain', 3), decided('Rejected'))
    figures.add(scored('Brazil', 9.5, 'High'), decided('Rejected', 'unknown'))
    figures.add(scored('Spain', 2.02, ''), decided('Rejected'))
    figures.add(scored('Italy', undefined), undecided)
    const { headings, lines: groups } = figures.listGroups()
    expect(headings).toEqual(['Destination', 'Rows', 'Highest', '7 or more', 'Mean'])
    expect(values(groups.map((line) => line.map(valueCell)))).toEqual([
      ['Brazil', 1, 9.5, 1, 9.5],
      ['Spain', 3, 3, '', 2.34],
    ])
    const { lines: page } = planSummary(facts, { figures, open: { lines: [], others: 0 } })
    const lines = values(page)
    expect(lines[1]).toEqual(['4 of 4 trips assessed · 1 at 7 or more'])
    const counts = Object.fromEntries(lines.filter((line) => line.length === 2))
    expect(counts).toMatchObject({ '2–3': 2, '3–4': 1, '9–10': 1, Low: 2, High: 1 })
    expect(counts).toMatchObject({ Rejected: 2, 'Rejected, perhaps': 1, 'none recorded': 1 })
    expect(figures.charts().map(({ lines }) => lines.length)).toEqual([2, 2, 10])
  })

  it('are as of when the last decision was recorded', () => {
    const figures = new ResultFigures(table)
    for (const at of [7, 9, null]) figures.add(scored('Spain', 2), decided('Rejected', 'done', at))
    expect(figures.decidedAt).toBe(9)
  })

  it('of nothing are none', () => {
    const figures = new ResultFigures(table)
    figures.add(scored('Italy', undefined), undecided)
    expect(figures.listGroups().lines).toEqual([])
    expect(figures.charts().flatMap(({ lines }) => lines)).toEqual([])
  })
})
