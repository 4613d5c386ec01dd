import { childOf, childrenOf, type XmlElement } from './xml.ts'

const maxFormats = 250
const maxStyles = 64_000
const firstCustomFormat = 164

/** What is wrong with the styles, and how many a cell can choose from. */
export function checkStyles(styleSheet: XmlElement, found: string[]): number {
  const sizes: Record<string, number> = {}
  for (const list of styleSheet.children) {
    const { count } = list.attributes
    sizes[list.name] = list.children.length
    if (count !== undefined && Number(count) !== list.children.length) found.push(`${list.name} counts ${count}`)
  }
  const formats = childrenOf(childOf(styleSheet, 'numFmts'), 'numFmt').map(({ attributes }) => attributes)
  const formatIds = new Set(formats.map((format) => Number(format['numFmtId'])))
  if (formatIds.size !== formats.length) found.push('two number formats have the same id')
  if (formats.length > maxFormats) found.push(`${formats.length} number formats`)
  for (const format of formats) {
    const code = format['formatCode'] ?? ''
    if (Number(format['numFmtId']) < firstCustomFormat) found.push(`the id of the format ${code} is a built-in one`)
    if (code === '' || code.length > 255) found.push(`a number format of ${code.length} characters`)
  }
  for (const font of childrenOf(childOf(styleSheet, 'fonts'), 'font')) {
    for (const part of ['name', 'sz']) if (childOf(font, part) === undefined) found.push(`a font without ${part}`)
  }
  const styles = childrenOf(childOf(styleSheet, 'cellXfs'), 'xf')
  if (styles.length > maxStyles) found.push(`${styles.length} styles`)
  for (const { attributes } of styles) {
    const format = Number(attributes['numFmtId'])
    if (format >= firstCustomFormat && !formatIds.has(format)) found.push(`no number format ${format}`)
    for (const [attribute, list] of [
      ['fontId', 'fonts'],
      ['fillId', 'fills'],
      ['borderId', 'borders'],
      ['xfId', 'cellStyleXfs'],
    ] as const) {
      if (!(Number(attributes[attribute]) < (sizes[list] ?? 0))) found.push(`no ${attribute} ${attributes[attribute]}`)
    }
  }
  return styles.length
}
