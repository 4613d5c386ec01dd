import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'

export function textCell(text: string): Cell {
  return text === '' ? emptyCell : { t: 's', v: text }
}

/** A cell, or its plain value: empty for no text and no value. */
export function valueCell(value: OutputCell | string | number | undefined): OutputCell {
  if (value === undefined) return emptyCell
  if (typeof value === 'number') return { t: 'n', v: value }
  return typeof value === 'string' ? textCell(value) : value
}

const timeFormat = 'yyyy-mm-dd hh:mm'

/** A date cell, in UTC: it shows minutes, and holds milliseconds. */
export function timeCell(epochMs: number | undefined): OutputCell {
  return epochMs === undefined ? emptyCell : { t: 'd', v: toIsoTime(epochMs).slice(0, -1), f: timeFormat }
}

/** A value of a request: a calendar date is sent as midnight, and shown as a day. */
export function requestCell(value: unknown): Cell {
  const text = String(value ?? '')
  return /^\d{4}-\d\d-\d\dT00:00:00(?:\.000)?Z$/.test(text) ? { t: 'd', v: text.slice(0, 19) } : textCell(text)
}

/** A time as CSV files have it: ISO 8601 in UTC. */
export function inCsv(cell: OutputCell): OutputCell {
  return cell.t === 'd' && cell.f === timeFormat ? { t: 's', v: `${cell.v}Z` } : cell
}

/** The time of a cell as `timeCell` or `inCsv` wrote it; not a number for other cells. */
export function readTimeCell(cell: Cell): number {
  return Date.parse(cell.t === 'd' ? `${cell.v}Z` : displayCell(cell))
}

/** A link only for http and https. */
export function linkCell(href: string): OutputCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href }
}
