import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { entryName, parseRange, partKey, toUtf8, ZipArchive } from '../../rooms/sheet/package.ts'
import { type AnyElement, childOf, descendantsOf, parseAnyXml, richText } from './any-xml.ts'
import { breachesOfSheet, type SheetTable } from './excel-sheet-rules.ts'
import { childrenNamed, doubles, outOfOrder } from './xml-rules.ts'

/** A workbook's parts by key, parsed; what is no XML is left out. */
interface Book {
  names: ReadonlySet<string>
  xml: ReadonlyMap<string, AnyElement>
  /** Told of a part: its relationships by identifier. */
  links: (part: string) => Link[]
}

interface Link {
  id: string
  type: string
  part: string
  isExternal: boolean
}

const mostStyles = 65_490
const inBook =
  'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst'
const inFont = 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'
const inStyles = 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst'

/** What a copy breaks of the rules by which Excel takes a workbook for damaged, and the workbook it was made of does not. */
export async function newBreaches(before: string, after: string): Promise<string[]> {
  const known = new Map<string, number>()
  for (const breach of await breachesOf(before)) known.set(breach, (known.get(breach) ?? 0) + 1)
  return (await breachesOf(after)).filter((breach) => {
    const left = known.get(breach) ?? 0
    known.set(breach, left - 1)
    return left <= 0
  })
}

/** Rules that no schema says: a clause each, once for every breach. */
export async function breachesOf(file: string): Promise<string[]> {
  const found: string[] = []
  const book = await readBook(file, found)
  checkTypes(book, found)
  const main = book.links('').find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  const workbook = book.xml.get(main)
  if (workbook === undefined) return [...found, 'there is no workbook']
  for (const breach of outOfOrder(workbook, inBook)) found.push(`in the workbook ${breach}`)
  const sheets = childOf(workbook, 'sheets')?.children ?? []
  checkNames(workbook, sheets, found)
  const links = book.links(main)
  const partOf = (type: string): AnyElement | undefined =>
    book.xml.get(links.find((link) => link.type === type)?.part ?? '')
  const styles = checkStyles(partOf('styles'), found)
  const strings = childrenNamed(partOf('sharedStrings'), 'si').map(richText)
  const tables: SheetTable[] = []
  for (const sheet of sheets) {
    const name = sheet.attributes.get('name') ?? ''
    const link = links.find(({ id }) => id === sheet.attributes.get('id'))
    if (link === undefined) found.push(`the sheet ${name} is nowhere`)
    const element = book.xml.get(link?.part ?? '')
    if (link === undefined || element === undefined || link.type !== 'worksheet') continue
    const own = tablesOf(book, link.part)
    tables.push(...own)
    const ids = new Set(book.links(link.part).map(({ id }) => id))
    const facts = { ...styles, strings, tables: own, ids }
    found.push(...breachesOfSheet(element, facts).map((breach) => `${name}: ${breach}`))
  }
  for (const key of ['id', 'displayName'] as const) {
    for (const value of doubles(tables.map((table) => table.element.attributes.get(key)?.toLowerCase())))
      found.push(`two tables have the ${key} ${value}`)
  }
  return found
}

async function readBook(file: string, found: string[]): Promise<Book> {
  const archive = await ZipArchive.open(file)
  const xml = new Map<string, AnyElement>()
  const names = new Set<string>()
  try {
    for (const entry of archive.entries) {
      const part = partKey(entryName(entry))
      if (part === '' || part.endsWith('/')) continue
      if (names.has(part)) found.push(`the part ${part} is there twice`)
      names.add(part)
      if (!/\.(?:xml|rels)$/.test(part)) continue
      try {
        const bytes = await buffer(Readable.from(toUtf8(archive.read(part))))
        xml.set(part, parseAnyXml(bytes.toString('utf8')))
      } catch (error) {
        found.push(`the part ${part} cannot be read: ${error instanceof Error ? error.message : ''}`)
      }
    }
  } finally {
    await archive.close()
  }
  const links = (part: string): Link[] => linksOf({ names, xml }, part)
  for (const part of names) if (!part.endsWith('.rels')) checkLinks(part, links(part), names, found)
  checkLinks('', links(''), names, found)
  return { names, xml, links }
}

function linksOf({ names, xml }: Pick<Book, 'names' | 'xml'>, part: string): Link[] {
  const folder = posix.dirname(part)
  const list = xml.get(partKey(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)))
  return childrenNamed(list, 'Relationship').map(({ attributes }) => {
    const target = decodeURIComponent((attributes.get('Target') ?? '').replace(/[?#].*$/, '').replaceAll('\\', '/'))
    const beside = partKey(posix.join(target.startsWith('/') ? '' : folder, target))
    return {
      id: attributes.get('Id') ?? '',
      type: posix.basename(attributes.get('Type') ?? ''),
      part: names.has(beside) ? beside : partKey(target),
      isExternal: attributes.get('TargetMode')?.toLowerCase() === 'external',
    }
  })
}

function checkLinks(part: string, links: readonly Link[], names: ReadonlySet<string>, found: string[]): void {
  for (const id of doubles(links.map((link) => link.id))) found.push(`${part} has two relationships ${id}`)
  for (const link of links) {
    if (!link.isExternal && link.part !== '' && !names.has(link.part))
      found.push(`${part} leads to ${link.part}, which is not there`)
  }
}

function checkTypes({ names, xml }: Book, found: string[]): void {
  const types = xml.get('[content_types].xml')
  const overrides = childrenNamed(types, 'Override').map(({ attributes }) =>
    partKey(decodeURIComponent(attributes.get('PartName') ?? '')),
  )
  const extensions = childrenNamed(types, 'Default').map(({ attributes }) => attributes.get('Extension')?.toLowerCase())
  for (const part of doubles(overrides)) found.push(`the part ${part} has two types`)
  for (const part of doubles(extensions)) found.push(`.${part} has two types`)
  for (const part of overrides) if (!names.has(part)) found.push(`${part} has a type and is not there`)
  for (const part of names) {
    const hasType = overrides.includes(part) || extensions.includes(part.replace(/^.*\./, ''))
    if (!hasType && part !== '[content_types].xml') found.push(`${part} has no type`)
  }
}

function checkNames(workbook: AnyElement, sheets: readonly AnyElement[], found: string[]): void {
  const names = sheets.map(({ attributes }) => attributes.get('name') ?? '')
  for (const name of doubles(names.map((one) => one.toLowerCase()))) found.push(`two sheets are called ${name}`)
  for (const name of names) if (name.length > 31 || /[[\]:*?/\\]/.test(name)) found.push(`no name for a sheet: ${name}`)
  for (const key of ['sheetId', 'id'])
    for (const id of doubles(sheets.map(({ attributes }) => attributes.get(key))))
      found.push(`two sheets have the ${key} ${id}`)
  const defined = [...descendantsOf(childOf(workbook, 'definedNames'), 'definedName')].map(
    ({ attributes }) => attributes,
  )
  for (const name of doubles(defined.map((one) => `${one.get('name')?.toLowerCase()} of ${one.get('localSheetId')}`)))
    found.push(`the name ${name} stands twice`)
  for (const one of defined) {
    if (Number(one.get('localSheetId') ?? 0) >= sheets.length) found.push(`the name ${one.get('name')} is of no sheet`)
  }
  for (const view of descendantsOf(workbook, 'workbookView')) {
    if (Number(view.attributes.get('activeTab') ?? 0) >= sheets.length) found.push('the sheet in front is none')
  }
}

/** How many styles and differential styles there are to choose from. */
function checkStyles(styles: AnyElement | undefined, found: string[]): { styles: number; differences: number } {
  if (styles === undefined) return { styles: 1, differences: 0 }
  for (const breach of outOfOrder(styles, inStyles)) found.push(`in the styles ${breach}`)
  const sizes = new Map<string, number>()
  for (const list of styles.children) {
    const count = list.attributes.get('count')
    sizes.set(list.name, list.children.length)
    if (count !== undefined && Number(count) !== list.children.length) found.push(`${list.name} counts ${count}`)
  }
  const formats = childrenNamed(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) =>
    attributes.get('numFmtId'),
  )
  for (const id of doubles(formats)) found.push(`two number formats ${id}`)
  for (const font of childrenNamed(childOf(styles, 'fonts'), 'font'))
    for (const breach of outOfOrder(font, inFont)) found.push(`in a font ${breach}`)
  for (const { attributes } of childrenNamed(childOf(styles, 'cellXfs'), 'xf')) {
    for (const [key, list] of [
      ['fontId', 'fonts'],
      ['fillId', 'fills'],
      ['borderId', 'borders'],
      ['xfId', 'cellStyleXfs'],
    ] as const)
      if (Number(attributes.get(key) ?? 0) >= Math.max(1, sizes.get(list) ?? 0))
        found.push(`a style without its ${key}`)
    const format = attributes.get('numFmtId') ?? '0'
    if (Number(format) >= 164 && !formats.includes(format)) found.push(`no number format ${format}`)
  }
  const count = sizes.get('cellXfs') ?? 0
  if (count > mostStyles) found.push(`${count} styles`)
  return { styles: Math.max(1, count), differences: sizes.get('dxfs') ?? 0 }
}

function tablesOf(book: Book, part: string): SheetTable[] {
  return book.links(part).flatMap((link) => {
    const element = book.xml.get(link.part)
    const range = parseRange(element?.attributes.get('ref'))
    return link.type !== 'table' || element === undefined || range === undefined ? [] : [{ element, range }]
  })
}
