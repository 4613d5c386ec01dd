import { type Cell, emptyCell, isBlank, type SheetRow } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { displayCell } from '../values/display.ts'

/** Wider sheets, and longer lines, do not have headings in several lines. */
const widestJoined = 250
const longestLine = 1_000
/** Groups, subgroups and columns. */
const mostLines = 3

type FieldOf = (heading: string) => string | undefined

/** Joins two or three neighbouring rows that may be one heading row: "Host" above "Country"; "Trip" above "Start". */
export function joinHeadingLines(rows: readonly SheetRow[], fieldOf: FieldOf): JoinedRow[] {
  return rows.flatMap((lower, index) =>
    Array.from({ length: Math.min(index, mostLines - 1) }, (_, more) => rows.slice(index - 1 - more, index)).flatMap(
      (upperRows) => {
        const row = mayBeLines(upperRows, lower) ? join(upperRows, lower, fieldOf) : undefined
        return row === undefined ? [] : { row, firstNumber: upperRows[0]?.number ?? row.number }
      },
    ),
  )
}

/** Lines above are groups, so they have fewer texts than the line below. */
function mayBeLines(uppers: readonly SheetRow[], lower: SheetRow): boolean {
  if ([lower, ...uppers].some(({ cells }) => cells.length > widestJoined)) return false
  const [top, ...others] = uppers.map(({ cells }) => cells.filter((cell) => !isBlank(cell)).length)
  return others.length === 0 || (top ?? 0) < Math.max(...others)
}

export interface JoinedRow {
  row: SheetRow
  /** Number of the highest line. */
  firstNumber: number
}

/** Repeats a text that is merged over several rows in each: such a heading is as high as the groups beside it. */
export function fillMergedHeadings(rows: readonly SheetRow[]): SheetRow[] {
  return rows.map((row) => {
    if (row.covered === undefined) return row
    const cells = [...row.cells]
    for (const { from, range } of row.covered) {
      const top = topOf(range)
      const cell = top === row.number ? undefined : rows.find(({ number }) => number === top)?.cells[from]
      if (cell !== undefined) cells[from] = cell
    }
    return { ...row, cells: Array.from(cells, (cell = emptyCell) => cell) }
  })
}

interface Joined {
  cell: Cell
  /** Field of the lowest line alone, when the lines together name none. */
  loneField?: string | undefined
  /** Field of several lines together. */
  wholeField?: string | undefined
  whole: string
}

/** Undefined when the lowest line may be data: no short text, or an unknown text below a known heading. */
function join(uppers: readonly SheetRow[], lower: SheetRow, fieldOf: FieldOf): SheetRow | undefined {
  const rows = [...uppers, lower]
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const groups = uppers.map((row, line) => findGroups(row, rows[line + 1], width))
  const columns: Joined[] = []
  for (let index = 0; index < width; index += 1) {
    const below = lower.cells[index]
    if (!isBlank(below) && (below?.t !== 's' || below.v.length > longestLine)) return undefined
    const joined = joinColumn(rows, groups, index, fieldOf)
    if (joined === undefined) return undefined
    columns.push(joined)
  }
  // "Start" below "Contract" is not the trip's when another one is below "Trip".
  const whole = new Set(columns.map(({ wholeField }) => wholeField))
  const cells = columns.map((column): Cell => {
    return column.loneField !== undefined && whole.has(column.loneField) ? { t: 's', v: column.whole } : column.cell
  })
  return { number: lower.number, cells, isHidden: false }
}

function joinColumn(
  rows: readonly SheetRow[],
  groups: readonly (readonly Group[])[],
  index: number,
  fieldOf: FieldOf,
): Joined | undefined {
  const lowest = rows.findLastIndex(({ cells }) => !isBlank(cells[index]))
  const cell = rows[lowest]?.cells[index]
  if (cell === undefined) return { cell: emptyCell, whole: '' }
  const leaf = lineOf(cell)
  const above = groups.slice(0, lowest).map((row) => row[index])
  const titles = unique(above.map((group) => group?.above ?? '')).filter((title) => title !== leaf)
  const near = titles.length > 0 ? titles : unique(above.map((group) => group?.left ?? ''))
  const whole = [...near, leaf].join(' ')
  for (const text of arrange(near, leaf)) {
    const field = fieldOf(text)
    if (field !== undefined) return { cell: { t: 's', v: text }, wholeField: field, whole }
  }
  const loneField = fieldOf(leaf)
  if (loneField !== undefined) return { cell, loneField: near.length === 0 ? undefined : loneField, whole }
  const isBelowKnown = lowest === rows.length - 1 && titles.some((title) => fieldOf(title) !== undefined)
  return isBelowKnown ? undefined : { cell: titles.length === 0 ? cell : { t: 's', v: whole }, whole }
}

/** Possible readings of the lines: "Host country", "Country: host", without a group above. */
function arrange(titles: readonly string[], leaf: string): string[] {
  if (titles.length === 0) return []
  const orders = [
    [...titles, leaf],
    [leaf, ...titles.toReversed()],
  ]
  if (titles.length > 1) for (const title of titles.toReversed()) orders.push([title, leaf], [leaf, title])
  return orders.map((lines) => lines.join(' '))
}

interface Group {
  /** The text directly above, also when merged over several columns. */
  above: string
  /** Without merged cells, as in CSV: the nearest text to the left above, when the column has a heading of its own. */
  left: string
}

function findGroups(row: SheetRow, below: SheetRow | undefined, width: number): Group[] {
  let left = ''
  return Array.from({ length: width }, (_, index) => {
    const above = titleAbove(row, index)
    if (!isBlank(row.cells[index])) left = isBlank(below?.cells[index]) ? '' : above
    return { above, left }
  })
}

function titleAbove(row: SheetRow, index: number): string {
  const cover = row.covered?.find(({ from, to }) => index >= from && index <= to)
  if (cover === undefined) return lineOf(row.cells[index])
  // A range that began in a row above has its text there.
  return topOf(cover.range) === row.number ? lineOf(row.cells[cover.from - 1]) : ''
}

function topOf(range: string): number {
  return Number(/\d+/.exec(range)?.[0])
}

function unique(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line !== '' && lines.indexOf(line) === index)
}

function lineOf(cell: Cell | undefined): string {
  return cell === undefined || isBlank(cell) ? '' : toOneLine(displayCell(cell).slice(0, longestLine))
}
