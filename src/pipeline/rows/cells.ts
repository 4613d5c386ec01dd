import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'

export function textCell(text: string): OutputCell {
  return text === '' ? emptyCell : { t: 's', v: text }
}

/** ISO 8601 in UTC. */
export function timeCell(epochMs: number | undefined): OutputCell {
  return epochMs === undefined ? emptyCell : { t: 's', v: toIsoTime(epochMs) }
}

/** A link only for http and https. */
export function linkCell(href: string): OutputCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href }
}
