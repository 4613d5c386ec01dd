import { cellAddress } from '../../cell.ts'
import { type CellRange, formatRange } from '../../package/cell-range.ts'
import { childOf, childrenOf, contentOf, type XmlNode } from '../../package/xml-tree.ts'
import { markBorder } from '../../writing/styles.ts'
import type { CellHighlight } from '../../writing/workbook-writer.ts'
import type { HighlightedArea } from '../enrichment-plan.ts'

/** Always true, and identifies the rule as ours. Cells keep their format; the next run removes the rule. */
const ownFormula = 'LEN("rwa-batch")>0'
/** Spreadsheet programs limit the length of a list of ranges. */
const maxAreasPerRule = 500

/** May be wrong only when true. */
export function mayHaveHighlights(text: string): boolean {
  return text.includes('rwa-batch')
}

export function ownHighlightRules(formatting: XmlNode, text: string): XmlNode[] {
  return childrenOf(formatting, 'cfRule').filter((rule) => isOwnHighlightRule(rule, text))
}

export function isOwnHighlightRule(rule: XmlNode, text: string): boolean {
  return rule.name === 'cfRule' && contentOf(text, childOf(rule, 'formula')).replace(/\s/g, '') === ownFormula
}

/** `above`: the highest priority of other rules. */
export function highlightRulesXml(
  areas: readonly HighlightedArea[],
  { above, differentialId }: { above: number; differentialId: (dxf: string) => number },
): string {
  let priority = above
  const rules = groupHighlights(areas).map(({ mark, cells }) => {
    priority += 1
    const formula = `<formula>${ownFormula.replace('>', '&gt;')}</formula>`
    const rule = `<cfRule type="expression" dxfId="${differentialId(highlightDxf(mark))}" priority="${priority}">${formula}</cfRule>`
    return `<conditionalFormatting sqref="${cells}">${rule}</conditionalFormatting>`
  })
  return rules.join('')
}

export function groupHighlights(areas: readonly HighlightedArea[]): { mark: CellHighlight; cells: string }[] {
  return (['wrong', 'doubtful'] as const).flatMap((mark) => {
    const names = areas.filter((area) => area.mark === mark).map(({ range }) => nameArea(range))
    const pieces: { mark: CellHighlight; cells: string }[] = []
    for (let at = 0; at < names.length; at += maxAreasPerRule) {
      pieces.push({ mark, cells: names.slice(at, at + maxAreasPerRule).join(' ') })
    }
    return pieces
  })
}

/** Sets the border only: fill, text and number format of the cell stay. */
export function highlightDxf(mark: CellHighlight): string {
  return `<dxf>${markBorder(mark)}</dxf>`
}

function nameArea(range: CellRange): string {
  const isCell = range.top === range.bottom && range.left === range.right
  return isCell ? cellAddress(range.top, range.left) : formatRange(range)
}
