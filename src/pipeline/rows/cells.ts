import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'

export function textCell(text: string): OutputCell {
  return text === '' ? emptyCell : { t: 's', v: text }
}

/** A time of ours as ISO 8601 in UTC. */
export function timeCell(epochMs: number | undefined): OutputCell {
  return epochMs === undefined ? emptyCell : { t: 's', v: toIsoTime(epochMs) }
}

/** An address that can be clicked, as long as it is http or https. */
export function linkCell(href: string): OutputCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href }
}
