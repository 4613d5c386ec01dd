import { expect, it } from 'vitest'
import { hasBackslashQuotes } from '../../rooms/sheet/csv.ts'

it.each([
  ['1,"some \\"escaped\\" value",2', true],
  ['3,"\\"\\"",4', true],
  ['"x\\",\\"y",1', true],
  ['"field 1","field 2\\"', false],
  ['"field 3\\","field 4"', false],
  ['"{""a"": ""b\\""c""}",1', false],
  ['C:\\,"a ""b"" c"', false],
])('%s: %s', (record, has) => {
  expect(hasBackslashQuotes(record, ',')).toBe(has)
})
