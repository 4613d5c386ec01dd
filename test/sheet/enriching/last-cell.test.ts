import { expect, it } from 'vitest'
import { readLastCell } from '../../rooms/sheet/enriching.ts'

function read(body: string): unknown {
  const open = `<row r="7">`
  const bytes = Buffer.from(`${open}${body}</row>`)
  const row = {
    number: 7,
    bytes,
    openLength: open.length,
    bodyEnd: open.length + Buffer.byteLength(body),
    isEmpty: false,
  }
  const last = readLastCell(row)
  return typeof last === 'string' ? last : [last.column, last.attributes, last.isAtEnd]
}

it.each([
  ['<c r="A7"><v>ü</v></c><c r="XFD7" s="3" t="s"><v>1</v></c>', [16_383, ' s="3" t="s"', true]],
  ['<c r="AB7"/>', [27, '/', true]],
  ['<c r="B7"/><extLst/>', [1, '/', false]],
  ['<c r="B7"><v>1</v></c><extLst/>', [1, '', false]],
  ['', 'none'],
  ['<v>1</v>', 'none'],
  ['<c r="A7"/><c><v>1</v></c>', 'unusual'],
  ['<c s="1" r="A7"/>', 'unusual'],
  ['<c r="$A$7"/>', 'unusual'],
  ['<c r="a7"/>', 'unusual'],
  ['<c r="7"/>', 'unusual'],
  ['<c r="A"/>', 'unusual'],
  ['<c r="AAAA7"/>', 'unusual'],
  ["<c r='A7'/>", 'unusual'],
  ['<c r="A7"/><cc r="B7"/>', 'unusual'],
])('of %s the last cell is %j', (body, last) => {
  expect(read(body)).toEqual(last)
})
