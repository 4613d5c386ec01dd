import { expect, it } from 'vitest'
import { BufferBuilder } from '../../../../src/sheet/enriching/copy/buffer-builder.ts'
import { RowTagWriter } from '../../../../src/sheet/enriching/copy/row-tag-writer.ts'

it.each<[string, [tag: string, last: number, written: string][]]>([
  [
    'one like the one above',
    [
      ['<row r="9" spans="1:3" ht="30">', 5, '<row r="9" spans="1:5" ht="30">'],
      ['<row r="10" spans="1:3" ht="30">', 5, '<row r="10" spans="1:5" ht="30">'],
      ['<row hidden="1" r="11" spans="1:3" ht="30">', 5, '<row hidden="1" r="11" spans="1:5" ht="30">'],
    ],
  ],
  [
    'one with another last cell',
    [
      ['<row r="1" spans="1:3">', 5, '<row r="1" spans="1:5">'],
      ['<row r="2" spans="1:3">', 4, '<row r="2" spans="1:4">'],
      ['<row r="3" spans="1:3">', 3, '<row r="3" spans="1:3">'],
    ],
  ],
  [
    'one with another end',
    [
      ['<row r="1" spans="1:3">', 5, '<row r="1" spans="1:5">'],
      ['<row r="2" spans="2:3">', 5, '<row r="2" spans="2:5">'],
      ['<row r="3" spans="1:9">', 5, '<row r="3" spans="1:9">'],
      ['<row r="4">', 5, '<row r="4">'],
      [`<row r="5" spans = '1:3' x="ä">`, 5, `<row r="5" spans = '1:5' x="ä">`],
      ['<row r="6" spans="1:3">', 5, '<row r="6" spans="1:5">'],
    ],
  ],
  [
    'one without cells',
    [
      ['<row r="1" spans="1:3"/>', 5, '<row r="1" spans="1:5">'],
      ['<row r="2" spans="1:3" />', 5, '<row r="2" spans="1:5">'],
      ['<row r="3"/>', 5, '<row r="3">'],
      ['<row r="4" spans="1:9"/>', 5, '<row r="4" spans="1:9">'],
    ],
  ],
])('the start tag of a row says how far its cells reach: %s', (_, rows) => {
  const tags = new RowTagWriter()
  for (const [tag, last, written] of rows) {
    const isEmpty = tag.endsWith('/>')
    const open = Buffer.from(tag)
    const bytes = isEmpty ? open : Buffer.from(`${tag}<c/></row>`)
    const out = new BufferBuilder()
    const row = { number: 1, bytes, openLength: open.length, bodyEnd: open.length, isEmpty }
    out.add(bytes, tags.writeStartTag(out, row, last), open.length)
    expect(out.view().toString()).toBe(written)
  }
})
