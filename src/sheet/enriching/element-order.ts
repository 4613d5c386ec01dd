import type { XmlNode } from './xml-tree.ts'

/** What may stand behind the rows of a worksheet, in the order that the format demands. */
const order = (
  'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins ' +
  'pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing ' +
  'legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'
).split(' ')

/** Where an element of this name goes among those that are there; `end` is the place behind all of them. */
export function insertionOffset(name: string, nodes: readonly XmlNode[], end: number): number {
  const own = order.indexOf(name)
  return nodes.find((node) => rankOf(node) > own)?.start ?? end
}

/** An alternative counts as what it holds. */
function rankOf(node: XmlNode): number {
  const inner = node.name === 'AlternateContent' ? node.children[0]?.children[0] : node
  return order.indexOf(inner?.name ?? '')
}
