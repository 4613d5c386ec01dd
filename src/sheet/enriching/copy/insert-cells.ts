import { XmlEdits } from '../../package/xml-edits.ts'
import { attributeOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { cellsOf } from '../sheet-splitter.ts'
import { describeChange } from './cell-change-digest.ts'

export interface CellInsertion {
  column: number
  /** `own`: style number of the cell that is replaced. */
  xml(neighbour: string, own: string | undefined): string
  /** Keeps the existing cell and changes only its style. */
  restyle?(own: string): string
}

/** For rows with cells at or after the result columns, or written in an unusual way. Texts are bytes as Latin-1. */
export function insertCells(text: string, cells: readonly CellInsertion[]): { body: Buffer; changes: Buffer } {
  const edits = new XmlEdits(text)
  const tree = parseXml(text)
  const waiting = [...cells]
  let style = '0'
  let changes = ''
  const put = (at: number): void => {
    const xml = toLatin1(waiting.shift()?.xml(style, undefined) ?? '')
    edits.insert(at, xml)
    changes += xml
  }
  for (const { node, column } of cellsOf(tree)) {
    while (waiting[0] !== undefined && waiting[0].column < column) put(node.start)
    const own = attributeOf(node, 's')
    if (waiting[0]?.column === column) {
      const cell = waiting.shift()
      const before = text.slice(node.start, node.end)
      const xml =
        cell?.restyle === undefined
          ? toLatin1(cell?.xml(style, own ?? '0') ?? '')
          : withStyle(before, node, cell.restyle(own ?? '0'))
      edits.replace(node.start, node.end, xml)
      changes += describeChange(column, before, xml)
    } else if (waiting.length === cells.length) style = own ?? '0'
  }
  // Other elements, such as an extension list, must stay after the cells.
  const last = tree.children.findLast((node) => node.name === 'c')
  while (waiting.length > 0) put(last?.end ?? tree.children[0]?.start ?? text.length)
  return { body: Buffer.from(edits.apply(), 'latin1'), changes: Buffer.from(changes, 'latin1') }
}

function withStyle(xml: string, { start, contentStart, qname }: XmlNode, style: string): string {
  const length = contentStart - start
  const tag = xml.slice(0, length).replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '')
  const name = 1 + qname.length
  return `${tag.slice(0, name)} s="${style}"${tag.slice(name)}${xml.slice(length)}`
}

/** The bytes of a text, as Latin-1. */
function toLatin1(xml: string): string {
  return Buffer.from(xml).toString('latin1')
}
