import { describe, expect, it } from 'vitest'
import type { Replaced } from '../../rooms/ledger/port.ts'
import { ResultFigures } from '../../rooms/pipeline/write.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
import { record, view } from './views.ts'

const table = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: ({ request }: ReturnType<typeof scored>) => String(request['destination']),
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

const undecided = { latest: undefined }

describe('the figures of results', () => {
  it('are by destination, the worst mean first, by band, by PE level and by decision', () => {
    const figures = new ResultFigures(table)
    figures.add(scored('Spain', 2), undecided)
    figures.add(scored('Spain', 3), decided('Rejected'))
    figures.add(scored('Brazil', 9.5, 'High'), decided('Rejected', 'unknown'))
    figures.add(scored('Spain', 2.02, ''), decided('Rejected'))
    figures.add(scored('Italy', undefined), undecided)
    const lines = values(figures.list())
    expect(lines.slice(1, 5)).toEqual([
      ['Overall score by destination'],
      ['Destination', 'Rows', 'Mean', 'Worst'],
      ['Brazil', 1, 9.5, 9.5],
      ['Spain', 3, 2.34, 3],
    ])
    const counts = Object.fromEntries(lines.filter((line) => line.length === 2))
    expect(counts).toMatchObject({ '2–3': 2, '3–4': 1, '9–10': 1, Low: 2, High: 1 })
    expect(counts).toMatchObject({ Rejected: 2, 'Rejected, perhaps': 1, 'none recorded': 1 })
    expect(figures.charts().map(({ lines }) => lines.length)).toEqual([2, 10])
  })

  it('are as of when the last decision was recorded', () => {
    const figures = new ResultFigures(table)
    for (const at of [7, 9, null]) figures.add(scored('Spain', 2), decided('Rejected', 'done', at))
    expect(figures.decidedAt).toBe(9)
  })

  it('of nothing are none', () => {
    const figures = new ResultFigures(table)
    figures.add(scored('Italy', undefined), undecided)
    expect(figures.list()).toEqual([])
    expect(figures.charts().flatMap(({ lines }) => lines)).toEqual([])
  })
})
