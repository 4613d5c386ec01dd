import { expect, it } from 'vitest'
import { attributeOf, childOf, parseDocument } from '../../rooms/sheet/package.ts'

// An entity is refused where the part is read, which names the part, and not where an attribute is asked for.
it.each([
  ['<a><b c="&nbsp;"/></a>', 'the unknown entity "&nbsp;"'],
  ['<a b="c & d"/>', 'a stray "&" at "& d"'],
])('a document with an attribute that is not sound is refused: %s', (xml, message) => {
  expect(() => parseDocument(xml)).toThrow(message)
})

it('the entities of XML stand for their characters', () => {
  const root = parseDocument('<a><b c="&lt;&#65;&amp;nbsp;"/></a>')
  expect(attributeOf(childOf(root, 'b'), 'c')).toBe('<A&nbsp;')
})
