import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { XmlScanner } from '../../rooms/sheet/reading.ts'

function scan(...chunks: (string | Uint8Array)[]): string[] {
  const events: string[] = []
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, tag) => events.push(`<${name} ${tag.attribute('a') ?? '-'} ${tag.attribute('r:id') ?? '-'}`),
    text: (text) => {
      const last = events.at(-1)
      if (last?.startsWith('"')) events[events.length - 1] = last + text
      else events.push(`"${text}`)
    },
    close: (name) => events.push(`>${name}`),
  })
  for (const chunk of chunks) for (const _ of scanner.push(Buffer.from(chunk)));
  scanner.end()
  return events
}

const sample =
  '<?xml version="1.0"?><!-- a <b> --><x:root xmlns:x="u" a=\'1 &lt; "2"\' r:id="7"><c/><t xml:space="preserve"> Größe &#8364;&#x1F600; &amp;lt;\r\nzwei\r</t>' +
  '<![CDATA[<&raw ]]>drei</x:root>\n'

describe('XmlScanner', () => {
  it('gives local names, decoded attributes and texts, CDATA and white space', () => {
    expect(scan(sample)).toEqual([
      '<root 1 < "2" 7',
      '<c - -',
      '>c',
      '<t - -',
      '" Größe €😀 &lt;\nzwei\n',
      '>t',
      '"<&raw drei',
      '>root',
    ])
  })

  it('gives the same wherever the bytes are cut', () => {
    const bytes = Buffer.from(sample)
    const whole = scan(bytes)
    // The bytes before the scanner are cut between characters; ASCII stretches may be cut anywhere.
    const places = [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) !== 0x80)
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...places), { maxLength: 6 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((one, other) => one - other), bytes.length]
        const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
        expect(scan(...pieces)).toEqual(whole)
      }),
    )
  })

  it.each([
    ['<a><b></a></b>', /closes nothing/],
    ['<a>', /ends in the middle/],
    ['', /ends in the middle/],
    ['<a/><b/>', /second root/],
    ['text<a/>', /outside of the root/],
    ['<a b>x</a>', /without a value/],
    ['<a b=c/>', /without a value/],
    ['<a <b/></a>', /without a value/],
    ['<a>&nbsp;</a>', /unknown entity/],
    ['<a>&#x110000;</a>', /unknown entity/],
    ['<a>R&D</a>', /stray/],
    ['<!DOCTYPE a><a/>', /document type/],
    ['<a><!ENTITY x "y"></a>', /document type/],
    ['<a>'.repeat(300), /nested/],
    [`<a ${'b'.repeat(5_000_000)}`, /512 KiB/],
  ])('refuses %.40s', (xml, message) => {
    expect(() => scan(xml)).toThrow(message)
  })
})
