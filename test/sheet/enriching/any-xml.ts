/** An element of whoever's XML. */
export interface AnyElement {
  /** Without its prefix. */
  name: string
  /** By their names without prefix. */
  attributes: ReadonlyMap<string, string>
  children: readonly AnyElement[]
  /** Its own text, decoded. */
  text: string
}

interface Open {
  tag: string
  name: string
  attributes: Map<string, string>
  children: Open[]
  text: string
}

const token =
  /<\?.*?\?>|<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<(\/?)([^\s<>/="']+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/sy
const pair = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const known: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Reads well-formed XML and nothing else. @throws Error that says what is not. */
export function parseAnyXml(text: string): AnyElement {
  const root: Open = { tag: '', name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  token.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  for (let at = token.lastIndex; at < text.length; at = token.lastIndex) {
    const match = token.exec(text)
    if (match === null) throw new Error(`no XML: ${text.slice(at, at + 60)}`)
    const [, section, isEnd, tag, inner = '', isEmpty, plain] = match
    const parent = open.at(-1) ?? root
    if (section !== undefined) parent.text += section
    else if (plain !== undefined) parent.text += decode(plain)
    else if (tag !== undefined && isEnd === '/') {
      if (open.length === 1 || open.pop()?.tag !== tag) throw new Error(`</${tag}> ends another element`)
    } else if (tag !== undefined) {
      const element: Open = { tag, name: local(tag), attributes: readAttributes(inner), children: [], text: '' }
      parent.children.push(element)
      if (isEmpty !== '/') open.push(element)
    }
  }
  const [only, second] = root.children
  if (open.length > 1 || only === undefined || second !== undefined || root.text.trim() !== '')
    throw new Error('not one element around all others')
  return only
}

export function childOf(element: AnyElement | undefined, name: string): AnyElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function* descendantsOf(element: AnyElement | undefined, name: string): Generator<AnyElement> {
  for (const child of element?.children ?? []) {
    if (child.name === name) yield child
    yield* descendantsOf(child, name)
  }
}

/** The text of a cell or of a shared string: all runs, without what says how it is spoken. */
export function richText(element: AnyElement | undefined): string {
  if (element === undefined) return ''
  return element.children
    .map((child) => (child.name === 't' ? child.text : child.name === 'r' ? richText(child) : ''))
    .join('')
}

function local(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

function readAttributes(inner: string): Map<string, string> {
  const whole = new Set<string>()
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of inner.matchAll(pair)) {
    if (whole.has(name)) throw new Error(`${name} stands twice in an element`)
    whole.add(name)
    if (!name.startsWith('xmlns')) found.set(local(name), decode(double ?? single ?? ''))
  }
  return found
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+))?(;?)/gi, (whole, decimal, hex, name: string | undefined, end) => {
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    const character = name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : known[name]
    if (end === '' || character === undefined) throw new Error(`no entity: ${whole}`)
    return character
  })
}
