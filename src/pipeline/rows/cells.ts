import { emptyCell } from '../../sheet/cell.ts'
import type { OutCell } from '../../sheet/writing/plan.ts'
import { toIsoTime } from '../../support/clock.ts'

export function textCell(text: string): OutCell {
  return text === '' ? emptyCell : { t: 's', v: text }
}

/** A time of ours as ISO 8601 in UTC. */
export function timeCell(epochMs: number | undefined): OutCell {
  return epochMs === undefined ? emptyCell : { t: 's', v: toIsoTime(epochMs) }
}

/** An address that can be clicked, as long as it is http or https. */
export function linkCell(href: string): OutCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href }
}
