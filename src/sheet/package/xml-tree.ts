import { limits } from '../limits.ts'
import { ascii } from './bytes.ts'
import { decodeEntities, XmlError } from './xml-entities.ts'

/** An element with its offsets in the text, so that edits leave every other character alone. */
export interface XmlNode {
  /** With its prefix, as written. */
  qname: string
  /** `x:` or empty. */
  prefix: string
  name: string
  attributes: string
  children: XmlNode[]
  /** Offsets: `start` at `<`, `end` after the end tag, the content between the other two. */
  start: number
  contentStart: number
  contentEnd: number
  end: number
  /** Written as `<a/>`. */
  isEmpty: boolean
}

const { exclamation, question, slash } = ascii
const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** An element takes about 200 bytes. */
const maxElements = limits.part.elements
const shortestElement = '<a/>'
const maxDepth = 256

const noNames: ReadonlySet<string> = new Set()

/**
 * Parses a fragment. Elements may be open at its end, and an end tag without a start is ignored. The root stands for the
 * whole text. `leaves`: names of elements whose children are not kept.
 * @throws XmlError above `limits.part.elements`, or when a tag does not end.
 */
export function parseXml(text: string, leaves = noNames): XmlNode {
  return buildTree(text, false, leaves)
}

/**
 * Parses a whole part, and returns its root element.
 * @throws XmlError as `parseXml`, or when tags do not match, an attribute has an unknown entity, or the part is no
 * single element.
 */
export function parseDocument(text: string, leaves = noNames): XmlNode {
  const [root, second] = buildTree(text, true, leaves).children
  if (root === undefined) throw new XmlError('malformed', 'it ends in the middle')
  if (second !== undefined) throw new XmlError('malformed', 'a second root element')
  return root
}

function buildTree(text: string, isDocument: boolean, leaves: ReadonlySet<string>): XmlNode {
  if (text.length > maxElements * shortestElement.length) refuseManyElements(text)
  const root = makeNode('', '', 0, 0)
  root.contentEnd = text.length
  root.end = text.length
  const open = [root]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = findTagEnd(text, at)
    const code = text.charCodeAt(at + 1)
    if (code === slash) {
      const name = text.slice(at + 2, end - 1)
      if (isDocument && open.at(-1)?.qname !== name.trimEnd())
        throw new XmlError('malformed', `</${name.slice(0, 40)}> closes nothing`)
      const node = open.length > 1 ? open.pop() : undefined
      if (node !== undefined) {
        node.contentEnd = at
        node.end = end
      }
    } else if (code !== exclamation && code !== question) {
      const { attributes } = openNode(open, text, { start: at, end, leaves })
      // Here, where whoever reads the part says which it is; `attributeOf` is asked long after.
      if (isDocument) decodeEntities(attributes)
      if (open.length > maxDepth) throw new XmlError('malformed', `elements nested more than ${maxDepth} deep`)
    } else if (isDocument && text.slice(at, at + 9).toLowerCase() === '<!doctype')
      throw new XmlError('dtd', 'a document type declaration')
    at = end
  }
  if (isDocument && open.length > 1) throw new XmlError('malformed', 'it ends in the middle')
  for (const node of open) {
    node.contentEnd = text.length
    node.end = text.length
  }
  return root
}

/** Before a tree is made of so many. */
function refuseManyElements(text: string): void {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const code = text.charCodeAt(at + 1)
    if (code !== slash && code !== exclamation && code !== question) count += 1
    if (count > maxElements) throw new XmlError('too-large', `more than ${maxElements.toLocaleString('en')} elements`)
  }
}

function openNode(
  open: XmlNode[],
  text: string,
  { start, end, leaves }: { start: number; end: number; leaves: ReadonlySet<string> },
): XmlNode {
  const isEmpty = text.charCodeAt(end - 2) === slash
  const inner = text.slice(start + 1, isEmpty ? end - 2 : end - 1)
  const nameLength = inner.search(/\s/)
  const qname = nameLength < 0 ? inner : inner.slice(0, nameLength)
  const node = makeNode(qname, inner.slice(qname.length), start, end)
  node.isEmpty = isEmpty
  const outer = open.at(-1)
  if (outer !== undefined && !leaves.has(outer.name)) outer.children.push(node)
  if (!isEmpty) open.push(node)
  return node
}

function makeNode(qname: string, attributes: string, start: number, end: number): XmlNode {
  const colon = qname.indexOf(':')
  const [prefix, name] = [qname.slice(0, colon + 1), qname.slice(colon + 1)]
  return {
    qname,
    prefix,
    name,
    attributes,
    children: [],
    start,
    contentStart: end,
    contentEnd: end,
    end,
    isEmpty: false,
  }
}

/** The offset after a tag, comment, CDATA section or instruction. `>` may be within quotes. */
function findTagEnd(text: string, at: number): number {
  const closing = text.startsWith('<!--', at)
    ? '-->'
    : text.startsWith('<![CDATA[', at)
      ? ']]>'
      : text.charCodeAt(at + 1) === question
        ? '?>'
        : undefined
  if (closing !== undefined) {
    const end = text.indexOf(closing, at)
    if (end < 0) throw new XmlError('malformed', 'a comment or section without an end')
    return end + closing.length
  }
  let quote = 0
  for (let offset = at + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return offset + 1
  }
  throw new XmlError('malformed', 'a tag without an end')
}

/** Ignores the attribute's prefix, and decodes entities. */
export function attributeOf(node: XmlNode | undefined, name: string): string | undefined {
  for (const [, key = '', double, single] of (node?.attributes ?? '').matchAll(attributePattern)) {
    if (key === name || key.endsWith(`:${name}`)) return decodeEntities(double ?? single ?? '')
  }
  return undefined
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name)
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

export function* descendantsOf(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child
    yield* descendantsOf(child, name)
  }
}

/** Decodes entities; nested tags stay. */
export function contentOf(text: string, node: XmlNode | undefined): string {
  return node === undefined ? '' : decodeEntities(text.slice(node.contentStart, node.contentEnd))
}
