import type ExcelJS from 'exceljs'
import { isSoundFormat } from '../number-format/is-sound.ts'
import { addStyle } from './exceljs-internals.ts'
import type { CellMark } from './plan.ts'

/** A style as exceljs takes it, and its number in the workbook. */
export interface KnownStyle {
  style: Partial<ExcelJS.Style>
  id: number
}

export interface StyleWish {
  /** A number format that came from elsewhere. */
  format: string | undefined
  /** The one to use when that is missing, or Excel would not take it. */
  usualFormat: string | undefined
  isWrapped: boolean
  isLink: boolean
  mark: CellMark | undefined
}

/** What Excel surely takes; it says "between 200 and 250". */
const maxFormats = 200

const calibri = { name: 'Calibri', size: 11, family: 2, scheme: 'minor' } as const

const fillOf: Readonly<Record<CellMark, ExcelJS.FillPattern>> = {
  wrong: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } },
  doubtful: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFEB9C' } },
}

export const stampColour = 'FFC00000'

const headingStyle: Partial<ExcelJS.Style> = {
  font: { ...calibri, color: { theme: 1 }, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7E6E6' } },
  alignment: { vertical: 'middle', wrapText: true },
}

/** Shows a word before a heading, whose value stays what it is. */
export function formatOfStamp(stamp: string): string {
  return `"${stamp} "@`
}

function stampHeading(stamp: string): Partial<ExcelJS.Style> {
  return {
    ...headingStyle,
    numFmt: formatOfStamp(stamp),
    font: { ...calibri, color: { argb: 'FFFFFFFF' }, bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: stampColour } },
  }
}

/** The styles of a workbook, one for each combination. */
export class Styles {
  readonly heading: KnownStyle
  readonly #workbook: ExcelJS.stream.xlsx.WorkbookWriter
  readonly #known = new Map<string, KnownStyle>()
  /** The formats met so far, and whether they can be used. */
  readonly #formats = new Map<string, boolean>()
  #admitted = 0

  constructor(workbook: ExcelJS.stream.xlsx.WorkbookWriter, stamp?: string) {
    this.#workbook = workbook
    // The first is what cells without a style have.
    this.#add({})
    this.heading = this.#add(stamp === undefined ? headingStyle : stampHeading(stamp))
  }

  find(wish: StyleWish): KnownStyle {
    const format = this.#canUse(wish.format) ? wish.format : wish.usualFormat
    const key = `${wish.isWrapped ? 'w' : ''}${wish.isLink ? 'l' : ''}${wish.mark ?? ''}|${format ?? ''}`
    const known = this.#known.get(key) ?? this.#add(describe(wish, format))
    this.#known.set(key, known)
    return known
  }

  #canUse(format: string | undefined): boolean {
    if (typeof format !== 'string') return false
    let canUse = this.#formats.get(format)
    if (canUse === undefined) {
      canUse = this.#admitted < maxFormats && isSoundFormat(format)
      if (canUse) this.#admitted += 1
      // What is refused is not remembered for ever: there may be a different one in every cell.
      if (canUse || this.#formats.size < 10 * maxFormats) this.#formats.set(format, canUse)
    }
    return canUse
  }

  #add(style: Partial<ExcelJS.Style>): KnownStyle {
    return { style, id: addStyle(this.#workbook, style) }
  }
}

function describe({ isWrapped, isLink, mark }: StyleWish, format: string | undefined): Partial<ExcelJS.Style> {
  return {
    ...(format === undefined ? {} : { numFmt: format }),
    ...(isLink ? { font: { ...calibri, color: { argb: 'FF0563C1' }, underline: true } } : {}),
    ...(mark === undefined ? {} : { fill: fillOf[mark] }),
    alignment: { vertical: 'top', ...(isWrapped ? { wrapText: true } : {}) },
  }
}

/** Green at 0, yellow at 5, red at 10, whatever the values in the column. */
export function scoreScale(priority: number): ExcelJS.ColorScaleRuleType {
  return {
    type: 'colorScale',
    priority,
    cfvo: [
      { type: 'num', value: 0 },
      { type: 'num', value: 5 },
      { type: 'num', value: 10 },
    ],
    color: [{ argb: 'FF63BE7B' }, { argb: 'FFFFEB84' }, { argb: 'FFF8696B' }],
  }
}
