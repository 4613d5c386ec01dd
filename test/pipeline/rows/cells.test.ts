import { expect, it } from 'vitest'
import { inCsv, linkCell, readTimeCell, textCell, timeCell } from '../../rooms/pipeline/rows.ts'
import type { Cell } from '../../rooms/sheet.ts'

it.each([
  ['a text', textCell('=1+1'), { t: 's', v: '=1+1' }],
  ['no text', textCell(''), { t: 'z' }],
  ['a time', timeCell(0), { t: 'd', v: '1970-01-01T00:00:00.000', f: 'yyyy-mm-dd hh:mm' }],
  ['no time', timeCell(undefined), { t: 'z' }],
  ['an address', linkCell('https://x.example'), { t: 'link', v: 'https://x.example', href: 'https://x.example' }],
  ['no address', linkCell(''), { t: 'z' }],
])('%s becomes a cell', (_, cell, expected) => {
  expect(cell).toEqual(expected)
})

it('a time keeps its milliseconds in a workbook and in a CSV file', () => {
  const time = Date.UTC(2026, 10, 24, 6, 52, 7, 123)
  expect(inCsv(timeCell(time))).toEqual({ t: 's', v: '2026-11-24T06:52:07.123Z' })
  expect([timeCell(time), inCsv(timeCell(time))].map((cell) => readTimeCell(cell as Cell))).toEqual([time, time])
})

it('a date of the input stays as it is in a CSV file', () => {
  const date = { t: 'd', v: '2026-11-24T00:00:00' } as const
  expect(inCsv(date)).toBe(date)
})
