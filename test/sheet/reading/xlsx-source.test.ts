import { describe, expect, it } from 'vitest'
import { openSheet, uncomputedCell } from '../../rooms/sheet.ts'
import {
  type Parts,
  readAll,
  readCells,
  relationships,
  styles,
  withFile,
  workbookParts,
  worksheet,
  zip,
} from './workbook-parts.ts'

const strings = `<sst><si><t>plain</t></si><si><r><t xml:space="preserve">rich </t></r><r><rPr/><t>text</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>a_x000D_b &amp;lt;</t></si><si/><si><t>c_x000D_d</t></si></sst>`

describe('cells', () => {
  it.each([
    ['<c t="s"><v>0</v></c>', { t: 's', v: 'plain' }],
    ['<c t="s"><v>1</v></c>', { t: 's', v: 'rich text' }],
    ['<c t="s"><v>2</v></c>', { t: 's', v: 'a\rb &lt;' }],
    ['<c t="s"><v>4</v></c>', { t: 's', v: 'c\rd' }],
    ['<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>x</t></rPh></is></c>', { t: 's', v: 'inline' }],
    ['<c><is><t> untyped </t></is></c>', { t: 's', v: ' untyped ' }],
    ['<c t="str"><f>A1</f><v>Größe <![CDATA[<b>]]></v></c>', { t: 's', v: 'Größe <b>' }],
    ['<c><v>12.50</v></c>', { t: 'n', v: 12.5 }],
    ['<c t="n" s="1"><v>1.5E3</v></c>', { t: 'n', v: 1500, f: '0.00' }],
    ['<c s="99"><v>7</v></c>', { t: 'n', v: 7 }],
    ['<c><f>1-1</f><v>0</v></c>', { t: 'n', v: 0 }],
    ['<c t="b"><f>1=2</f><v>0</v></c>', { t: 'b', v: false }],
    ['<c t="b"><v>1</v></c>', { t: 'b', v: true }],
    ['<c t="e"><v>#N/A</v></c>', { t: 'e', v: '#N/A' }],
    ['<c s="2"><v>46082</v></c>', { t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }],
    ['<c s="2"><f>TODAY()</f><v>46082.5</v></c>', { t: 'd', v: '2026-03-01T12:00:00', f: 'dd/mm/yyyy' }],
    ['<c t="d" s="2"><v>2026-03-01</v></c>', { t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }],
    ['<c t="d"><v>2026-03-01</v></c>', { t: 'n', v: 46082 }],
    ['<c s="3"><v>1.5</v></c>', { t: 'd', v: '1899-12-31T12:00:00', f: '[h]:mm' }],
    ['<c><v>damaged</v></c>', { t: 's', v: 'damaged' }],
    ['<x:c t="b"><x:v>1</x:v></x:c>', { t: 'b', v: true }],
  ])('%s', async (xml, cell) => {
    const others = { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles('', '0.00', 'dd/mm/yyyy', '[h]:mm') }
    expect(await readCells(`<row>${xml}</row>`, others)).toEqual([[cell]])
  })

  it('keeps an empty formula result beside other cells, and calls a row of nothing but those blank', async () => {
    const empty = '<c t="str"><f>IF(A1=1,1,"")</f><v></v></c>'
    expect(await readCells(`<row>${empty}</row><row>${empty}<c><v>1</v></c></row>`)).toEqual([
      [
        { t: 's', v: '' },
        { t: 'n', v: 1 },
      ],
    ])
  })

  it('fills gaps, counts on where references are missing, and takes lower-case ones', async () => {
    const { rows } = await readAll(
      zip(
        workbookParts(
          '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="e3"><v>3</v></c><c r="H3" s="1"/></row><row><c><v>4</v></c></row><row><c r="A9"><v>5</v></c></row>',
        ),
      ),
    )
    expect(rows.map((row) => [row.number, row.cells.map((cell) => (cell.t === 'n' ? cell.v : null))])).toEqual([
      [3, [null, 1, 2, null, 3]],
      [4, [4]],
      [9, [5]],
    ])
  })

  it('tells hidden rows apart', async () => {
    const rows = ['', 'hidden="1"', 'hidden="false"', 'ht="0"'].map((hidden) => `<row ${hidden}><c><v>1</v></c></row>`)
    const read = await readAll(zip(workbookParts(rows.join(''))))
    expect(read.rows.map((row) => row.isHidden)).toEqual([false, true, false, true])
  })

  it('shows only the top-left cell of a merged range, though the ranges stand behind the rows', async () => {
    const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c><c><v>4</v></c></row>'
    const sheet = worksheet(rows, '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>')
    expect(await readCells('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual([
      [
        { t: 'n', v: 1 },
        { t: 'n', v: 2 },
      ],
      [{ t: 'z' }, { t: 'n', v: 4 }],
    ])
  })

  it('notes what is odd once, with its first cell', async () => {
    const xml = '<row><c s="0"><v>-5</v></c><c><f>A1</f></c></row><row><c s="0"><v>3000000</v></c></row>'
    const { rows, notes } = await readAll(zip(workbookParts(xml, { 'xl/styles.xml': styles('dd/mm/yyyy') })))
    expect(rows[0]?.cells).toEqual([{ t: 'n', v: -5, f: 'dd/mm/yyyy' }, uncomputedCell])
    expect(notes).toEqual(['A date format on a number that is no date, read as a number: 2 cells (the first is A1).'])
  })

  it('tells a formula that was never calculated from one that shows nothing', async () => {
    const formulas = [
      '<c><f>A1</f></c>',
      '<c><f>A1</f><v/></c>',
      '<c t="str"><f>A1</f></c>',
      '<c t="str"><f>A1</f><v></v></c>',
    ]
    const cells = await readCells(`<row><c><v>1</v></c>${formulas.join('')}</row><row><c><f>A1</f></c></row>`)
    expect(cells).toEqual([
      [{ t: 'n', v: 1 }, uncomputedCell, uncomputedCell, uncomputedCell, { t: 's', v: '' }],
      [uncomputedCell],
    ])
  })

  it('passes over a hundred thousand formatted empty rows', async () => {
    const empty = Array.from(
      { length: 100_000 },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/></row>`,
    )
    const { rows } = await readAll(zip(workbookParts(`<row r="1"><c><v>1</v></c></row>${empty.join('')}`)))
    expect(rows).toHaveLength(1)
  })
})

describe('the workbook', () => {
  function sheets(...list: string[]): string {
    return `<workbook xmlns:r="u"><workbookPr date1904="true"/><sheets>${list.join('')}</sheets></workbook>`
  }

  const three = {
    'xl/workbook.xml': sheets(
      '<sheet name="Chart" sheetId="1" r:id="c"/>',
      '<sheet name="Old" sheetId="2" state="veryHidden" r:id="o"/>',
      '<sheet name="Trips &amp; more" sheetId="3" r:id="t"/>',
    ),
    'xl/_rels/workbook.xml.rels': relationships(
      { id: 'c', type: 'chartsheet', target: 'chartsheets/sheet1.xml' },
      { id: 't', type: 'worksheet', target: '/xl/Data.xml' },
      { id: 'o', type: 'worksheet', target: 'old.xml' },
      { id: 's', type: 'styles', target: 'styles.xml' },
    ),
    'XL\\data.xml': worksheet('<row><c s="0"><v>0</v></c></row>'),
    'xl/old.xml': worksheet('<row><c><v>2</v></c></row>'),
    'xl/styles.xml': styles('d/m/yy'),
  }

  it('gives the first visible worksheet in its own order, whatever its part is called, with its date system', async () => {
    const { sheet, rows } = await readAll(zip(workbookParts('', three)))
    expect(sheet).toBe('Trips & more')
    expect(rows[0]?.cells).toEqual([{ t: 'd', v: '1904-01-01T00:00:00', f: 'd/m/yy' }])
  })

  it('gives a hidden worksheet by name, without case, and lists the others when there is none', async () => {
    expect((await readAll(zip(workbookParts('', three)), { sheet: 'OLD' })).rows).toHaveLength(1)
    await expect(readAll(zip(workbookParts('', three)), { sheet: 'Chart' })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('has no worksheet "Chart"'),
      hint: 'It has: "Old" (hidden), "Trips & more".',
    })
  })

  it('gives no rows of a worksheet that holds nothing', async () => {
    expect((await readAll(zip(workbookParts('', { 'xl/worksheets/sheet1.xml': worksheet('') })))).rows).toEqual([])
  })

  it('selects another sheet of the same file', async () => {
    await withFile(zip(workbookParts('', three)), async (file) => {
      const source = await openSheet(file, {})
      expect(source.select('Chart')).toBeUndefined()
      const old = source.select('old')
      const rows = []
      if (old !== undefined) for await (const row of old.rows()) rows.push(row.number)
      expect([old?.sheet, rows]).toEqual(['Old', [1]])
      await source.close()
    })
  })

  it('reads a sheet in UTF-16', async () => {
    const sheet = Buffer.from(`\ufeff${worksheet('<row><c t="str"><v>漢字</v></c></row>')}`, 'utf16le')
    expect(await readCells('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual([[{ t: 's', v: '漢字' }]])
  })

  it('can be read twice, and left in the middle', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `<row><c><v>${index}</v></c></row>`).join('')
    await withFile(zip(workbookParts(rows)), async (file) => {
      const source = await openSheet(file, {})
      for await (const row of source.rows()) if (row.number === 3) break
      let count = 0
      for await (const _ of source.rows()) count += 1
      expect(count).toBe(5000)
      await source.close()
    })
  })
})

describe('a damaged or hostile workbook is refused', () => {
  const cut = worksheet('<row><c><v>1</v></c></row>'.repeat(50)).slice(0, 700)
  const one = '<row><c><v>1</v></c></row>'

  it.each<[string, Parts, RegExp]>([
    [
      'a sheet cut off inside a whole zip file',
      { 'xl/worksheets/sheet1.xml': cut },
      /sheet1\.xml is not sound \(it ends/,
    ],
    ['a sheet without cells', { 'xl/worksheets/sheet1.xml': '<worksheet/>' }, /no sheetData/],
    ['another tag among the rows', { 'xl/worksheets/sheet1.xml': worksheet('<raw/>') }, /<raw> among the rows/],
    [
      'a text that does not exist',
      { 'xl/worksheets/sheet1.xml': worksheet('<row><c t="s"><v>5</v></c></row>') },
      /shared text that does not exist/,
    ],
    ['a row too far down', { 'xl/worksheets/sheet1.xml': worksheet('<row r="1048577"/>') }, /row past 1048576/],
    [
      'a column too far right',
      { 'xl/worksheets/sheet1.xml': worksheet('<row><c r="XFE1"/></row>') },
      /column past 16384/,
    ],
    ['a row numbered in words', { 'xl/worksheets/sheet1.xml': worksheet('<row r="one"/>') }, /proper number/],
    // Who reads first, or last, decides which value counts.
    ...(
      [
        ['a cell twice', '<row r="2"><c r="N2"/><c r="N2"><v>2</v></c></row>', /the cell N2 stands there twice/],
        [
          'a cell twice, with prefixes',
          '<x:row r="2"><x:c r="N2"/><x:c r="N2"/></x:row>',
          /cell N2 stands there twice/,
        ],
        ['a cell twice, others between', '<row r="2"><c r="B2"/><c r="C2"/><c r="B2"/></row>', /cell B2 stands there/],
        ['a cell twice, once unnamed', '<row r="2"><c/><c r="B2"/><c r="A2"/></row>', /the cell A2 stands there twice/],
        ['a cell of another row', '<row r="2"><c r="A2"/><c r="B9"><v>1</v></c></row>', /the cell B9 stands in row 2/],
        ['a cell of an earlier row', '<row r="2"/><row><c r="A1"/></row>', /the cell A1 stands in row 3/],
        ['a cell of no place', '<row r="2"><c r="seven"><v>1</v></c></row>', /the cell “seven” in row 2/],
        ['a row twice', '<row r="2"><c r="A2"/></row><row r="3"/><row r="2"/>', /row 2 stands there twice/],
        ['rows twice', '<row r="1"/></sheetData><sheetData><row r="2"/>', /a second sheetData/],
      ] satisfies [string, string, RegExp][]
    ).map(([what, rows, message]): [string, Parts, RegExp] => [
      what,
      { 'xl/worksheets/sheet1.xml': worksheet(rows) },
      message,
    ]),
    ['a document type', { 'xl/worksheets/sheet1.xml': `<!DOCTYPE x>${worksheet(one)}` }, /document type declaration/],
    [
      'a document type in a part beside its sheets',
      { 'xl/workbook.xml': `<!DOCTYPE workbook>${workbookParts(one)['xl/workbook.xml']}` },
      /document type declaration/,
    ],
    ['a workbook that is none', { 'xl/workbook.xml': '<document/>' }, /is no workbook/],
    ['a workbook without sheets', { 'xl/workbook.xml': '<workbook/>' }, /has no worksheet/],
    [
      'only hidden sheets',
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="u"><sheets><sheet name="S" state="hidden" r:id="rId1"/></sheets></workbook>',
      },
      /only hidden worksheets/,
    ],
    [
      'no place of its sheet',
      { 'xl/_rels/workbook.xml.rels': '<Relationships/>' },
      /content of its sheet "Trips" is missing/,
    ],
  ])('for %s', async (_, others, message) => {
    await expect(readAll(zip(workbookParts(one, others)))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\.$/),
    })
  })

  /** Its local header, which stands first; the directory keeps the name. */
  function renamedWhereItStands(part: string, name: string): Buffer {
    const archive = zip(workbookParts(one))
    archive.write(name, archive.indexOf(part))
    return archive
  }

  it('for a part that is named otherwise where it stands', async () => {
    await expect(
      readAll(renamedWhereItStands('xl/worksheets/sheet1.xml', 'xl/worksheets/sheet9.xml')),
    ).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/its part xl\/worksheets\/sheet1\.xml is named xl\/worksheets\/sheet9\.xml where/),
      hint: expect.stringMatching(/save it again as \.xlsx/),
    })
  })

  it('but not for another case or the other slash in its name there', async () => {
    const { rows } = await readAll(renamedWhereItStands('xl/worksheets/sheet1.xml', 'XL\\worksheets\\Sheet1.xml'))
    expect(rows).toHaveLength(1)
  })

  it('for two sheets that are one part, however many there are', async () => {
    const sheets = Array.from({ length: 4000 }, (_, index) => `<sheet name="S${index}" r:id="rId1"/>`)
    const book = `<workbook xmlns:r="u"><sheets>${sheets.join('')}</sheets></workbook>`
    await expect(readAll(zip(workbookParts(one, { 'xl/workbook.xml': book })))).rejects.toMatchObject({
      message: expect.stringMatching(/its sheets "S0" and "S1" are one part/),
    })
  })

  it('for more relationships than a workbook or a worksheet has', async () => {
    const list = (count: number): string =>
      relationships(
        { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
        ...Array.from({ length: count }, (_, index) => ({ id: `x${index}`, type: 'hyperlink', target: `${index}` })),
      )
    const read = (others: Record<string, string>): Promise<unknown> => readAll(zip(workbookParts(one, others)))
    await expect(read({ 'xl/_rels/workbook.xml.rels': list(12_000) })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/more than 12000 relationships in its part xl\/_rels\/workbook\.xml\.rels/),
      hint: expect.stringMatching(/copy the rows into a new one/),
    })
    await expect(read({ '_rels/.rels': list(80_000) })).rejects.toMatchObject({ code: 'input' })
    await expect(read({ 'xl/_rels/workbook.xml.rels': list(11_999) })).resolves.toMatchObject({ sheet: 'Trips' })
  })
})
