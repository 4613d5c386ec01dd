import { describe, expect, it } from 'vitest'
import type { Cell, OpenOptions } from '../../rooms/sheet.ts'
import { readAll } from '../reading/workbook-parts.ts'

function show(cell: Cell): string | null {
  return cell.t === 's' ? cell.v : null
}

async function read(content: Buffer | string, options: OpenOptions = {}): Promise<(string | null)[][]> {
  return (await readAll(content, options)).rows.map((row) => row.cells.map(show))
}

describe('records', () => {
  it.each([
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['line breaks within quotes', 'a,"x\r\ny\nz"\n', [['a', 'x\r\ny\nz']]],
    ['doubled quotes', '"say ""hi""",b\n', [['say "hi"', 'b']]],
    ['a quote within a text', '5" pipe,b\n', [['5" pipe', 'b']]],
    ['texts that look like numbers', '007,12345678901234567890, x \n', [['007', '12345678901234567890', ' x ']]],
    ['too few and too many fields', 'a,b\n1\n1,2,3\n4,\n', [['a', 'b'], ['1'], ['1', '2', '3'], ['4', null]]],
    [
      'a backslash at the end of a text',
      'a,"C:\\"\n"D:\\",b\n',
      [
        ['a', 'C:\\'],
        ['D:\\', 'b'],
      ],
    ],
    ['a sep line', 'sep=|\r\na,b|c\r\n', [['a,b', 'c']]],
    ['a byte order mark before a quote', '\ufeff"a",b\n', [['a', 'b']]],
  ])('%s', async (_, content, rows) => {
    expect(await read(content)).toEqual(rows)
  })

  it('counts blank records in row numbers, passes over them, and does not count the sep line', async () => {
    const { rows } = await readAll('sep=;\na;b\n\n;\n1;2\n')
    expect(rows.map((row) => row.number)).toEqual([1, 4])
  })

  it('takes the delimiter asked for', async () => {
    expect(await read('a,b;c\n', { delimiter: ';' })).toEqual([['a,b', 'c']])
  })
})

describe('encodings', () => {
  const text = 'name;city\nJosé;Łódź\n'

  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16 without one', Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
  ])('reads %s', async (_, content, encoding) => {
    const read = await readAll(content)
    expect(read.rows[1]?.cells.map(show)).toEqual(['José', 'Łódź'])
    expect([read.encoding, read.notes]).toEqual([encoding, []])
  })

  it('lets the whole file decide: one accent in the last row makes it Windows-1252, and it says so', async () => {
    const content = Buffer.from(`${'plain;row\n'.repeat(30_000)}Jos\xe9;\x80 5\n`, 'latin1')
    const { rows, encoding, notes } = await readAll(content)
    expect(encoding).toBe('windows-1252')
    expect(rows.at(-1)?.cells.map(show)).toEqual(['José', '€ 5'])
    expect(notes).toEqual([expect.stringContaining('is read as Windows-1252')])
  })

  it('takes the encoding asked for', async () => {
    const content = Buffer.from('\xb3\xf3d\xbc;1\n', 'latin1')
    expect(await read(content, { encoding: 'iso-8859-2' })).toEqual([['łódź', '1']])
  })
})

describe('refusals', () => {
  it.each([
    ['backslash-escaped quotes', 'a,b\n"x \\"y\\" z",1\n', {}, /backslashes.*record 2/],
    ['a quote that is not closed', 'a,b\n1,"x\n2,y\n', {}, /does not end; it begins after record 1/],
    ['a record without an end', `a,"${'x'.repeat(17 * 1024 * 1024)}`, {}, /more than 16 MiB/],
    ['too many columns', `${','.repeat(16_384)}x\n`, {}, /more than 16,384 columns in record 1/],
    ['only blank lines', '\n\n;;\n', {}, /has no rows/],
    ['an unknown encoding', 'a', { encoding: 'klingon' }, /not known/],
    ['bytes that the encoding asked for does not have', Buffer.from([0x61, 0xff]), { encoding: 'utf-8' }, /utf-8/],
    ['a mark that lies', Buffer.from('\xef\xbb\xbfJos\xe9', 'latin1'), {}, /says it is UTF-8/],
    ['a sheet asked for', 'a', { sheet: 'Trips' }, /has no sheets/],
  ])('%s', async (_, content, options, message) => {
    await expect(readAll(content, options)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\.$/),
    })
  })
})
