import { localeNeutralFormats } from '../number-format/builtin-codes.ts'
import { isValidFormat } from '../number-format/is-valid-format.ts'
import { mainNamespace, xmlHead } from '../package/namespaces.ts'
import { escapeXml } from '../package/xml-entities.ts'
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
const firstOwnFormat = 164

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

interface StyleDefinition {
  font: string
  fill: string
  format: string | undefined
  /** As XML attributes. */
  alignment: string
}

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
  readonly #codes = new IndexRegistry()
  readonly #fonts = new IndexRegistry(fonts.plain)
  // Excel reserves the second fill, whatever it is.
  readonly #fills = new IndexRegistry(fills.none, fills.none.replace('none', 'gray125'))
  // The first one applies to cells without a style.
  readonly #xfs = new IndexRegistry('<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>')

  constructor(stamp?: string) {
    const alignment = 'vertical="center" wrapText="1"'
    this.heading = this.#add(
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
    const added = this.#add({
      font: look === undefined ? fonts[isLink ? 'link' : 'plain'] : fonts[look],
      fill: fills[look === 'heading' ? look : (mark ?? 'none')],
      format: used,
      alignment: `vertical="top"${isWrapped ? ' wrapText="1"' : ''}`,
    })
    this.#known.set(key, added)
    return added
  }

  toXml(): string {
    const codes = this.#codes.all.map((code, index) => {
      return `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeXml(code)}"/>`
    })
    const lists = [
      listXml('numFmts', codes),
      listXml('fonts', this.#fonts.all),
      listXml('fills', this.#fills.all),
      listXml('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
      listXml('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
      listXml('cellXfs', this.#xfs.all),
      listXml('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    ]
    return `${xmlHead}<styleSheet xmlns="${mainNamespace}">${lists.join('')}</styleSheet>`
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

  #add({ font, fill, format, alignment }: StyleDefinition): number {
    const [formatId, fontId, fillId] = [this.#formatId(format), this.#fonts.indexOf(font), this.#fills.indexOf(fill)]
    const applied = [
      formatId === 0 ? '' : ' applyNumberFormat="1"',
      fontId === 0 ? '' : ' applyFont="1"',
      fillId === 0 ? '' : ' applyFill="1"',
    ].join('')
    return this.#xfs.indexOf(
      `<xf numFmtId="${formatId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0"${applied} applyAlignment="1"><alignment ${alignment}/></xf>`,
    )
  }

  #formatId(code: string | undefined): number {
    if (code === undefined || code === 'General') return 0
    return localeNeutralFormats.get(code) ?? firstOwnFormat + this.#codes.indexOf(code)
  }
}

/** Numbers entries from 0; equal entries share a number. */
class IndexRegistry {
  readonly #numbers = new Map<string, number>()

  constructor(...first: readonly string[]) {
    for (const thing of first) this.indexOf(thing)
  }

  get all(): string[] {
    return [...this.#numbers.keys()]
  }

  indexOf(thing: string): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size
    this.#numbers.set(thing, number)
    return number
  }
}

function listXml(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : `<${name} count="${entries.length}">${entries.join('')}</${name}>`
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
