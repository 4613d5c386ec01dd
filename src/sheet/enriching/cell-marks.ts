import { cellAddress } from '../cell.ts'
import type { CellMark } from '../writing/plan.ts'
import { markColours } from '../writing/styles.ts'
import { type CellRange, nameRange } from './cell-range.ts'
import type { MarkedArea } from './plan.ts'
import { withPrefix } from './xml-edits.ts'
import { childOf, childrenOf, contentOf, type XmlNode } from './xml-tree.ts'

/** Is always true, and says whose the rule is: no cell has another format, and the next run takes it away. */
const sign = 'LEN("rwa-batch")>0'
/** Programs take no endless lists. */
const areasOfRule = 500

/** False where there is surely none. */
export function mayHaveMarks(text: string): boolean {
  return text.includes('rwa-batch')
}

/** The rules of ours among those that a sheet has for some of its cells. */
export function ourMarks(formatting: XmlNode, text: string): XmlNode[] {
  return childrenOf(formatting, 'cfRule').filter((rule) => isOurMark(rule, text))
}

export function isOurMark(rule: XmlNode, text: string): boolean {
  return rule.name === 'cfRule' && contentOf(text, childOf(rule, 'formula')).replace(/\s/g, '') === sign
}

/** The rules that mark cells; `above`: the highest priority of others. */
export function marksXml(
  areas: readonly MarkedArea[],
  { above, prefix, lookOf }: { above: number; prefix: string; lookOf: (mark: CellMark) => number },
): string {
  let priority = above
  const rules = piecesOf(areas).map(({ mark, cells }) => {
    priority += 1
    const formula = `<formula>${sign.replace('>', '&gt;')}</formula>`
    const rule = `<cfRule type="expression" dxfId="${lookOf(mark)}" priority="${priority}">${formula}</cfRule>`
    return withPrefix(`<conditionalFormatting sqref="${cells}">${rule}</conditionalFormatting>`, prefix)
  })
  return rules.join('')
}

/** What each of these rules is over, as they name it. */
export function piecesOf(areas: readonly MarkedArea[]): { mark: CellMark; cells: string }[] {
  return (['wrong', 'doubtful'] as const).flatMap((mark) => {
    const names = areas.filter((area) => area.mark === mark).map(({ range }) => nameArea(range))
    const pieces: { mark: CellMark; cells: string }[] = []
    for (let at = 0; at < names.length; at += areasOfRule) {
      pieces.push({ mark, cells: names.slice(at, at + areasOfRule).join(' ') })
    }
    return pieces
  })
}

/** How a marked cell looks; its own borders and number format go on. */
export function markLook(mark: CellMark): string {
  const { fill, text } = markColours[mark]
  const pattern = `<patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor rgb="${fill}"/></patternFill>`
  return `<dxf><font><color rgb="${text}"/></font><fill>${pattern}</fill></dxf>`
}

function nameArea(range: CellRange): string {
  const isCell = range.top === range.bottom && range.left === range.right
  return isCell ? cellAddress(range.top, range.left) : nameRange(range)
}
