import { causeOf, type Finding, find } from '../../messages/catalogue.ts'
import { type Cell, cellAddress, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { DaySwapDetector, TextDateDetector } from '../../sheet/values/date-order.ts'
import { isIsoDay, readDateTime } from '../../sheet/values/date-time.ts'
import { readId } from '../../sheet/values/id.ts'
import { LostZerosDetector } from '../../sheet/values/lost-zeros-detector.ts'
import { type FixList, findFix } from '../../sheet/values/value-list.ts'
import type { Field, FieldKind } from '../model/operation.ts'
import type { LoadOptions } from '../model/options.ts'

interface WatchedColumn {
  index: number
  /** A cell that a fix list corrects is not observed: its text is not read. */
  fixes?: FixList | undefined
  observe(cell: Cell, address: string): void
  warning(): string | undefined
}

/** Damage to ids and dates that shows only over a whole column. */
export class ColumnDamage {
  readonly #watched: readonly WatchedColumn[]
  readonly #textDates = new TextDateDetector()

  /** With a date pattern, each text date is read or refused by itself, so they are not observed. */
  constructor(
    fields: readonly Field[],
    columns: readonly HeadingColumn[],
    { datePattern, values }: Pick<LoadOptions, 'datePattern' | 'values'>,
  ) {
    const kinds = new Map<string | undefined, FieldKind>(fields.map(({ name, about }) => [name, about.kind]))
    this.#watched = columns.flatMap(({ field, index, heading }) => {
      const kind = kinds.get(field)
      const fixes = values.get(field ?? '')
      if (kind === 'id') return [{ ...watchIds(index, heading), fixes }]
      if (kind !== 'date' || field === undefined) return []
      const texts = datePattern === undefined ? [watchTexts(index, field, this.#textDates)] : []
      return [watchDates(index, heading), ...texts].map((watched) => ({ ...watched, fixes }))
    })
  }

  observe(row: SheetRow): void {
    for (const watched of this.#watched) {
      const cell = row.cells[watched.index]
      if (cell === undefined || cell.t === 'z' || findFix(watched.fixes, cell) !== undefined) continue
      watched.observe(cell, cellAddress(row.number, watched.index))
    }
  }

  /** Sentences for people. Cells are named by address, never quoted: they hold personal data. */
  warnings(): (string | Finding)[] {
    const found = this.#textDates.explain()
    const ofTexts = found === undefined ? [] : [find('text-dates-note', found)]
    return [...this.#watched.flatMap((watched) => watched.warning() ?? []), ...ofTexts]
  }
}

function watchIds(index: number, heading: string): WatchedColumn {
  const zeros = new LostZerosDetector()
  return {
    index,
    observe(cell, address) {
      // Only ids of digits lose zeros. To read the others a second time takes 2 µs a row.
      if (cell.t === 's' && /[A-Za-z]/.test(cell.v)) return
      const reading = readId(cell)
      if (reading.ok) zeros.observe(reading.value, address)
    },
    warning() {
      const found = zeros.find()
      if (found === undefined) return undefined
      const { count, cells, usualLength } = found
      const shown = cells.join(', ') + (count > cells.length ? ', …' : '')
      const ids = count === 1 ? 'one id is' : `${count} ids are`
      return `the column “${heading}”: ${ids} shorter than the usual ${usualLength} digits (${shown}); zeros in front may have been lost`
    },
  }
}

function watchDates(index: number, heading: string): WatchedColumn {
  const days = new DaySwapDetector()
  return {
    index,
    observe(cell, address) {
      days.observe(cell, address)
    },
    warning() {
      const found = days.find()
      if (found === undefined) return undefined
      const { count, textCell } = found
      return `the column “${heading}”: a program could not read ${textCell} as a date, and none of its ${count} other dates lies after the 12th of a month; it has most likely taken days for months in them: check them against their source`
    },
  }
}

function watchTexts(index: number, field: string, texts: TextDateDetector): WatchedColumn {
  return {
    index,
    observe(cell, address) {
      if (cell.t !== 's' || isIsoDay(cell.v)) return
      const reading = readDateTime(cell)
      if (!reading.ok && causeOf(reading) === 'text-date') texts.observe(field, cell.v, address)
    },
    // All text dates are explained together, in `warnings`.
    warning: () => undefined,
  }
}
