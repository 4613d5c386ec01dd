import { isValidFormat } from '../number-format/is-valid-format.ts'
import { mainNamespace, xmlHead } from '../package/namespaces.ts'
import type { StyleSheet } from '../package/style-sheet.ts'
import type { CellEmphasis, CellHighlight } from './workbook-writer.ts'

export interface StyleRequest {
  /** The cell's own number format, from the input. */
  format: string | undefined
  /** Used when `format` is missing or Excel would refuse it. */
  usualFormat: string | undefined
  isWrapped: boolean
  isLink: boolean
  mark: CellHighlight | undefined
  look: CellEmphasis | undefined
}

/** Excel's limit is "between 200 and 250". */
const maxFormats = 200

/** Red and yellow of the spreadsheet programs' own cell styles. */
export const highlightColours: Readonly<Record<CellHighlight, { fill: string; text: string }>> = {
  wrong: { fill: 'FFFFC7CE', text: 'FF9C0006' },
  doubtful: { fill: 'FFFFEB9C', text: 'FF9C5700' },
}

export const stampColour = 'FFC00000'
const fonts = {
  plain: fontXml(''),
  link: fontXml('<u/>', 'FF0563C1'),
  heading: fontXml('<b/>'),
  stamp: fontXml('<b/>', 'FFFFFFFF'),
  title: fontXml('<b/>', undefined, 16),
}
const fills = {
  none: '<fill><patternFill patternType="none"/></fill>',
  wrong: fillXml(highlightColours.wrong.fill),
  doubtful: fillXml(highlightColours.doubtful.fill),
  heading: fillXml('FFE7E6E6'),
  stamp: fillXml(stampColour),
}

const plainXf = 'numFmtId="0" fontId="0" fillId="0" borderId="0"'
export const plainStyles =
  `${xmlHead}<styleSheet xmlns="${mainNamespace}"><fonts count="1">${fonts.plain}</fonts><cellStyleXfs count="1"><xf ${plainXf}/></cellStyleXfs>` +
  `<cellXfs count="1"><xf ${plainXf} xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Shows a word before a heading without changing its value. */
export function stampFormat(stamp: string): string {
  return `"${stamp} "@`
}

export class Styles {
  readonly heading: number
  readonly #known = new Map<string, number>()
  /** Formats met so far → usable in Excel. */
  readonly #formats = new Map<string, boolean>()
  #acceptedFormats = 0
  readonly #sheet: StyleSheet

  constructor(sheet: StyleSheet, stamp?: string) {
    this.#sheet = sheet
    const alignment = 'vertical="center" wrapText="1"'
    this.heading = sheet.addStyle(
      stamp === undefined
        ? { font: fonts.heading, fill: fills.heading, format: undefined, alignment }
        : { font: fonts.stamp, fill: fills.stamp, format: stampFormat(stamp), alignment },
    )
  }

  idOf({ format, usualFormat, isWrapped, isLink, mark, look }: StyleRequest): number {
    const used = this.#canUse(format) ? format : usualFormat
    const key = `${isWrapped ? 'w' : ''}${isLink ? 'l' : ''}${mark ?? ''}${look ?? ''}|${used ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const added = this.#sheet.addStyle({
      font: look === undefined ? fonts[isLink ? 'link' : 'plain'] : fonts[look],
      fill: fills[look === 'heading' ? look : (mark ?? 'none')],
      format: used,
      alignment: `vertical="top"${isWrapped ? ' wrapText="1"' : ''}`,
    })
    this.#known.set(key, added)
    return added
  }

  #canUse(format: string | undefined): boolean {
    if (typeof format !== 'string') return false
    let canUse = this.#formats.get(format)
    if (canUse === undefined) {
      canUse = this.#acceptedFormats < maxFormats && isValidFormat(format)
      if (canUse) this.#acceptedFormats += 1
      // Refused formats are remembered up to a limit: every cell may have a different one.
      if (canUse || this.#formats.size < 10 * maxFormats) this.#formats.set(format, canUse)
    }
    return canUse
  }
}

function fontXml(traits: string, colour?: string, size = 11): string {
  const coloured = colour === undefined ? '' : `<color rgb="${colour}"/>`
  return `<font>${traits}<sz val="${size}"/>${coloured}<name val="Calibri"/><family val="2"/></font>`
}

function fillXml(colour: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`
}

/** Green at 0, yellow at 5, red at 10, independent of the column's values. */
const scoreScale = { values: [0, 5, 10], colours: ['FF63BE7B', 'FFFFEB84', 'FFF8696B'] }

export function scoreRuleXml(priority: number): string {
  const points = scoreScale.values.map((value) => `<cfvo type="num" val="${value}"/>`).join('')
  const colours = scoreScale.colours.map((colour) => `<color rgb="${colour}"/>`).join('')
  return `<cfRule type="colorScale" priority="${priority}"><colorScale>${points}${colours}</colorScale></cfRule>`
}

/** Compares colours only: other programs rewrite the rule. */
export function isScoreRule(xml: string): boolean {
  return scoreScale.colours.every((colour) => xml.includes(colour))
}
