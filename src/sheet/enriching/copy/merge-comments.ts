import { cellAddress } from '../../cell.ts'
import { mainNamespace, xmlHead } from '../../package/namespaces.ts'
import { parseReference } from '../../package/reference.ts'
import { UnsupportedWorkbookError } from '../../package/unsupported-workbook-error.ts'
import { rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { escapeXml } from '../../package/xml-entities.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  contentOf,
  descendantsOf,
  parseXml,
  type XmlNode,
} from '../../package/xml-tree.ts'
import { maxCellText, toCommentText } from '../../writing/safe-text.ts'
import { type CellComment, commentXml } from '../../writing/sheet-comments.ts'

/** Our text in a comment is between these two lines. Text that users add before or after is theirs. */
const ownTextStart = 'rwa-batch check:'
const ownTextEnd = '(end of rwa-batch check)'
const author = 'rwa-batch'
const separator = '\n\n'
/** Programs may write a line end as an entity, and start a new run after it. */
const separatorAtEnd = /(?:\n|&#10;|&#x0*a;){2}((?:<[^<>]*>)*)$/i

export interface MergedComments {
  /** The new part; undefined when no comment is left. */
  text: string | undefined
  /** Cells whose comment contained only our text, and is removed. */
  removed: ReadonlySet<string>
  /** Comments of cells without a comment of the user's. */
  added: readonly CellComment[]
  /** Comments that cannot be added, for example because the cell has a threaded comment. */
  skipped: readonly CellComment[]
}

/** Removes the text of an earlier run from the comments and adds the new one. */
export function mergeComments(text: string, notes: readonly CellComment[]): MergedComments {
  const root = rootOf(text, 'comments')
  const [authors, list] = [childOf(root, 'authors'), childOf(root, 'commentList')]
  if (authors === undefined || list === undefined) throw new UnsupportedWorkbookError('its comments cannot be read')
  const names = childrenOf(authors, 'author').map((node) => contentOf(text, node))
  const edits = new XmlEdits(text)
  const waiting = new Map(notes.map((note) => [cellAddress(note.row, note.column), note]))
  const [removed, skipped] = [new Set<string>(), [] as CellComment[]]
  let keptCount = 0
  for (const node of childrenOf(list, 'comment')) {
    const cell = cellOf(node)
    const before = text.slice(node.start, node.end)
    const theirs = removeOwnText(before)
    if (theirs !== before && isBlankComment(theirs)) {
      removed.add(cell)
      edits.remove(node)
      continue
    }
    keptCount += 1
    const note = waiting.get(cell)
    waiting.delete(cell)
    const isThread = names[Number(attributeOf(node, 'authorId'))]?.startsWith('tc=') === true
    const merged = note === undefined || isThread ? undefined : appendText(theirs, note)
    if (note !== undefined && merged === undefined) skipped.push(note)
    const after = merged ?? theirs
    if (after !== before) edits.replace(node.start, node.end, after)
  }
  const added = [...waiting.values()]
  if (added.length > 0 && !names.includes(author)) edits.append(authors, `<author>${author}</author>`)
  const number = names.includes(author) ? names.indexOf(author) : names.length
  edits.append(list, added.map((note) => commentXml({ ...note, text: ownCommentText(note) }, number)).join(''))
  return {
    text: removed.size > 0 && keptCount + added.length === 0 ? undefined : edits.apply(),
    removed,
    added,
    skipped,
  }
}

export const emptyComments = `${xmlHead}<comments xmlns="${mainNamespace}"><authors></authors><commentList></commentList></comments>`

export interface CommentTexts {
  ownTexts: ReadonlyMap<string, string>
  /** Other people's comments: author, text, cell and format. */
  foreignTexts: readonly string[]
  /** Cells whose comment contains only our text. */
  ownCells: ReadonlySet<string>
}

export function readCommentTexts(text: string): CommentTexts {
  const root = childOf(parseXml(text), 'comments')
  const names = childrenOf(childOf(root, 'authors'), 'author').map((node) => contentOf(text, node))
  const found = { ownTexts: new Map<string, string>(), foreignTexts: [] as string[], ownCells: new Set<string>() }
  for (const node of childrenOf(childOf(root, 'commentList'), 'comment')) {
    const xml = text.slice(node.start, node.end)
    const words = textOf(xml)
    const [from, to] = [words.indexOf(ownTextStart), words.indexOf(ownTextEnd)]
    if (from >= 0 && to > from) found.ownTexts.set(cellOf(node), words.slice(from, to + ownTextEnd.length))
    const theirs = removeOwnText(xml)
    if (theirs !== xml && isBlankComment(theirs)) found.ownCells.add(cellOf(node))
    else found.foreignTexts.push(`${names[Number(attributeOf(node, 'authorId'))]}: ${theirs}`)
  }
  return found
}

export function ownCommentText({ text }: CellComment): string {
  return `${ownTextStart}\n${toCommentText(text)}\n${ownTextEnd}`
}

function cellOf(node: XmlNode): string {
  const ref = attributeOf(node, 'ref') ?? ''
  const position = parseReference(ref)
  return position === undefined ? ref : cellAddress(position.row, position.column)
}

/** Programs may split a text into runs of the same format: their tags stay. */
function removeOwnText(xml: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const from = xml.indexOf(ownTextStart, at)
    const to = from < 0 ? -1 : xml.indexOf(ownTextEnd, from)
    if (to < 0) return kept + xml.slice(at)
    const before = xml.slice(at, from)
    kept += before.replace(separatorAtEnd, '$1')
    kept += (xml.slice(from, to).match(/<[^>]*>/g) ?? []).join('')
    at = to + ownTextEnd.length
  }
}

/** Undefined when the comment has no text element or no room. */
function appendText(xml: string, note: CellComment): string | undefined {
  const text = childOf(childOf(parseXml(xml), 'comment'), 'text')
  const words = [text, ...childrenOf(text, 'r')].flatMap((node) => childrenOf(node, 't')).at(-1)
  const added = separator + escapeXml(ownCommentText(note))
  if (words === undefined || textOf(xml).length + added.length > maxCellText) return undefined
  const edits = new XmlEdits(xml)
  edits.append(words, added)
  return edits.apply()
}

function isBlankComment(xml: string): boolean {
  return textOf(xml).trim() === ''
}

function textOf(xml: string): string {
  return [...descendantsOf(parseXml(xml), 't')].map((node) => contentOf(xml, node)).join('')
}
