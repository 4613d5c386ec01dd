import type { XmlNode } from '../../package/xml-tree.ts'

/** Elements after the rows of a worksheet, in the order the schema demands. */
const order = (
  'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins ' +
  'pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing ' +
  'legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'
).split(' ')

/** The offset at which an element of this name belongs; `end` is the offset after all of them. */
export function insertionOffset(name: string, nodes: readonly XmlNode[], end: number): number {
  const own = order.indexOf(name)
  return nodes.find((node) => rankOf(node) > own)?.start ?? end
}

/** `AlternateContent` counts as its content. */
function rankOf(node: XmlNode): number {
  const inner = node.name === 'AlternateContent' ? node.children[0]?.children[0] : node
  return order.indexOf(inner?.name ?? '')
}
