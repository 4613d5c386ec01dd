import { find, type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { libraryFace } from '../../messages/face.ts'
import { type Cell, emptyCell, type SheetRow } from '../../sheet/cell.ts'
import { toOneLine } from '../../sheet/fold-text.ts'
import { type HeadingColumn, indexHeadings } from '../../sheet/headings/heading-names.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'
import { plainNumber } from '../../sheet/number-format/show-number.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LoadOptions } from '../model/options.ts'
import { findExplanations } from '../rows/loaded-input.ts'

const mostNamed = 10

interface WantedColumn {
  column: HeadingColumn
  wanted: ReadonlySet<string>
  asked: readonly string[]
  /** Other values, as written, by folded value. */
  others: Map<string, string>
}

const leftOut = message('left-out')
const leftOutText = wordMessage(leftOut, libraryFace)?.text ?? ''

/** Rows that a person left out: by number, or said in an earlier output, where `sent` does not take that back. */
export interface LeftOutRows {
  rows: ReadonlySet<number>
  sent: ReadonlySet<number>
  /** Columns of an earlier output that may say so. */
  said: readonly number[]
}

/** Those of one worksheet. Pure. */
export function findLeftOut(
  { rows = {}, sent = {} }: Partial<NonNullable<LoadOptions['leaveOut']>>,
  sheet: string,
  columns: readonly HeadingColumn[],
): LeftOutRows {
  const of = (chosen: Readonly<Record<string, readonly number[]>>) =>
    new Set(Object.hasOwn(chosen, sheet) ? chosen[sheet] : [])
  return { rows: of(rows), sent: of(sent), said: findExplanations(columns) }
}

/** Selects rows by their cells (of one heading either value, of several all), without those that a person left out. */
export class RowFilter {
  readonly #leftOutRows: LeftOutRows
  readonly #columns: readonly WantedColumn[]
  #selected = 0
  #leftOut = 0

  /** @throws BatchError `usage` for a heading that the sheet does not have, or has twice. */
  constructor(
    where: LoadOptions['where'],
    columns: readonly HeadingColumn[],
    place: string,
    leftOutRows: LeftOutRows = { rows: new Set(), sent: new Set(), said: [] },
  ) {
    this.#leftOutRows = leftOutRows
    const written = indexHeadings(columns)
    this.#columns = [...where].map(([heading, values]) => ({
      column: findColumn(heading, written(heading), columns, place),
      wanted: new Set(values.map(fold)),
      asked: values,
      others: new Map(),
    }))
  }

  /** Reason why the row is left out; undefined for a selected one. */
  reject({ cells, number }: SheetRow): Message | undefined {
    const { rows, sent, said } = this.#leftOutRows
    if (rows.has(number)) return leftOut
    if (!sent.has(number) && said.some((at) => cells[at]?.t === 's' && displayCell(cells[at]) === leftOutText))
      return leftOut
    for (const { column, wanted, others } of this.#columns) {
      const cell = cells[column.index] ?? emptyCell
      if (textsOf(cell).some((text) => wanted.has(text))) continue
      const shown = shorten(displayCell(cell).trim(), 60)
      if (others.size < mostNamed && !others.has(fold(shown))) others.set(fold(shown), shown)
      return message('filtered', { heading: column.heading, shown })
    }
    return undefined
  }

  count(reason: Message | undefined): void {
    if (reason === undefined) this.#selected += 1
    else if (reason !== leftOut) this.#leftOut += 1
  }

  announce(logger: Pick<Logger, 'info' | 'warn'>): void {
    if (this.#columns.length === 0) return
    const total = (this.#selected + this.#leftOut).toLocaleString('en')
    logger.info(`${this.#describe()} selects ${this.#selected.toLocaleString('en')} of ${total} rows`)
  }

  /** Undefined when a row was selected. */
  explainNone(): { text: string; hint: string } | undefined {
    if (this.#selected > 0 || this.#columns.length === 0) return undefined
    const found = this.#columns
      .filter(({ others }) => others.size > 0)
      .map(
        ({ column, others }) => `${column.heading} has ${[...others.values()].map((text) => `“${text}”`).join(', ')}`,
      )
    return { text: `no row has ${this.#describe()}`, hint: `${found.join('; ')}. Nothing was sent.` }
  }

  #describe(): string {
    return this.#columns.map(({ column, asked }) => `${column.heading}=${asked.join(' or ')}`).join(' and ')
  }
}

function findColumn(
  heading: string,
  found: readonly HeadingColumn[],
  columns: readonly HeadingColumn[],
  place: string,
): HeadingColumn {
  const [column, ...others] = found
  if (column !== undefined && others.length === 0) return column
  if (column !== undefined) {
    throw new BatchError('usage', find('where-repeated', { heading, place, times: found.length }))
  }
  const headings = columns.map((each) => each.heading)
  const near = nearestMatch(heading, headings)
  const shown = headings.map((text) => shorten(text, 60))
  throw new BatchError('usage', find('where-no-column', { heading, place, nearest: near, headings: shown }))
}

/** A number as it is shown, and as it is: 1000 may be shown as 1,000. */
function textsOf(cell: Cell): string[] {
  const shown = fold(displayCell(cell))
  return cell.t === 'n' ? [shown, fold(plainNumber(cell.v))] : [shown]
}

function fold(text: string): string {
  return toOneLine(text).toLowerCase()
}
