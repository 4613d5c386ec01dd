import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSheet } from '../rooms/sheet.ts'
import { oleFile, readAll, workbookParts, zip } from './reading/workbook-parts.ts'

const one = workbookParts('<row><c><v>1</v></c></row>')

it('tells a workbook from text by content, not by name', async () => {
  expect((await readAll(zip(one), {}, 'trips.csv')).rows[0]?.cells).toEqual([{ t: 'n', v: 1 }])
  expect((await readAll('a;b\n1;2\n', {}, 'trips.xlsx')).delimiter).toBe(';')
})

it.each([
  ['README.md', '# Trips, and more\n', 'is a .md file, not a table'],
  ['package.json', '{"name": "x",\n"a": 1}\n', 'is a .json file, not a table'],
  ['~$trips.xlsx', 'Ann Lee and so on', 'is the lock file'],
  ['trips.numbers', 'a,b\n', 'is an Apple Numbers document'],
  ['Trips.gsheet', '{"url": "x"}', 'is a link to Google Sheets, not a table'],
])('refuses %s for what it is', async (name, content, what) => {
  await expect(readAll(content, {}, name)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining(what),
  })
})

it.each([
  ['https://docs.google.com/spreadsheets/d/1/edit', 'File, Download, Microsoft Excel (.xlsx)'],
  ['https://files.example/trips.xlsx', 'Download the file first'],
])('says what to do with the link %s', async (link, hint) => {
  await expect(openSheet(link, {})).rejects.toMatchObject({ code: 'input', hint: expect.stringContaining(hint) })
})

it.each([
  ['an encrypted workbook', oleFile('Root Entry', 'EncryptedPackage'), /protected with a password/],
  ['an .xls', oleFile('Root Entry', 'Workbook'), /Excel 97-2003/],
  ['an .xlsb', zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': '' }), /\.xlsb/],
  ['an .ods', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }), /\.ods/],
  ['a Numbers document', zip({ 'Index/Document.iwa': '' }), /Apple Numbers/],
  ['a plain zip', zip({ 'trips.csv': 'a,b' }), /is a zip archive, not a workbook/],
  ['an empty zip', zip({}), /empty zip/],
  [
    'a Word document',
    zip({
      ...one,
      '[Content_Types].xml':
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    }),
    /Word document/,
  ],
  ['a package without its list of parts', zip({ 'xl/workbook.xml': '<workbook/>' }), /list of its parts is missing/],
  ['an empty file', '', /is empty/],
  ['binary rubbish', Buffer.from([1, 0, 0, 2, 0, 0, 0, 7, 9, 0]), /NUL bytes/],
])('refuses %s in one sentence with a hint', async (_, content, message) => {
  await expect(readAll(content)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(message),
    hint: expect.stringMatching(/^[A-Z].*[.)]$/),
  })
})

it('says that a file does not exist, or is a folder', async () => {
  const missing = openSheet(join(tmpdir(), 'no-such-folder', 'a.xlsx'), {})
  await expect(missing).rejects.toMatchObject({ code: 'input', message: expect.stringMatching(/does not exist\.$/) })
  const folder = openSheet(tmpdir(), {})
  await expect(folder).rejects.toMatchObject({ code: 'input', message: expect.stringMatching(/is a folder/) })
})

it.each([
  ['a workbook', zip(one)],
  ['a text file', `a\n${'1\n'.repeat(1_000)}`],
])('stops reading %s when somebody asks for the end', async (_, content) => {
  const interrupt = AbortSignal.abort()
  await expect(readAll(content, { interrupt })).rejects.toMatchObject({ code: 'interrupted' })
})
