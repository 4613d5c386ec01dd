import { colourOfScore, endOfScores, markColours, scoreSteps, textOnScore } from '../../messages/score-colours.ts'
import { isValidFormat } from '../number-format/classify.ts'
import type { StyleSheet } from '../package/style-sheet.ts'
import { attributeOf, childrenOf, contentOf, type XmlNode } from '../package/xml-tree.ts'
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

/** Of a test: not red, since it is no error. */
export const stampColour = 'FF16684A'
const quiet = 'FF57606A'
const fonts = {
  plain: fontXml(''),
  link: fontXml('<u/>', 'FF0563C1'),
  heading: fontXml('<b/>'),
  'number-heading': fontXml('<b/>'),
  stamp: fontXml('<b/>', stampColour),
  band: fontXml('<b/>', stampColour),
  section: fontXml('<b/>', undefined, 12),
  figure: fontXml('<b/>', undefined, 18),
  lead: fontXml('', quiet, 12),
  note: fontXml('', quiet, 9),
  title: fontXml('<b/>', undefined, 16),
  example: fontXml('<i/>'),
}
const fills = {
  none: '<fill><patternFill patternType="none"/></fill>',
  heading: fillXml('FFE7E6E6'),
  'number-heading': fillXml('FFE7E6E6'),
  example: fillXml('FFFFF2CC'),
}
/** Lines that a row with it is high; of others one. */
export const tallLooks: Partial<Readonly<Record<CellEmphasis, number>>> = { title: 1.5, figure: 1.75 }
const alignments: Partial<Readonly<Record<CellEmphasis, string>>> = {
  'number-heading': ' horizontal="right" wrapText="1"',
  figure: ' horizontal="left"',
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
  readonly #sheet: StyleSheet

  constructor(sheet: StyleSheet, stamp?: string) {
    this.#sheet = sheet
    const alignment = 'vertical="center" wrapText="1"'
    this.heading = sheet.addStyle(
      stamp === undefined
        ? { font: fonts.heading, fill: fills.heading, format: undefined, alignment }
        : { font: fonts.stamp, fill: fills.heading, border: bandBorder, format: stampFormat(stamp), alignment },
    )
  }

  idOf({ format, usualFormat, isWrapped, isLink, mark, look }: StyleRequest): number {
    const used = this.#canUse(format) ? format : usualFormat
    const key = `${isWrapped ? 'w' : ''}${isLink ? 'l' : ''}${mark ?? ''}${look ?? ''}|${used ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const added = this.#sheet.addStyle({
      font: look === undefined ? fonts[isLink ? 'link' : 'plain'] : fonts[look],
      fill: look !== undefined && look in fills ? fills[look as keyof typeof fills] : fills.none,
      ...(mark !== undefined ? { border: markBorder(mark) } : look === 'band' ? { border: bandBorder } : {}),
      format: used,
      alignment: `vertical="top"${(look && alignments[look]) ?? (isWrapped ? ' wrapText="1"' : '')}`,
    })
    this.#known.set(key, added)
    return added
  }

  scoreRulesXml(priority: number): string {
    return scoreRulesXml(priority, this.#sheet)
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

const markLines: Readonly<Record<CellHighlight, string>> = { wrong: 'thin', doubtful: 'dashed' }

/** A line around the cell: fills are the user's own. Conditional formats know thin lines only. */
export function markBorder(mark: CellHighlight): string {
  const line = ` style="${markLines[mark]}"><color rgb="${toArgb(markColours[mark])}"/>`
  const sides = ['left', 'right', 'top', 'bottom'].map((side) => `<${side}${line}</${side}>`)
  return `<border>${sides.join('')}</border>`
}

/** Dashed, as a test is on the page. */
const bandBorder = `<border><left/><right/>${['top', 'bottom']
  .map((side) => `<${side} style="mediumDashed"><color rgb="${stampColour}"/></${side}>`)
  .join('')}<diagonal/></border>`

/** The numbers that are shown as a score of a step or more; an empty cell counts as 0, and gets no colour. */
function limitsOf(from: number): readonly number[] {
  // A text is more than every number, so the range has an upper end.
  return [(from * 10 || 1) - 0.5, endOfScores * 10].map((tenths) => tenths / 10)
}

/** From 0 to 10, independent of the column's values: the first rule that holds counts, so the highest step stands first. */
export function scoreRulesXml(priority: number, sheet: Pick<StyleSheet, 'differentialId'>): string {
  return scoreSteps
    .toReversed()
    .map(({ from }, index) => {
      const font = `<font><color rgb="${toArgb(textOnScore(from))}"/></font>`
      const fill = `<fill><patternFill patternType="solid"><bgColor rgb="${toArgb(colourOfScore(from))}"/></patternFill></fill>`
      const id = sheet.differentialId(`<dxf>${font}${fill}</dxf>`)
      const formulas = limitsOf(from)
        .map((limit) => `<formula>${limit}</formula>`)
        .join('')
      return `<cfRule type="cellIs" dxfId="${id}" priority="${priority + index}" operator="between">${formulas}</cfRule>`
    })
    .join('')
}

/** Priorities that the rules of one column take. */
export const scoreRuleCount = scoreSteps.length

/** Of earlier versions: orange to brown, and green, yellow, red. */
const earlierScales = [
  ['FFFFF8F0', 'FFC8681F', 'FF431302'],
  ['FF63BE7B', 'FFFFEB84', 'FFF8696B'],
]
const scoreLimits = new Set([...scoreSteps.map(({ from }) => limitsOf(from).join()), '5.65,10'])

/** Compares colours and limits only: other programs rewrite the rules. */
export function isScoreRule(rule: XmlNode, text: string): boolean {
  const xml = text.slice(rule.start, rule.end)
  if (earlierScales.some((colours) => colours.every((colour) => xml.includes(colour)))) return true
  const limits = childrenOf(rule, 'formula').map((formula) => Number(contentOf(text, formula)))
  return attributeOf(rule, 'operator') === 'between' && scoreLimits.has(limits.join())
}

function toArgb(colour: string): string {
  return `FF${colour.slice(1).toUpperCase()}`
}
