import { parseXml } from './xml-tree.ts'

/** Font properties in the order the schema demands; not every program keeps it. */
const order = 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'.split(' ')

export function orderFont(xml: string, traits: readonly string[]): string {
  const font = parseXml(xml).children[0]
  if (font === undefined) return xml
  const replaced = traits.map((trait) => ({ name: nameOf(trait), xml: trait }))
  const kept = font.children
    .map((node) => ({ name: node.name, xml: xml.slice(node.start, node.end) }))
    .filter(({ name }) => !replaced.some((trait) => trait.name === name))
  const all = [...kept, ...replaced].toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  return `<${font.qname}>${all.map((trait) => trait.xml).join('')}</${font.qname}>`
}

function nameOf(trait: string): string {
  return parseXml(trait).children[0]?.name ?? ''
}
