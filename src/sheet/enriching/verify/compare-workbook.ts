import type { PackageParts } from '../../package/package-parts.ts'
import { relationshipsPart } from '../../package/relationships.ts'
import { findOwnSheets, isReplaceableName } from '../../package/sheet-names.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { attributeOf, type XmlNode } from '../../package/xml-tree.ts'
import { partKey } from '../../package/zip-archive.ts'
import { staleRelationshipIds } from '../copy/stale-links.ts'
import type { EnrichmentPlan } from '../enrichment-plan.ts'
import { findLostElement, type MayChange } from './lost-element.ts'

export interface CopyPair {
  plan: EnrichmentPlan
  before: PackageParts
  after: PackageParts
  workbookPart: string
  changeable: ReadonlySet<string>
}

/** Cells name their style by its number, so every number must keep its style. */
export async function findChangedStyle({ before, after, workbookPart }: CopyPair): Promise<string | undefined> {
  const { stylesPart } = await readWorkbook(before.archive, workbookPart)
  if (!before.has(stylesPart)) return undefined
  const lost = findLostElement(await before.text(stylesPart), await after.text(stylesPart))
  return lost === undefined ? undefined : `its styles would be changed (${lost})`
}

/** Compares the workbook's own parts and tables, except for lists that grow. */
export async function findChangedWorkbookPart(pair: CopyPair): Promise<string | undefined> {
  const { plan, before, after, workbookPart, changeable } = pair
  const ownSheets = new Set(findOwnSheets(await before.text(workbookPart)).values())
  const { sheets } = await readWorkbook(before.archive, workbookPart)
  const positions = {
    filled: new Set(plan.sheets.map(({ position }) => position)),
    ours: new Set(sheets.flatMap(({ name }, position) => (ownSheets.has(name) ? [position] : []))),
  }
  const isGoing = (node: XmlNode): boolean =>
    changeable.has(partKey(attributeOf(node, 'PartName') ?? '')) ||
    (plan.dropsCalcChain && attributeOf(node, 'Type')?.endsWith('/calcChain') === true)
  const compared: [part: string, mayChange?: MayChange][] = [
    [workbookPart, (node) => isReplaceableName(node, positions)],
    [relationshipsPart(workbookPart), isGoing],
    ['[content_types].xml', isGoing],
  ]
  for (const sheet of plan.sheets) {
    const stale = staleRelationshipIds(sheet)
    const list = relationshipsPart(sheet.part)
    if (before.has(list)) {
      compared.push([list, (node) => stale.has(attributeOf(node, 'Id') ?? '')])
    }
    if (sheet.table !== undefined) compared.push([sheet.table.part])
  }
  for (const [part, mayChange] of compared) {
    const lost = findLostElement(await before.text(part), await after.text(part), mayChange)
    if (lost !== undefined) return `its part ${part} would have lost something (${lost})`
  }
  return undefined
}
