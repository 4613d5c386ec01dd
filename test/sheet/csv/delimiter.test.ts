import { describe, expect, it } from 'vitest'
import { detectDelimiter, findSepLine } from '../../../src/sheet/csv/delimiter.ts'

describe('detectDelimiter', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['a\tb, c\n1\t2, 3\n4\t5\n', '\t'],
    ['a|b|c\r1|2|3\r', '|'],
    ['"a;b",c\n"d;e",f\n', ','],
    ['"line\nbreak; and ""quote""";b\nc;d\n', ';'],
    ['Review 2026, all regions\n\na;b;c\n1;2;3\n4;5;6\n', ';'],
    ['one\ntwo\n', ','],
    ['', ','],
    ['a,b,c\n1\n1,2,3,4\n1,2,3\n', ','],
    ['a;b', ';'],
  ])('%j has %j', (start, delimiter) => {
    expect(detectDelimiter(start)).toBe(delimiter)
  })
})

describe('findSepLine', () => {
  it.each([
    ['sep=;\r\na;b', { delimiter: ';', length: 7 }],
    ['SEP=\t\na', { delimiter: '\t', length: 6 }],
    ['"sep=|"\na', { delimiter: '|', length: 8 }],
    ['separator=;\n', undefined],
    ['sep=,;\n', undefined],
  ])('%j', (start, found) => {
    expect(findSepLine(start)).toEqual(found)
  })
})
