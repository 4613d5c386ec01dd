import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type Parts, workbookParts, worksheet, zip } from '../reading/workbook-parts.ts'
import { framed, largeWorkbook, type Pieces, writeLargeZip } from './large-workbook.ts'

/** A file that is to be refused in one line on what it is and one on what to do. */
export interface RefusedFile {
  what: string
  name: string
  write(file: string): Promise<void>
  message: RegExp
  /** It shows only behind the first rows, where `inspect` does not look. */
  isDeep?: boolean
}

const MEBI = 1_048_576
const one = ['<row r="1"><c r="A1" t="s"><v>0</v></c></row>']
const small = workbookParts('<row><c><v>1</v></c></row>')
const whole = zip(small)

function bytes(what: string, name: string, message: RegExp, content: Buffer | string): RefusedFile {
  return { what, name, message, write: (file) => writeFile(file, content) }
}

function parts(
  what: string,
  message: RegExp,
  make: () => Readonly<Record<string, Pieces>>,
  isDeep = false,
): RefusedFile {
  return { what, name: 'bomb.xlsx', message, isDeep, write: (file) => writeLargeZip(file, make(), 1) }
}

function withPart(name: string, content: Pieces): Readonly<Record<string, Pieces>> {
  return { ...largeWorkbook(one), [name]: content }
}

function oleFile(entry: string): Buffer {
  const file = Buffer.alloc(2048)
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  file.write('Root Entry', 1024, 'utf16le')
  file.write(entry, 1152, 'utf16le')
  return file
}

function* times(count: number, make: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index += 1) yield make(index)
}

/** Digits that do not pack as well as a repetition. */
function mixed(index: number): string {
  return ((index * 2_654_435_761) % 4_294_967_296).toString(36)
}

function sharedText(index: number): string {
  return `<si><t>text ${index} ${mixed(index)} and a bit more of it</t></si>`
}

const xml2003 =
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
const doctype = '<!DOCTYPE x [<!ENTITY a "b">]>'

/** What people hand in by mistake. */
export const otherFiles: readonly RefusedFile[] = [
  bytes('an encrypted workbook', 'a.xlsx', /protected with a password/, oleFile('EncryptedPackage')),
  bytes('an .xls', 'a.xls', /Excel 97-2003/, oleFile('Workbook')),
  bytes('an .xlsb', 'a.xlsb', /\.xlsb/, zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': '' })),
  bytes(
    'an .ods',
    'a.ods',
    /\.ods/,
    zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
  ),
  bytes('an XML Spreadsheet 2003', 'a.xml', /XML Spreadsheet 2003/, xml2003),
  bytes('a gzip archive', 'a.csv.gz', /gzip archive/, gzipSync('a,b')),
  bytes('a zip archive', 'a.zip', /is a zip archive, not a workbook/, zip({ 'a.csv': 'a,b' })),
  bytes('a PDF', 'a.pdf', /PDF document/, '%PDF-1.7\n'),
  bytes('an empty file', 'a.xlsx', /is empty \(0 bytes\)/, ''),
  bytes('an empty text file', 'a.csv', /has no rows/, '\n\n'),
  bytes('a truncated workbook', 'a.xlsx', /is cut off/, whole.subarray(0, whole.length - 100)),
  bytes(
    'a sheet cut off in a whole archive',
    'a.xlsx',
    /it ends in the middle/,
    zip({ ...small, 'xl/worksheets/sheet1.xml': worksheet('<row><c><v>1</v></c></row>'.repeat(9)).slice(0, 250) }),
  ),
  bytes(
    'a workbook without a worksheet',
    'a.xlsx',
    /has no worksheet/,
    zip({ ...small, 'xl/workbook.xml': '<workbook/>' }),
  ),
  bytes(
    'a document type declaration',
    'a.xlsx',
    /document type declaration/,
    zip({ ...small, 'xl/worksheets/sheet1.xml': doctype + String(small['xl/worksheets/sheet1.xml']) }),
  ),
]

/** What is made to take all of a machine's memory or time. */
export const bombs: readonly RefusedFile[] = [
  parts('1.1 GiB of spaces', /is too large: it unpacks to 1101 MiB/, () =>
    withPart(
      'xl/worksheets/sheet1.xml',
      times(1100, () => ' '.repeat(MEBI)),
    ),
  ),
  {
    what: 'a file that says it unpacks to 4 GiB',
    name: 'bomb.xlsx',
    message: /is too large: it unpacks to/,
    write: (file) => writeFile(file, zip(manyParts(70), { claimedBytes: 63 * MEBI })),
  },
  {
    what: '12,000 entries',
    name: 'bomb.xlsx',
    message: /contains 12005 parts/,
    write: (file) => writeFile(file, zip(manyParts(12_000))),
  },
  parts('1 GiB of shared texts', /more than 256 MiB in its part/, () =>
    largeWorkbook(one, times(20_000_000, sharedText)),
  ),
  parts('shared texts just under their bound', /more than 128 MiB of texts/, () =>
    largeWorkbook(one, times(4_400_000, sharedText)),
  ),
  parts('10,000,000 tiny shared texts', /more than 5242880 texts/, () =>
    largeWorkbook(
      one,
      times(10_000_000, (index) => `<si><t>${index}</t></si>`),
    ),
  ),
  parts('250 shared texts of a million characters', /MiB of texts/, () =>
    largeWorkbook(
      one,
      times(250, (index) => `<si><t>${`${mixed(index)} `.repeat(125_000)}</t></si>`),
    ),
  ),
  parts('1,100,000 rows', /a row past 1048576/, () =>
    largeWorkbook(times(1_100_000, (index) => `<row r="${index + 1}"><c><v>1</v></c></row>`)),
  ),
  parts('17,000 columns', /a column past 16384/, () =>
    largeWorkbook(
      framed(
        '<row r="1">',
        times(17_000, () => '<c><v>1</v></c>'),
        '</row>',
      ),
    ),
  ),
  parts(
    'a cell in the last column of each of 100,000 rows',
    /cells too far apart/,
    () => largeWorkbook(times(100_000, (index) => `<row r="${index + 1}"><c r="XFD${index + 1}"><v>1</v></c></row>`)),
    true,
  ),
  parts(
    'a cell in the first and one in the last column of each of 100,000 rows',
    /cells too far apart/,
    () =>
      largeWorkbook(
        times(100_000, (index) => {
          const row = index + 1
          return `<row r="${row}"><c r="A${row}"><v>1</v></c><c r="XFD${row}"><v>1</v></c></row>`
        }),
      ),
    true,
  ),
  parts('a text of 40 MB in a cell', /more than 16 MiB of text/, () =>
    largeWorkbook(
      framed(
        '<row r="1"><c t="str"><v>',
        times(400, (index) => mixed(index).repeat(15_000)),
        '</v></c></row>',
      ),
    ),
  ),
  parts(
    '10,000 merged ranges over 100,000 rows',
    /more merged cells/,
    () => withPart('xl/worksheets/sheet1.xml', overlaidSheet(100_000, 10_000)),
    true,
  ),
  parts('2,000,000 merged ranges', /more merged ranges/, () =>
    withPart('xl/worksheets/sheet1.xml', overlaidSheet(10, 2_000_000)),
  ),
  parts('2,000,000 cell styles', /more than 500,000 elements/, () =>
    withPart(
      'xl/styles.xml',
      framed(
        '<s><cellXfs>',
        times(2_000_000, (index) => `<xf numFmtId="${index % 9973}"/>`),
        '</cellXfs></s>',
      ),
    ),
  ),
  ...['', '<!-- _rwa.Summary -->'].map((mark) =>
    parts(`1,000,000 sheets${mark === '' ? '' : ', and a name like ours'}`, /more than 500,000 elements/, () =>
      withPart(
        'xl/workbook.xml',
        framed(
          `<workbook>${mark}<sheets>`,
          times(1_000_000, (index) => `<sheet name="${index}"/>`),
          '</sheets></workbook>',
        ),
      ),
    ),
  ),
  parts('100,000 elements in one another', /nested more than 256 deep/, () =>
    withPart(
      'xl/sharedStrings.xml',
      framed(
        '<sst>',
        times(100, () => '<a>'.repeat(1000)),
        '',
      ),
    ),
  ),
  parts('a tag of 40 MB', /a tag of over 512 KiB/, () =>
    largeWorkbook(
      framed(
        '<row r="1" x="',
        times(400, (index) => mixed(index).repeat(15_000)),
        '"></row>',
      ),
    ),
  ),
  {
    what: '300,000 headings',
    name: 'bomb.csv',
    message: /more than 16,384 columns/,
    write: (file) => writeFile(file, [...times(300_000, (index) => `heading ${index}`)].join(',')),
  },
  {
    what: 'a line of 40,000,000 delimiters',
    name: 'bomb.csv',
    message: /more than 16,384 columns/,
    write: (file) => writeFile(file, Buffer.alloc(40_000_000, ',')),
  },
  {
    what: 'a line of 100 MB',
    name: 'bomb.csv',
    message: /a record of more than 16 MiB/,
    write: (file) => writeFile(file, Buffer.alloc(100_000_000, 'x')),
  },
  {
    what: 'a quote that does not end before 100 MB',
    name: 'bomb.csv',
    message: /a record of more than 16 MiB/,
    write: (file) => writeFile(file, Buffer.concat([Buffer.from('"'), Buffer.alloc(100_000_000, 'x,y\n')])),
  },
]

function manyParts(count: number): Parts {
  return { ...small, ...Object.fromEntries([...times(count, String)].map((name) => [`xl/media/${name}`, ''])) }
}

function* overlaidSheet(rows: number, ranges: number): Generator<string> {
  yield '<worksheet><sheetData>'
  yield* times(rows, (index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`)
  yield '</sheetData><mergeCells>'
  yield* times(ranges, (index) => `<mergeCell ref="A1:XFD${1_048_576 - (index % 1000)}"/>`)
  yield '</mergeCells></worksheet>'
}
