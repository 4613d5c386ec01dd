import { isValidFormat, localeNeutralFormats } from '../number-format/classify.ts'
import { StyleList, styleLeaves } from './style-list.ts'
import { refuseWorkbook, rootOf, XmlEdits } from './xml-edits.ts'
import { escapeXml, mainNamespace, xmlHead } from './xml-entities.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from './xml-tree.ts'

/** Excel's limit is 65,490 styles; we add few. */
const maxStyles = 65_000
const firstOwnFormat = 164
const linkColour = 'FF0563C1'
const wrapping = /\swrapText\s*=\s*["'](?:1|true)["']/
const plainFont = '<font><sz val="11"/><name val="Calibri"/></font>'
const order = 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst'.split(' ')

export interface CellStyleRequest {
  format: string | undefined
  isLink: boolean
  /** Wraps its text. A neighbour's wrapping is not taken over: it would make rows higher. */
  isWrapped: boolean
  /** The style is the cell's own, not its neighbour's. */
  isOwn: boolean
}

export interface WholeStyle {
  font: string
  fill: string
  border?: string
  format: string | undefined
  alignment: string
}

const attribute = String.raw`\s*=\s*(?:"[^"]*"|'[^']*')`
const replaced = new RegExp(String.raw`\s(?:numFmtId|fontId|applyNumberFormat|applyFont|quotePrefix)${attribute}`, 'g')
const appliedAlignment = new RegExp(String.raw`\sapplyAlignment${attribute}`)
const noBorder = '<border><left/><right/><top/><bottom/><diagonal/></border>'

/** The styles of a workbook. Ours are appended to each list, so no cell's style changes. */
export class StyleSheet {
  readonly #text: string
  readonly #root: XmlNode
  readonly #lists: Readonly<Record<'numFmts' | 'fonts' | 'fills' | 'borders' | 'cellXfs' | 'dxfs', StyleList>>
  readonly #formats = new Map<string, number>()
  /** The highest id that a format has or any style names, known or not: ours must be nobody's look. */
  #lastFormat = firstOwnFormat - 1
  readonly #hasBase: boolean

  /** @throws UnsupportedWorkbookError when there is no room for our styles. */
  constructor(text: string) {
    this.#text = text
    const root = rootOf(text, 'styleSheet', styleLeaves)
    this.#root = root
    const base = childOf(root, 'cellStyleXfs')
    this.#hasBase = base !== undefined && text.slice(base.contentStart, base.contentEnd).includes('<xf')
    const list = (name: string, entry: string, ...usual: string[]): StyleList =>
      new StyleList(text, root, { name, entry, usual })
    this.#lists = {
      numFmts: list('numFmts', 'numFmt'),
      fonts: list('fonts', 'font', plainFont),
      fills: list(
        'fills',
        'fill',
        ...['none', 'gray125'].map((type) => `<fill><patternFill patternType="${type}"/></fill>`),
      ),
      borders: list('borders', 'border', noBorder),
      cellXfs: list('cellXfs', 'xf', `<xf ${plainXfIds}/>`),
      dxfs: list('dxfs', 'dxf'),
    }
    const { length: count } = this.#lists.cellXfs.known
    if (count > maxStyles) refuseWorkbook(`it has ${count} cell styles, as many as a workbook may have`)
    for (const [code, id] of localeNeutralFormats) this.#formats.set(code, id)
    for (const node of this.#lists.numFmts.known) {
      const id = formatIdOf(node)
      if (id > 0) this.#formats.set(attributeOf(node, 'formatCode') ?? '', id)
    }
    for (const [, id] of text.matchAll(/\snumFmtId\s*=\s*["'](\d{1,9})["']/g))
      this.#lastFormat = Math.max(this.#lastFormat, Number(id))
  }

  /** Takes font, fill and borders from the neighbour, but not its number format. */
  deriveStyle(neighbour: string, { format, isLink, isWrapped, isOwn }: CellStyleRequest): string {
    const node = this.#lists.cellXfs.known[Number(neighbour)]
    const formatId = this.#formatId(format)
    const knownFormat = formatIdOf(node)
    const inner = this.#innerOf(node)
    const isRealigned = isWrapped && !(isOwn && wrapping.test(inner))
    const aligned = isRealigned ? this.#wrapped(node) : isOwn ? inner : inner.replace(wrapping, '')
    const isOther = attributeOf(node, 'quotePrefix') !== undefined || aligned !== inner
    if (!isLink && !isOther && (node === undefined ? formatId === 0 : knownFormat === formatId)) {
      return node === undefined ? '0' : neighbour
    }
    const fontId = Number(attributeOf(node, 'fontId') ?? 0)
    const font = isLink ? this.#linkFont(fontId) : fontId
    const given = (node?.attributes ?? ' fillId="0" borderId="0"').replace(replaced, '').trimEnd()
    const others = isRealigned ? given.replace(appliedAlignment, '') : given
    const applied = appliedXml({ NumberFormat: formatId !== 0, Font: font !== 0, Alignment: isRealigned })
    return this.#xf(`numFmtId="${formatId}" fontId="${font}"${others}${applied}`, aligned)
  }

  /** Cells with this style wrap their text. */
  wraps(style: string): boolean {
    return wrapping.test(this.#innerOf(this.#lists.cellXfs.known[Number(style)]))
  }

  addStyle({ font, fill, border = noBorder, format, alignment }: WholeStyle): number {
    this.#requireUsual()
    const { fonts, fills, borders } = this.#lists
    const [formatId, fontId, fillId] = [this.#formatId(format), fonts.indexOf(font), fills.indexOf(fill)]
    const others = { Fill: fillId !== 0, Border: border !== noBorder, Alignment: true }
    const applied = appliedXml({ NumberFormat: formatId !== 0, Font: fontId !== 0, ...others })
    const ids = `numFmtId="${formatId}" fontId="${fontId}" fillId="${fillId}" borderId="${borders.indexOf(border)}"`
    const base = this.#hasBase ? ' xfId="0"' : ''
    return Number(this.#xf(`${ids}${base}${applied}`, `<alignment ${alignment}/>`))
  }

  differentialId(dxf: string): number {
    this.#requireUsual()
    return this.#lists.dxfs.indexOf(dxf)
  }

  /** Undefined when nothing was added. */
  write(): string | undefined {
    const lists = Object.entries(this.#lists)
    if (!lists.some(([, list]) => list.hasAdded)) return undefined
    const edits = new XmlEdits(this.#text)
    for (const [name, list] of lists) {
      const later = order.slice(order.indexOf(name) + 1)
      const next = this.#root.children.find((node) => later.includes(node.name))
      list.write(edits, next?.start ?? this.#root.contentEnd)
    }
    return edits.apply()
  }

  #innerOf(xf: XmlNode | undefined): string {
    return xf === undefined ? '' : this.#text.slice(xf.contentStart, xf.contentEnd)
  }

  #wrapped(xf: XmlNode | undefined): string {
    const text = this.#innerOf(xf)
    const inner = parseXml(text)
    const vertical = attributeOf(childOf(inner, 'alignment'), 'vertical')
    const place = vertical === undefined ? '' : ` vertical="${vertical}"`
    const others = inner.children.filter(({ name }) => name !== 'alignment')
    return `<alignment${place} wrapText="1"/>${others.map(({ start, end }) => text.slice(start, end)).join('')}`
  }

  #xf(attributes: string, inner: string): string {
    this.#requireUsual()
    return String(this.#lists.cellXfs.indexOf(inner === '' ? `<xf ${attributes}/>` : `<xf ${attributes}>${inner}</xf>`))
  }

  #requireUsual(): void {
    for (const list of [this.#lists.fonts, this.#lists.fills, this.#lists.borders, this.#lists.cellXfs])
      list.ensureDefaults()
  }

  #formatId(code: string | undefined): number {
    if (code === undefined || code === 'General' || !isValidFormat(code)) return 0
    const known = this.#formats.get(code)
    if (known !== undefined) return known
    this.#lastFormat += 1
    const id = this.#lastFormat
    this.#formats.set(code, id)
    const xml = `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`
    this.#lists.numFmts.indexOf(xml)
    return id
  }

  #linkFont(id: number): number {
    const node = this.#lists.fonts.known[id]
    const xml = node === undefined ? plainFont : this.#text.slice(node.start, node.end)
    const traits = [
      { name: 'u', xml: '<u/>' },
      { name: 'color', xml: `<color rgb="${linkColour}"/>` },
    ]
    this.#requireUsual()
    return this.#lists.fonts.indexOf(orderFont(xml, traits))
  }
}

function appliedXml(facts: Readonly<Record<string, boolean>>): string {
  return Object.entries(facts)
    .map(([name, isApplied]) => (isApplied ? ` apply${name}="1"` : ''))
    .join('')
}

/** 0, the general format, where none is named. */
function formatIdOf(node: XmlNode | undefined): number {
  const id = Number(attributeOf(node, 'numFmtId'))
  return Number.isSafeInteger(id) ? id : 0
}

const plainXfIds = 'numFmtId="0" fontId="0" fillId="0" borderId="0"'
/** Of a workbook that has none. */
export const plainStyles =
  `${xmlHead}<styleSheet xmlns="${mainNamespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><cellStyleXfs count="1"><xf ${plainXfIds}/></cellStyleXfs>` +
  `<cellXfs count="1"><xf ${plainXfIds} xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Font properties in the order the schema demands; not every program keeps it. */
const fontOrder = 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'.split(' ')

function orderFont(xml: string, replaced: readonly { name: string; xml: string }[]): string {
  const font = parseXml(xml).children[0]
  if (font === undefined) return xml
  const kept = font.children
    .map((node) => ({ name: node.name, xml: xml.slice(node.start, node.end) }))
    .filter(({ name }) => !replaced.some((trait) => trait.name === name))
  const all = [...kept, ...replaced].toSorted(
    (one, other) => fontOrder.indexOf(one.name) - fontOrder.indexOf(other.name),
  )
  return `<${font.qname}>${all.map((trait) => trait.xml).join('')}</${font.qname}>`
}
