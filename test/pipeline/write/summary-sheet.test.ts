import { describe, expect, it } from 'vitest'
import type { SummaryTable } from '../../../src/pipeline/terms/operation.ts'
import { GroupFigures, listSummary } from '../../../src/pipeline/write/summary-sheet.ts'
import type { OutCell } from '../../../src/sheet/writing/plan.ts'
import { record, view } from './views.ts'

const table: SummaryTable = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: ({ request }) => String(request['destination']),
  value: ({ result }) => (typeof result['overallTrip'] === 'number' ? result['overallTrip'] : undefined),
}

function values(lines: readonly (readonly OutCell[])[]): unknown[][] {
  return lines.map((line) => line.map((cell) => (cell.t === 'z' ? '' : cell.v)))
}

function scored(destination: string, overallTrip: number | undefined) {
  const of = {
    state: 'done' as const,
    request: JSON.stringify({ destination }),
    result: JSON.stringify({ overallTrip }),
  }
  return view(record({ of }))
}

describe('the figures of a group', () => {
  it('are count, mean and worst, the worst mean first', () => {
    const figures = new GroupFigures(table)
    const rows: [string, number | undefined][] = [
      ['Spain', 2],
      ['Spain', 3],
      ['Brazil', 9.5],
      ['Spain', 2.02],
      ['Italy', undefined],
    ]
    for (const [destination, score] of rows) figures.add(scored(destination, score))
    expect(values(figures.list()).slice(2)).toEqual([
      ['destination', 'rows', 'mean', 'worst'],
      ['Brazil', 1, 9.5, 9.5],
      ['Spain', 3, 2.34, 3],
    ])
  })

  it('are bounded: past 500 groups the rest is counted together', () => {
    const figures = new GroupFigures(table)
    for (let index = 0; index < 700; index += 1) figures.add(scored(`Town ${index}`, 5))
    const lines = values(figures.list()).slice(3)
    expect(lines).toHaveLength(501)
    expect(lines.find(([name]) => name === '(all others)')?.[1]).toBe(200)
  })
})

it('the summary says what ran, where, when, and how every row ended', () => {
  const lines = values(
    listSummary({
      file: 'trips.xlsx',
      sheets: [{ name: 'EMEA', rows: 10 }],
      operation: 'assess',
      targetLabel: 'https://example.test/version-test',
      company: 'default',
      isSimulated: false,
      isTestTarget: true,
      toolVersion: '1.2.3',
      startedAt: Date.UTC(2026, 2, 1, 9),
      writtenAt: Date.UTC(2026, 2, 1, 10),
      balance: [
        { state: 'scored', wasDone: false, count: 7 },
        { state: 'scored', wasDone: true, count: 2 },
        { state: 'invalid', wasDone: false, count: 1 },
      ],
      orphans: 3,
    }),
  )
  expect(Object.fromEntries(lines.filter((line) => line.length === 2))).toMatchObject({
    Input: 'trips.xlsx',
    Service: 'https://example.test/version-test',
    Environment: 'test',
    'Started (UTC)': '2026-03-01T09:00:00.000Z',
    'rwa-batch': '1.2.3',
    scored: 7,
    'scored (already done)': 2,
    invalid: 1,
    'rows in all': 10,
    orphans: 3,
  })
})
