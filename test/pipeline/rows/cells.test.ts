import { expect, it } from 'vitest'
import { linkCell, textCell, timeCell } from '../../../src/pipeline/rows/cells.ts'

it.each([
  ['a text', textCell('=1+1'), { t: 's', v: '=1+1' }],
  ['no text', textCell(''), { t: 'z' }],
  ['a time', timeCell(0), { t: 's', v: '1970-01-01T00:00:00.000Z' }],
  ['no time', timeCell(undefined), { t: 'z' }],
  ['an address', linkCell('https://x.example'), { t: 'link', v: 'https://x.example', href: 'https://x.example' }],
  ['no address', linkCell(''), { t: 'z' }],
])('%s becomes a cell', (_, cell, expected) => {
  expect(cell).toEqual(expected)
})
