import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { listDateReadings } from './date-readings.ts'

const twoNumbersAndYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/
const fewestDates = 2

/** Dates of one column whose day and month a program probably swapped. */
export interface SwappedDates {
  count: number
  /** First date that the program could not read in its own order and left as text. */
  textCell: string
}

/**
 * A program that reads 05/02/2026 month first makes a date of it, and leaves 13/02/2026 as text. Then all texts have
 * one order, and no date is after the 12th of a month.
 */
export class DaySwapDetector {
  #dates = 0
  #isCleared = false
  #textCell: string | undefined

  observe(cell: Cell, address: string): void {
    if (this.#isCleared) return
    if (cell.t === 'd') {
      this.#dates += 1
      this.#isCleared = Number(cell.v.slice(8, 10)) > 12
    } else if (cell.t === 's') {
      const text = toOneLine(cell.v.slice(0, 40))
      if (!twoNumbersAndYear.test(text)) return
      const readings = listDateReadings(text)
      this.#isCleared = readings.length > 1
      if (readings.length === 1) this.#textCell ??= address
    }
  }

  find(): SwappedDates | undefined {
    if (this.#isCleared || this.#textCell === undefined || this.#dates < fewestDates) return undefined
    return { count: this.#dates, textCell: this.#textCell }
  }
}
