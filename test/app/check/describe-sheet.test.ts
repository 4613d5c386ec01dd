import { expect, it } from 'vitest'
import { describeSheet, type SheetDescription } from '../../rooms/app/check.ts'
import { openSheet } from '../../rooms/sheet.ts'
import { styles, withFile, workbookParts, zip } from '../../sheet/reading/workbook-parts.ts'

function describeContent(content: Buffer | string, rows: number | 'all'): Promise<SheetDescription> {
  return withFile(content, async (file) => {
    const source = await openSheet(file, {})
    try {
      return await describeSheet(source, rows)
    } finally {
      await source.close()
    }
  })
}

it('gives typed cells without formats, and null for what a workbook does not have', async () => {
  const xml = '<row><c s="0"><v>46082</v></c><c t="b"><v>1</v></c></row><row><c><v>2</v></c></row>'
  const description = await describeContent(zip(workbookParts(xml, { 'xl/styles.xml': styles('d/m/yy') })), 1)
  expect(description).toEqual({
    file: expect.any(String),
    kind: 'xlsx',
    sheet: 'Trips',
    sheets: ['Trips'],
    encoding: null,
    doubt: null,
    delimiter: null,
    rows: [
      [
        { t: 'd', v: '2026-03-01T00:00:00' },
        { t: 'b', v: true },
      ],
    ],
  })
})

it('describes a sound sheet without rows', async () => {
  expect((await describeContent(zip(workbookParts('<row><c s="1"/></row>')), 'all')).rows).toEqual([])
})

it('gives all rows of a text file with its encoding and delimiter', async () => {
  const { encoding, delimiter, rows } = await describeContent('a|b\n1|\n', 'all')
  expect([encoding, delimiter, rows]).toEqual([
    'utf-8',
    '|',
    [
      [
        { t: 's', v: 'a' },
        { t: 's', v: 'b' },
      ],
      [{ t: 's', v: '1' }, { t: 'z' }],
    ],
  ])
})
