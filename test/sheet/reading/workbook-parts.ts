import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Cell, type OpenOptions, openSheet, type SheetRow } from '../../rooms/sheet.ts'

export type Parts = Record<string, string | Buffer>

interface ZipOptions {
  /** What the directory claims about sizes, for lies. */
  claimedBytes?: number
  claimedChecksum?: number
}

/** A zip archive of these parts, deflated. */
export function zip(parts: Parts, options: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(options.claimedChecksum ?? crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(options.claimedBytes ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]))
    bodies.push(body)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function relationships(...targets: { id: string; type: string; target: string }[]): string {
  const list = targets.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${links}/${type}" Target="${target}"/>`,
  )
  return `<Relationships>${list.join('')}</Relationships>`
}

export function worksheet(rows: string, after = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`
}

/** The parts of a workbook with one sheet "Trips"; any part can be replaced. */
export function workbookParts(rows: string, others: Parts = {}): Parts {
  return {
    '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationships({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="Trips" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', type: 'sharedStrings', target: 'sharedStrings.xml' },
      { id: 'rId3', type: 'styles', target: 'styles.xml' },
    ),
    'xl/worksheets/sheet1.xml': worksheet(rows),
    ...others,
  }
}

/** A styles part whose cell style n has the n-th of these format codes (General for an empty one). */
export function styles(...codes: string[]): string {
  const formats = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
  const cells = codes.map((code, index) => `<xf numFmtId="${code === '' ? 0 : 164 + index}"/>`)
  return `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${cells.join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>`
}

/** Runs a function with a file of this content in a temporary folder. */
export async function withFile<Result>(
  content: Buffer | string,
  use: (file: string) => Promise<Result>,
  name = 'input.bin',
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  try {
    const file = join(folder, name)
    await writeFile(file, content)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface ReadFile {
  sheet: string
  rows: SheetRow[]
  notes: readonly string[]
  encoding: string | undefined
  delimiter: string | undefined
}

export function readAll(content: Buffer | string, options: OpenOptions = {}, name = 'input.bin'): Promise<ReadFile> {
  return withFile(
    content,
    async (file) => {
      const source = await openSheet(file, options)
      try {
        const rows: SheetRow[] = []
        for await (const row of source.rows()) rows.push(row)
        const { sheet, warnings, encoding, delimiter } = source
        return {
          sheet,
          rows,
          notes: warnings.map((note) => (typeof note === 'string' ? note : note.rule)),
          encoding,
          delimiter,
        }
      } finally {
        await source.close()
      }
    },
    name,
  )
}

/** The cells of a workbook whose one sheet has this XML among its `sheetData`. */
export async function readCells(rows: string, others: Parts = {}): Promise<(readonly Cell[])[]> {
  const { rows: read } = await readAll(zip(workbookParts(rows, others)))
  return read.map((row) => row.cells)
}

/** An OLE2 file with these streams, as an .xls is. */
export function oleFile(...entries: string[]): Buffer {
  const file = Buffer.alloc(2048)
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  for (const [index, name] of entries.entries()) file.write(name, 1024 + 128 * index, 'utf16le')
  return file
}
