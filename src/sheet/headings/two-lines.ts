import { type Cell, emptyCell, isBlank, type SheetRow } from '../cell.ts'
import { toOneLine } from '../fold.ts'
import { displayCell } from '../values/display.ts'

/** Nobody writes headings of a wider sheet in two lines, or such long ones. */
const widestJoined = 1_000
const longestLine = 1_000

/** Each two neighbours that may be two lines of headings ("Host" above "Country"; "Trip" above "Start" and "End"), as one row. */
export function joinHeadingLines(rows: readonly SheetRow[], isKnown: (heading: string) => boolean): SheetRow[] {
  return rows.flatMap((lower, index) => {
    const upper = rows[index - 1]
    if (upper === undefined || Math.max(upper.cells.length, lower.cells.length) > widestJoined) return []
    return join(upper, lower, isKnown) ?? []
  })
}

/** Undefined where the lower line may be data: it has anything but short text, or what means nothing below a known heading. */
function join(upper: SheetRow, lower: SheetRow, isKnown: (heading: string) => boolean): SheetRow | undefined {
  const cells: Cell[] = []
  for (let index = 0; index < Math.max(upper.cells.length, lower.cells.length); index += 1) {
    const below = lower.cells[index]
    if (isBlank(below)) {
      cells.push(upper.cells[index] ?? emptyCell)
      continue
    }
    if (below?.t !== 's' || below.v.length > longestLine) return undefined
    const title = titleAbove(upper, index)
    const both = `${title} ${toOneLine(below.v)}`
    const turned = `${toOneLine(below.v)} ${title}`
    if (isKnown(both)) cells.push({ t: 's', v: both })
    else if (title !== '' && isKnown(turned)) cells.push({ t: 's', v: turned })
    else if (isKnown(below.v)) cells.push(below)
    else if (title !== '' && isKnown(title)) return undefined
    else cells.push({ t: 's', v: both })
  }
  return { number: lower.number, cells, isHidden: false }
}

/** The text above, also where it is written once over several columns. */
function titleAbove(row: SheetRow, index: number): string {
  const cover = row.covered?.find(({ from, to }) => index >= from && index <= to)
  const cell = row.cells[cover === undefined ? index : cover.from - 1]
  return cell === undefined || isBlank(cell) ? '' : toOneLine(displayCell(cell).slice(0, longestLine))
}
