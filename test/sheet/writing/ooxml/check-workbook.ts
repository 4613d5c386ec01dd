import { extname, posix } from 'node:path'
import { checkIds, type Relationship, readRelationships } from './relationships.ts'
import { checkSequence } from './schema.ts'
import { checkStyles } from './styles.ts'
import { checkWorksheet, readAddress } from './worksheet.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from './xml.ts'

/**
 * What would make Excel call a workbook damaged, as far as a look at its parts can tell: the order of elements, references
 * to styles, parts and relationships, limits of Excel. Empty when all is well.
 */
export function checkWorkbook(parts: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  try {
    checkPackage(parts, found)
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error))
  }
  return found
}

function checkPackage(parts: ReadonlyMap<string, string>, found: string[]): void {
  checkNames(parts, found)
  const documents = new Map<string, XmlElement>()
  for (const [name, xml] of parts) {
    const document = parseXml(xml)
    documents.set(name, document)
    if (extname(name) !== '.vml') checkSequence(document, found)
  }
  const main = targetOf(readRelationships(parts, '', found), 'officeDocument')
  const workbook = documents.get(main)
  if (workbook === undefined) throw new Error('there is no workbook')
  const relationships = readRelationships(parts, main, found)
  checkIds(workbook, relationships, found)
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet')
  const sheetNames = checkSheetNames(sheets, found)
  const styleSheet = documents.get(targetOf(relationships, 'styles'))
  const styles = styleSheet === undefined ? 1 : checkStyles(styleSheet, found)
  for (const { attributes } of sheets) {
    const part = relationships.get(attributes['r:id'] ?? '')?.target ?? ''
    const sheet = documents.get(part)
    if (sheet === undefined) continue
    const inSheet: string[] = []
    const ofSheet = readRelationships(parts, part, inSheet)
    const used = checkIds(sheet, ofSheet, inSheet)
    checkWorksheet(sheet, { styles, sheetNames }, inSheet)
    for (const [id, { type }] of ofSheet) if (type !== 'comments' && !used.has(id)) inSheet.push(`${id} is not used`)
    checkComments(ofSheet, documents, inSheet)
    found.push(...inSheet.map((problem) => `${attributes['name']}: ${problem}`))
  }
}

/** Every part has a content type, and every content type a part. */
function checkNames(parts: ReadonlyMap<string, string>, found: string[]): void {
  const types = parseXml(parts.get('[Content_Types].xml') ?? '<none/>')
  const defaults = new Set(childrenOf(types, 'Default').map(({ attributes }) => `.${attributes['Extension']}`))
  const overrides = new Set(childrenOf(types, 'Override').map(({ attributes }) => attributes['PartName']?.slice(1)))
  for (const name of overrides) if (!parts.has(name ?? '')) found.push(`${name} has a content type and does not exist`)
  for (const name of parts.keys()) {
    if (/^\/|\\|\/\/|\.\./.test(name)) found.push(`a part is named ${name}`)
    if (!overrides.has(name) && !defaults.has(name.slice(name.lastIndexOf('.'))) && name !== '[Content_Types].xml') {
      found.push(`${name} has no content type`)
    }
    const isPlain = name.endsWith('.xml') && !overrides.has(name) && name !== '[Content_Types].xml'
    if (isPlain) found.push(`${name} is of no type that Excel knows`)
  }
}

function checkSheetNames(sheets: readonly XmlElement[], found: string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const ids = new Set<string | undefined>()
  if (sheets.length === 0) found.push('there is no sheet')
  for (const { attributes } of sheets) {
    const name = attributes['name'] ?? ''
    const isLegal = name.length > 0 && name.length <= 31 && !/[:\\/?*[\]\x00-\x1f]|^'|'$/.test(name)
    if (!isLegal || name.toLowerCase() === 'history') found.push(`a sheet is named ${name}`)
    if (seen.has(name.toLowerCase())) found.push(`two sheets are named ${name}`)
    if (ids.has(attributes['sheetId'])) found.push(`two sheets have the id ${attributes['sheetId']}`)
    seen.add(name.toLowerCase())
    ids.add(attributes['sheetId'])
  }
  return new Set(sheets.map(({ attributes }) => attributes['name'] ?? ''))
}

/** Every comment has its box, in the same order. */
function checkComments(
  relationships: ReadonlyMap<string, Relationship>,
  documents: ReadonlyMap<string, XmlElement>,
  found: string[],
): void {
  const comments = documents.get(targetOf(relationships, 'comments'))
  if (comments === undefined) return
  const places = childrenOf(childOf(comments, 'commentList'), 'comment').map(
    ({ attributes }) => attributes['ref'] ?? '',
  )
  if (new Set(places).size !== places.length) found.push('two comments in one cell')
  const drawing = documents.get(targetOf(relationships, 'vmlDrawing'))
  const boxes = childrenOf(drawing, 'v:shape').map((shape) => {
    const data = childOf(shape, 'x:ClientData')
    const [row, column] = ['x:Row', 'x:Column'].map((name) => Number(childOf(data, name)?.text) + 1)
    return `${column},${row}`
  })
  const expected = places.map((place) => `${readAddress(place)?.column},${readAddress(place)?.row}`)
  if (boxes.join(' ') !== expected.join(' ')) found.push('the comments and their boxes differ')
}

function targetOf(relationships: ReadonlyMap<string, Relationship>, type: string): string {
  return posix.normalize([...relationships.values()].find((one) => one.type === type)?.target ?? 'none')
}
