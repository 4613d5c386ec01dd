/** An element as it stands in a part. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** Its own text, decoded. */
  text: string
}

interface OpenElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const tokens = /<\?[^<>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const attribute = /([\w:.-]+)="([^"]*)"/g
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A strict reading of what writers write: elements, attributes in double quotes, text, XML's five entities; else an error. */
export function parseXml(text: string): XmlElement {
  const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u.exec(text)
  if (forbidden !== null) throw new Error(`a character that XML forbids at ${forbidden.index}`)
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' }
  const stack = [root]
  tokens.lastIndex = 0
  for (let at = 0; at < text.length; at = tokens.lastIndex) {
    const match = tokens.exec(text)
    if (match === null) throw new Error(`not XML: ${text.slice(at, at + 80)}`)
    const [token, isEnd, name, attributes = '', isEmpty] = match
    const parent = stack.at(-1) ?? root
    if (name === undefined) {
      if (!token.startsWith('<?')) parent.text += decode(token)
    } else if (isEnd === '/') {
      if (stack.pop()?.name !== name) throw new Error(`</${name}> ends another element`)
    } else {
      const element: OpenElement = { name, attributes: readAttributes(attributes), children: [], text: '' }
      parent.children.push(element)
      if (isEmpty !== '/') stack.push(element)
    }
  }
  const [only, second] = root.children
  if (stack.length !== 1 || only === undefined || second !== undefined) throw new Error('not one root element')
  if (root.text.trim() !== '') throw new Error('text beside the root element')
  return only
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(attribute)) {
    if (Object.hasOwn(found, name)) throw new Error(`${name} stands twice in an element`)
    found[name] = decode(value)
  }
  return found
}

function decode(text: string): string {
  return text.replace(/&([^;]{0,10};?)/g, (whole, name: string) => {
    const character = entities[name.slice(0, -1)]
    if (character === undefined || !name.endsWith(';')) throw new Error(`an unknown entity: ${whole}`)
    return character
  })
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}
