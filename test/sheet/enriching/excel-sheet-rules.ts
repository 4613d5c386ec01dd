import { type CellRange, parseRange, parseReference } from '../../rooms/sheet/package.ts'
import { type AnyElement, childOf, descendantsOf, richText } from './any-xml.ts'
import { childrenNamed, doubles, outOfOrder } from './xml-rules.ts'

export interface SheetTable {
  element: AnyElement
  range: CellRange
}

export interface SheetFacts {
  styles: number
  differences: number
  strings: readonly string[]
  tables: readonly SheetTable[]
  /** Identifiers of its relationships. */
  ids: ReadonlySet<string>
}

const inSheet =
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'
const lastColumn = 16_384
const longest = 32_767
const mostLinks = 65_530

/** What Excel demands of a worksheet beyond its schema. */
export function breachesOfSheet(sheet: AnyElement, facts: SheetFacts): string[] {
  const found = outOfOrder(sheet, inSheet, ['conditionalFormatting'])
  checkColumns(childOf(sheet, 'cols'), facts, found)
  const texts = checkRows(childOf(sheet, 'sheetData'), facts, found)
  const rules = [...descendantsOf(sheet, 'cfRule')].map(({ attributes }) => attributes)
  const priorities = rules.flatMap((rule) => rule.get('priority') ?? [])
  for (const priority of doubles(priorities)) found.push(`two rules of the priority ${priority}`)
  for (const rule of rules)
    if (Number(rule.get('dxfId') ?? -1) >= facts.differences) found.push('a rule without its look')
  const links = childrenNamed(childOf(sheet, 'hyperlinks'), 'hyperlink')
  if (links.length > mostLinks) found.push(`${links.length} links`)
  if (childOf(sheet, 'hyperlinks') !== undefined && links.length === 0) found.push('a list of links without any')
  for (const ref of doubles(links.map(({ attributes }) => attributes.get('ref')))) found.push(`two links at ${ref}`)
  for (const child of sheet.children) checkIds(child, facts, found)
  const merges = childrenNamed(childOf(sheet, 'mergeCells'), 'mergeCell').flatMap(
    ({ attributes }) => parseRange(attributes.get('ref')) ?? [],
  )
  for (const [index, merge] of merges.entries())
    for (const other of merges.slice(index + 1, index + 200))
      if (meet(merge, other)) found.push('merged ranges overlap')
  checkTables(sheet, { texts, merges, tables: facts.tables }, found)
  return found
}

function checkColumns(cols: AnyElement | undefined, { styles }: SheetFacts, found: string[]): void {
  let last = 0
  if (cols !== undefined && cols.children.length === 0) found.push('a list of columns without any')
  for (const { attributes } of cols?.children ?? []) {
    const [min, max] = [Number(attributes.get('min')), Number(attributes.get('max'))]
    if (min <= last || max < min || max > lastColumn) found.push('columns overlap or are out of order')
    if (Number(attributes.get('style') ?? 0) >= styles) found.push('a column without its style')
    last = max
  }
}

function checkRows(data: AnyElement | undefined, facts: SheetFacts, found: string[]): Map<string, string> {
  const texts = new Map<string, string>()
  let last = 0
  for (const row of childrenNamed(data, 'row')) {
    const number = Number(row.attributes.get('r') ?? last + 1)
    if (number <= last) found.push('rows out of order')
    last = number
    if (row.children.some(({ name }, index) => name !== 'c' && row.children[index + 1]?.name === 'c'))
      found.push('cells behind what ends a row')
    if (Number(row.attributes.get('s') ?? 0) >= facts.styles) found.push('a row without its style')
    const span = /^\d+:(\d+)$/.exec(row.attributes.get('spans') ?? '')?.[1]
    let column = 0
    for (const cell of childrenNamed(row, 'c')) {
      const reference = cell.attributes.get('r')
      const place = reference === undefined ? undefined : parseReference(reference)
      const at = place === undefined ? column + 1 : place.column + 1
      if (place !== undefined && place.row !== number) found.push('a cell of another row')
      if (at <= column) found.push('cells out of order')
      if (at > lastColumn) found.push('a cell behind the last column')
      column = at
      const text = checkCell(cell, facts, found)
      texts.set(`${number} ${at - 1}`, text)
    }
    if (column > Number(span ?? lastColumn)) found.push('a row that spans less than it has')
  }
  return texts
}

function checkCell(cell: AnyElement, { styles, strings }: SheetFacts, found: string[]): string {
  if (Number(cell.attributes.get('s') ?? 0) >= styles) found.push('a cell without its style')
  const type = cell.attributes.get('t') ?? 'n'
  const value = childOf(cell, 'v')?.text ?? ''
  if (!['n', 's', 'str', 'inlineStr', 'b', 'e', 'd'].includes(type)) found.push(`a cell of the kind ${type}`)
  if (type === 'n' && value.trim() !== '' && !Number.isFinite(Number(value))) found.push('a number that is none')
  if (type === 'b' && !/^(?:[01]|true|false|)$/.test(value.trim())) found.push('a truth value that is none')
  if (type === 's' && value !== '' && strings[Number(value)] === undefined) found.push('a text that is not there')
  const text =
    type === 'inlineStr' ? richText(childOf(cell, 'is')) : type === 's' ? (strings[Number(value)] ?? '') : value
  if (text.length > longest) found.push('a text that is too long')
  return text
}

function checkIds(element: AnyElement, facts: SheetFacts, found: string[]): void {
  const id = element.attributes.get('id')
  const names = /^(?:hyperlink|drawing|legacyDrawing|legacyDrawingHF|tablePart|picture)$/
  if (names.test(element.name) && id !== undefined && !facts.ids.has(id)) found.push(`<${element.name}> leads nowhere`)
  if (element.name !== 'sheetData') for (const child of element.children) checkIds(child, facts, found)
}

interface TableSurroundings {
  texts: ReadonlyMap<string, string>
  merges: readonly CellRange[]
  tables: readonly SheetTable[]
}

function checkTables(sheet: AnyElement, { texts, merges, tables }: TableSurroundings, found: string[]): void {
  const filter = parseRange(childOf(sheet, 'autoFilter')?.attributes.get('ref'))
  const seen: CellRange[] = []
  for (const { element, range } of tables) {
    const columns = childrenNamed(childOf(element, 'tableColumns'), 'tableColumn').map(({ attributes }) => attributes)
    const names = columns.map((column) => decodeEscapes(column.get('name') ?? ''))
    const count = childOf(element, 'tableColumns')?.attributes.get('count')
    if (columns.length !== range.right - range.left + 1) found.push('a table has more or fewer columns than it is wide')
    if (count !== undefined && Number(count) !== columns.length) found.push('a table counts its columns wrongly')
    if (doubles(names.map((name) => name.toLowerCase())).length > 0) found.push('two columns of a table have one name')
    if (doubles(columns.map((column) => column.get('id'))).length > 0) found.push('two columns of a table have one id')
    for (const [index, name] of element.attributes.get('headerRowCount') === '0' ? [] : names.entries()) {
      const heading = texts.get(`${range.top} ${range.left + index}`) ?? ''
      if (flat(decodeEscapes(heading)) !== flat(name)) found.push(`a table's column ${name} is headed ${heading}`)
    }
    const own = parseRange(childOf(element, 'autoFilter')?.attributes.get('ref'))
    const fits =
      own === undefined ||
      (own.left === range.left && own.right === range.right && own.top === range.top && own.bottom <= range.bottom)
    if (!fits) found.push('the filter of a table is not over it')
    if (filter !== undefined && meet(filter, range)) found.push('the filter of the sheet meets a table')
    if (seen.some((other) => meet(other, range))) found.push('tables overlap')
    if (merges.some((merge) => meet(merge, range))) found.push('a merged range in a table')
    seen.push(range)
  }
}

function meet(one: CellRange, other: CellRange): boolean {
  return one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
}

function decodeEscapes(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
