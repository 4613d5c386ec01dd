import { describe, expect, it } from 'vitest'
import { detectDelimiter, findSepLine } from '../../rooms/sheet/csv.ts'

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
    ['ID,Tags\n1,a;b;c;d;e;f\n2,a;b;c;d;e;f\n3,a;b;c;d;e;f\n', ','],
    ['a;b;c;d;e;f\nMay 1, 2026;2;3;4;5;6\nMay 2, 2026;2;3;4;5\nMay 3, 2026;2;3;4\nMay 4, 2026;2;3;4;5\n', ';'],
    ['April 15, 2026;1;2;3;4;5;\nApril 14, 2026;1;2;3;4;5;\nApril 9, 2026;1;2;3;4;\n', ';'],
    ['"  1,1  ";"  1,2  "\n"  2,1  ";"  2,1  "\n', ';'],
    ['a;b;c;d;e;f;g\n1,2\n3,4\n5,6\n', ','],
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
    ['sep=;;;;  \na', { delimiter: ';', length: 11 }],
    ['sep= ', { delimiter: ' ', length: 5 }],
    ['sep= x\n', undefined],
  ])('%j', (start, found) => {
    expect(findSepLine(start)).toEqual(found)
  })

  it('takes time in proportion to the length', () => {
    expect(findSepLine(`sep=${' '.repeat(200_000)}x`)).toBeUndefined()
  })
})
