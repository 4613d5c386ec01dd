import { expect, it } from 'vitest'
import { drawChart } from './chart.mjs'
import type { Line } from './line.mjs'
import { toTable } from './table.mjs'

function line(what: string, changes: Partial<Line> = {}): Line {
  return {
    what,
    unit: '×',
    value: 0.5,
    spread: [0.4, 0.6],
    runs: 5,
    measured: '2 s against 1 s',
    isLessBetter: false,
    raw: [],
    ...changes,
  }
}

const missed = line('at once, 32 in flight', { target: { atLeast: 0.6 } })
const notRun = { what: 'whole job, against plain Python', why: 'no python3 has httpx' }

it('draws a bar, a spread and a target for each ratio, and nothing for what is none or was not run', () => {
  const svg = drawChart(
    { requests: [missed, line('8 in flight')], peers: [notRun], memory: [line('10,000 rows', { unit: 'MB' })] },
    'R&D machine',
  )
  expect(svg.match(/<rect class="(?:bar|missed)"/g)).toHaveLength(2)
  expect(svg.match(/class="target"/g)).toHaveLength(1)
  expect(svg).toContain('R&amp;D machine')
  expect(svg).toContain('at least 0.6: missed')
  expect(svg).not.toMatch(/NaN|undefined|Infinity|10,000|Python/)
})

it('tells in the table which target is missed, and why a line was not run', () => {
  const table = toTable('Requests', [missed, notRun])
  expect(table).toMatch(/at once, 32 in flight +\| 0\.50 × +\| 0\.40–0\.60 .* at least 0\.6 × +\| \*\*no\*\*/)
  expect(table).toMatch(/whole job, against plain Python +\| not run .*no python3 has httpx/)
})
