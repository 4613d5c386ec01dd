import { readWorkbook } from '../xlsx/workbook-part.ts'
import { partKey } from '../xlsx/zip-archive.ts'
import { type Allowed, findLostElement, type Growing } from './lost-element.ts'
import { findOwnSheets, isOurName } from './own-names.ts'
import { type PackageParts, relationshipsPart } from './package-parts.ts'
import type { SafeEnriching } from './plan.ts'
import { staleIds } from './stale-links.ts'
import { attributeOf, type XmlNode } from './xml-tree.ts'

/** A workbook and its copy. */
export interface Pair {
  plan: SafeEnriching
  before: PackageParts
  after: PackageParts
  workbookPart: string
  /** The parts that may differ. */
  changeable: ReadonlySet<string>
}

const ofStyles: Growing = {
  ...{ styleSheet: 'anywhere', numFmts: 'behind', fonts: 'behind', fills: 'behind', borders: 'behind' },
  cellXfs: 'behind',
  dxfs: 'behind',
}
const ofBook: Growing = { workbook: 'anywhere', sheets: 'behind', definedNames: 'anywhere' }
const ofTable: Growing = { table: 'behind', autoFilter: 'anywhere', sortState: 'anywhere', tableColumns: 'behind' }
const ofList: Growing = { Relationships: 'anywhere', Types: 'anywhere' }

/** A cell names its style by its number: none may become another one. */
export async function findChangedStyle({ before, after, workbookPart }: Pair): Promise<string | undefined> {
  const { stylesPart } = await readWorkbook(before.archive, workbookPart)
  if (!before.has(stylesPart)) return undefined
  const lost = findLostElement(await before.text(stylesPart), await after.text(stylesPart), { grows: ofStyles })
  return lost === undefined ? undefined : `its styles would be others (${lost})`
}

/** What the workbook says of itself, its parts and its tables, but for what grows. */
export async function findChangedBook(pair: Pair): Promise<string | undefined> {
  const { plan, before, after, workbookPart, changeable } = pair
  const ownSheets = new Set(findOwnSheets(await before.text(workbookPart)).values())
  const { sheets } = await readWorkbook(before.archive, workbookPart)
  const places = {
    filled: new Set(plan.sheets.map(({ position }) => position)),
    ours: new Set(sheets.flatMap(({ name }, place) => (ownSheets.has(name) ? [place] : []))),
  }
  const isGoing = (node: XmlNode): boolean =>
    changeable.has(partKey(attributeOf(node, 'PartName') ?? '')) ||
    (plan.dropsCalcChain && attributeOf(node, 'Type')?.endsWith('/calcChain') === true)
  const compared: [part: string, allowed: Allowed][] = [
    [workbookPart, { grows: ofBook, isFree: (node) => isOurName(node, places) }],
    [relationshipsPart(workbookPart), { grows: ofList, isFree: isGoing }],
    ['[content_types].xml', { grows: ofList, isFree: isGoing }],
  ]
  for (const sheet of plan.sheets) {
    const stale = new Set([...staleIds(sheet), ...(sheet.notes?.going ?? [])])
    const list = relationshipsPart(sheet.part)
    if (before.has(list)) {
      compared.push([list, { grows: ofList, isFree: (node) => stale.has(attributeOf(node, 'Id') ?? '') }])
    }
    if (sheet.table !== undefined) compared.push([sheet.table.part, { grows: ofTable }])
  }
  for (const [part, allowed] of compared) {
    const lost = findLostElement(await before.text(part), await after.text(part), allowed)
    if (lost !== undefined) return `its part ${part} would have lost something (${lost})`
  }
  return undefined
}
