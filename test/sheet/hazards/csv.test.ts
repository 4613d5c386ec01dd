import { describe, expect, it } from 'vitest'
import { readAll } from '../reading/workbook-parts.ts'

type Rows = (string | null)[][]

async function see(content: string | Buffer): Promise<Rows> {
  const { rows } = await readAll(content, {}, 'trips.csv')
  return rows.map(({ cells }) => cells.map((cell) => (cell.t === 's' ? cell.v : null)))
}

const table: Rows = [
  ['ID', 'Name', 'Days'],
  ['007', 'Zoë', '5'],
  ['008', 'Åsa', '12'],
]

describe('the same table is read from', () => {
  const lines = table.map((row) => row.join(','))
  const text = `${lines.join('\r\n')}\r\n`
  const utf16 = (content: string): Buffer => Buffer.from(content, 'utf16le')
  const files: Record<string, string | Buffer> = {
    'UTF-8': text,
    'UTF-8 with a mark': `\ufeff${text}`,
    'UTF-8 with two marks': `\ufeff\ufeff${text}`,
    'UTF-16 with a mark, little end first': utf16(`\ufeff${text}`),
    'UTF-16 with a mark, big end first': utf16(`\ufeff${text}`).swap16(),
    'UTF-16, little end first': utf16(text),
    'UTF-16, big end first': utf16(text).swap16(),
    'UTF-16 with tabs (Excel: Unicode text)': utf16(`\ufeff${text.replaceAll(',', '\t')}`),
    'Windows-1252': Buffer.from(text, 'latin1'),
    'line feeds': text.replaceAll('\r\n', '\n'),
    'carriage returns': text.replaceAll('\r\n', '\r'),
    'mixed line ends': `${lines[0]}\r\n${lines[1]}\r${lines[2]}\n`,
    'no line end at the end': text.trimEnd(),
    'many line ends at the end': `${text}\r\n\r\n\n`,
    'blank lines between': text.replaceAll('\r\n', '\r\n\r\n'),
    'lines of delimiters only': text.replaceAll('\r\n', '\r\n,,\r\n'),
    semicolons: text.replaceAll(',', ';'),
    tabs: text.replaceAll(',', '\t'),
    pipes: text.replaceAll(',', '|'),
    'sep=;': `sep=;\r\n${text.replaceAll(',', ';')}`,
    'sep=, in other case': `SEP=,\r\n${text}`,
    '"sep=;"': `"sep=;"\n${text.replaceAll(',', ';')}`,
    'sep=; and further delimiters': `sep=;;\r\n${text.replaceAll(',', ';')}`,
    'sep= with a tab': `sep=\t\r\n${text.replaceAll(',', '\t')}`,
    'sep=^': `sep=^\r\n${text.replaceAll(',', '^')}`,
    'sep= behind a mark': `\ufeffsep=|\n${text.replaceAll(',', '|')}`,
    'sep= in UTF-16': utf16(`\ufeffsep=;\r\n${text.replaceAll(',', ';')}`),
    'all quoted': text.replace(/[^,\r\n]+/g, '"$&"'),
    'all quoted with semicolons': text.replace(/[^,\r\n]+/g, '"$&"').replaceAll(',', ';'),
    'quoted headings only': text.replace(/^.*/, (line) => line.replace(/[^,]+/g, '"$&"')),
    'the end of file of DOS': `${text}\x1a`,
  }

  it.each(Object.entries(files))('%s', async (_, content) => {
    expect(await see(content)).toEqual(table)
  })
})

describe('what stands in a file is read as a spreadsheet program reads it:', () => {
  it.each<[string, string, Rows]>([
    [
      'decimal commas between semicolons',
      'ID;Rate\n1;1,5\n2;2,25\n',
      [
        ['ID', 'Rate'],
        ['1', '1,5'],
        ['2', '2,25'],
      ],
    ],
    [
      'decimal commas in every column',
      'A;B;C\n1,5;2,5;3,5\n1,5;2,5;3,5\n',
      [
        ['A', 'B', 'C'],
        ['1,5', '2,5', '3,5'],
        ['1,5', '2,5', '3,5'],
      ],
    ],
    [
      'decimal commas and no headings',
      '1,5;2,5;3,5\n4,5;5,5;6,5\n',
      [
        ['1,5', '2,5', '3,5'],
        ['4,5', '5,5', '6,5'],
      ],
    ],
    [
      'commas in headings, semicolons between',
      'Name, first;Days, working;To\nA;1;x\nB;2;y\n',
      [
        ['Name, first', 'Days, working', 'To'],
        ['A', '1', 'x'],
        ['B', '2', 'y'],
      ],
    ],
    [
      'semicolons in notes, commas between',
      'ID,Note\n1,"a; b; c; d"\n2,x;y\n3,z\n',
      [
        ['ID', 'Note'],
        ['1', 'a; b; c; d'],
        ['2', 'x;y'],
        ['3', 'z'],
      ],
    ],
    [
      'thousands between tabs',
      'A\tB\n1,000\t2,000\n3,000\t4,000\n',
      [
        ['A', 'B'],
        ['1,000', '2,000'],
        ['3,000', '4,000'],
      ],
    ],
    [
      'a title and a blank line first',
      'Trips of 2026\n\nID,Days\n1,2\n3,4\n',
      [['Trips of 2026'], ['ID', 'Days'], ['1', '2'], ['3', '4']],
    ],
    [
      'a title with commas first',
      'Trips, hires, moves\nID;Days\n1;2\n3;4\n',
      [['Trips, hires, moves'], ['ID', 'Days'], ['1', '2'], ['3', '4']],
    ],
    ['a footer', 'ID,Days\n1,2\n3,4\nTotal: 2 rows\n', [['ID', 'Days'], ['1', '2'], ['3', '4'], ['Total: 2 rows']]],
    ['comment lines', '# made by a tool\nID,Days\n1,2\n', [['# made by a tool'], ['ID', 'Days'], ['1', '2']]],
    ['one column', 'ID\n1\n2\n', [['ID'], ['1'], ['2']]],
    ['headings only', 'ID,Days\n', [['ID', 'Days']]],
    [
      'delimiters at the end of lines',
      'ID,Days,\n1,2,\n',
      [
        ['ID', 'Days', null],
        ['1', '2', null],
      ],
    ],
    ['short and long lines', 'A,B,C\n1\n1,2,3,4\n', [['A', 'B', 'C'], ['1'], ['1', '2', '3', '4']]],
    [
      'quoted line breaks',
      'A,B\n"1\n2","3\r\n4"\n',
      [
        ['A', 'B'],
        ['1\n2', '3\r\n4'],
      ],
    ],
    [
      'doubled quotes',
      'A,B\n"say ""yes""",""\n',
      [
        ['A', 'B'],
        ['say "yes"', null],
      ],
    ],
    [
      'a quote within a text',
      'A,B\n5" pipe,2\n',
      [
        ['A', 'B'],
        ['5" pipe', '2'],
      ],
    ],
    [
      'spaces around',
      'A , B\n 1 ,  2\n',
      [
        ['A ', ' B'],
        [' 1 ', '  2'],
      ],
    ],
    [
      'quotes after spaces',
      'A, B\n1, "x"\n',
      [
        ['A', ' B'],
        ['1', ' "x"'],
      ],
    ],
    [
      'quotes that go on',
      'A,B\n"x"y,2\n',
      [
        ['A', 'B'],
        ['"x"y', '2'],
      ],
    ],
    [
      'backslashes',
      'A,B\nC:\\dir\\,"C:\\"\n',
      [
        ['A', 'B'],
        ['C:\\dir\\', 'C:\\'],
      ],
    ],
    [
      'apostrophes',
      "A,B\n'1,2'\n",
      [
        ['A', 'B'],
        ["'1", "2'"],
      ],
    ],
    [
      'zeros in front and long numbers',
      'A,B\n007,12345678901234567890\n',
      [
        ['A', 'B'],
        ['007', '12345678901234567890'],
      ],
    ],
    [
      'white space only',
      'A,B\n \t,\u00a0\n',
      [
        ['A', 'B'],
        [' \t', '\u00a0'],
      ],
    ],
    [
      'other line separators within texts',
      'A,B\nx\u2028y,z\u0085\n',
      [
        ['A', 'B'],
        ['x\u2028y', 'z\u0085'],
      ],
    ],
    [
      'tabs within commas',
      'A,B\na\tb,c\n',
      [
        ['A', 'B'],
        ['a\tb', 'c'],
      ],
    ],
    [
      'pipes drawn as a table',
      '| A | B |\n| 1 | 2 |\n',
      [
        [null, ' A ', ' B ', null],
        [null, ' 1 ', ' 2 ', null],
      ],
    ],
    [
      'times and dates',
      'A;B\n01/02/2026 10:30;2026-03-01T00:00:00Z\n',
      [
        ['A', 'B'],
        ['01/02/2026 10:30', '2026-03-01T00:00:00Z'],
      ],
    ],
    [
      'a sep= further down',
      'A,B\nsep=;,2\n',
      [
        ['A', 'B'],
        ['sep=;', '2'],
      ],
    ],
    [
      'a heading sep',
      'sep,B\n1,2\n',
      [
        ['sep', 'B'],
        ['1', '2'],
      ],
    ],
  ])('%s', async (_, content, rows) => {
    expect(await see(content)).toEqual(rows)
  })

  it('numbers records as they stand, blank lines counted', async () => {
    const { rows } = await readAll('A,B\n\n1,"x\ny"\n\n\n2,3\n', {}, 'trips.csv')
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 6])
  })
})

describe('a text file that cannot be read rightly is refused:', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['a quote that never ends', 'A,B\n1,2\n3,"4\n5,6\n', /quoted text that does not end.*after record 2/],
    ['NUL bytes', Buffer.from(`A,B\n${'1,2\n'.repeat(50)}1,\x002\n`), /NUL bytes/],
    [
      'a UTF-8 mark on other bytes',
      Buffer.concat([Buffer.from('\ufeffA\n'), Buffer.from([0xe9, 0x0a])]),
      /says it is UTF-8 and is not/,
    ],
    ['nothing but blank lines', '\n\r\n\n', /lines are blank/],
    ['nothing but a mark', '\ufeff', /lines are blank/],
    ['nothing but delimiters', ',,,\n,,,\n', /lines are blank/],
    ['quotes by backslashes', 'A,B\n"say \\"yes\\"",2\n', /backslashes/],
    [
      'half of UTF-16',
      Buffer.concat([Buffer.from('\ufeffA,B\n1,2\n', 'utf16le'), Buffer.from([0x41])]),
      /not sound utf-16le/,
    ],
  ])('%s', async (_, content, message) => {
    await expect(readAll(content, {}, 'trips.csv')).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(message),
    })
  })
})

describe('other encodings', () => {
  const euro = 'ID,Name\n1,'
  it.each<[string, string, Buffer, string]>([
    ['windows-1250', 'windows-1250', Buffer.from([0x8a, 0xe8, 0xb3]), 'Ščł'],
    ['windows-1251', 'windows-1251', Buffer.from([0xc8, 0xe2, 0xe0, 0xed]), 'Иван'],
    ['macintosh', 'macintosh', Buffer.from([0x5a, 0x6f, 0x91]), 'Zoë'],
    ['iso-8859-15', 'iso-8859-15', Buffer.from([0xa4]), '€'],
    ['windows-1252', 'windows-1252', Buffer.from([0x80, 0x93, 0x94]), '€“”'],
    ['utf-8', 'utf-8', Buffer.from('é'), 'é'],
  ])('%s is read when it is named', async (_, encoding, bytes, name) => {
    const { rows } = await readAll(Buffer.concat([Buffer.from(euro), bytes]), { encoding }, 'trips.csv')
    expect(rows[1]?.cells[1]).toEqual({ t: 's', v: name })
  })

  it('is said of a file whose encoding had to be guessed', async () => {
    const { notes } = await readAll(Buffer.concat([Buffer.from(euro), Buffer.from([0x91])]), {}, 'trips.csv')
    expect(notes).toEqual([expect.stringContaining('‹encoding›')])
  })
})
