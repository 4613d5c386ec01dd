import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSheet } from '../../rooms/sheet.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { type Parts, readAll, readCells, workbookParts, zip } from '../reading/workbook-parts.ts'
import { largeWorkbook, type Pieces, writeLargeZip } from './large-workbook.ts'

function* times(count: number, make: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index += 1) yield make(index)
}

async function readLarge(parts: Record<string, Pieces>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-bounds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'large.xlsx')
  await writeLargeZip(file, parts, 1)
  const source = await openSheet(file, {})
  try {
    let rows = 0
    for await (const _ of source.rows()) rows += 1
    return rows
  } finally {
    await source.close()
  }
}

const one = ['<row r="1"><c r="A1"><v>1</v></c></row>']

describe('an input past a bound is refused in one line', () => {
  it.each<[string, () => Record<string, Pieces>, RegExp]>([
    [
      'more sheets than anybody makes',
      () => ({
        ...largeWorkbook(one),
        'xl/workbook.xml': [
          '<workbook><sheets>',
          ...times(10_001, (index) => `<sheet name="${index}"/>`),
          '</sheets></workbook>',
        ],
      }),
      /more than 10000 sheets/,
    ],
    [
      'a styles part of a million elements',
      () => ({ ...largeWorkbook(one), 'xl/styles.xml': ['<s>', ...times(10, () => '<xf/>'.repeat(100_000)), '</s>'] }),
      /more than 500,000 elements/,
    ],
    [
      'a styles part larger than any',
      () => ({
        ...largeWorkbook(one),
        'xl/styles.xml': ['<s>', ...times(66, (index) => `${index} `.repeat(400_000)), '</s>'],
      }),
      /more than 64 MiB/,
    ],
    [
      'an endless number format',
      () => ({
        ...largeWorkbook(one),
        'xl/styles.xml': [`<s><numFmts><numFmt numFmtId="200" formatCode="${'a\\.'.repeat(2000)}"/></numFmts></s>`],
      }),
      /a number format of over 4096/,
    ],
  ])('%s', async (_, parts, message) => {
    await expect(readLarge(parts())).rejects.toMatchObject({ code: 'input', message: expect.stringMatching(message) })
  })
})

it('takes a file that unpacks to more than a small one may, when it is itself large enough', async () => {
  const random = seededRandom(1)
  const padding = Buffer.from(Array.from({ length: 180_000 }, () => 256 * random()))
  const parts = (content: Buffer): Parts => ({
    ...workbookParts('<row><c><v>1</v></c></row>'),
    ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`xl/media/${index}.bin`, content])),
  })
  const claims = { claimedBytes: 10 * 1024 * 1024 }
  await expect(readAll(zip(parts(Buffer.alloc(1)), claims))).rejects.toThrow(
    'it unpacks to 1250 MiB, and 1024 are allowed',
  )
  // The same claims in a larger file: now it is only found to lie.
  await expect(readAll(zip(parts(padding), claims))).rejects.toThrow('cut off or altered')
})

it('reads far cells, a few rows at a time', async () => {
  const rows = [...times(300, (index) => `<row r="${index + 1}"><c r="XFD${index + 1}"><v>${index}</v></c></row>`)]
  const { rows: read } = await readAll(zip(workbookParts(rows.join(''))))
  expect(read.map((row) => row.cells.at(-1))).toEqual(rows.map((_, index) => ({ t: 'n', v: index })))
})

it.each([
  ['<row><d><v>1</v></d></row>', '<d> among the cells of row 1'],
  ['<row><c><w>1</w></c></row>', '<w> in the cell A1'],
])('refuses %s, whose value would be lost in silence', async (xml, why) => {
  await expect(readCells(xml)).rejects.toThrow(why)
})

it('names a part on one line, whatever its name', async () => {
  const parts = workbookParts('', { 'xl/_rels/workbook.xml.rels': '<a>' })
  const hostile = {
    ...parts,
    'xl/workbook.xml': `<workbook><sheets><sheet name="a&#10;${'b'.repeat(5000)}"/></sheets></workbook>`,
  }
  await expect(readAll(zip(hostile))).rejects.toMatchObject({ message: expect.stringMatching(/^[^\n]{10,500}$/) })
})

describe('text files', () => {
  it('refuses a line of nothing but delimiters before it fills the memory', async () => {
    await expect(readAll(`a,b\n${','.repeat(1_000_000)}`)).rejects.toThrow(/more than 16,384 columns in record 2/)
  })

  it('says behind which record a quote is not closed, however many were read by then', async () => {
    await expect(readAll(`${'a,b\n'.repeat(70_000)}1,"x\n`)).rejects.toThrow(/it begins after record 70000\./)
  })

  it('reads a text of a megabyte with line ends in its cell', async () => {
    const long = 'line, with a comma\n'.repeat(60_000)
    const { rows } = await readAll(`a,b\n1,"${long}"\n`)
    expect(rows[1]?.cells[1]).toEqual({ t: 's', v: long })
  })
})
