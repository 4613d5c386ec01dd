import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCsv, type OutputCell, toCsvText } from '../../rooms/sheet/writing.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-out-'))
  file = join(folder, 'out.csv')
})

afterEach(() => rm(folder, { recursive: true }))

describe('a cell in CSV', () => {
  it.each<[OutputCell, string]>([
    [{ t: 's', v: 'a' }, 'a'],
    [{ t: 's', v: '=1+1' }, "'=1+1"],
    [{ t: 'n', v: -12.5 }, '-12.5'],
    [{ t: 'n', v: 1234.5, f: '#,##0.00' }, '1234.5'],
    [{ t: 'n', v: 123, f: '00000' }, '00123'],
    [{ t: 'b', v: true }, 'TRUE'],
    [{ t: 'b', v: false }, 'FALSE'],
    [{ t: 'd', v: '2026-03-01T00:00:00', f: 'dd/mm/yyyy' }, '2026-03-01'],
    [{ t: 'd', v: '2026-03-01T13:30:00' }, '2026-03-01T13:30:00'],
    [{ t: 'e', v: '#N/A' }, '#N/A'],
    [{ t: 'z' }, ''],
    [{ t: 'link', v: 'report', href: 'https://a.test/' }, 'https://a.test/'],
    [{ t: 'link', v: 'x', href: '=1' }, "'=1"],
    [{ t: 'jump', v: 'row 3', sheet: 'Results', cell: 'A3' }, 'row 3'],
  ])('%j is %j', (cell, text) => {
    expect(toCsvText(cell)).toBe(text)
  })
})

describe('a CSV file', () => {
  it('is UTF-8 with BOM, CRLF and commas, every row as wide as the headings, quoted where needed', async () => {
    const csv = createCsv(file)
    const sheet = csv.addSheet({
      name: 'Results',
      columns: [{ heading: 'Größe' }, { heading: '=b' }, { heading: 'c' }],
    })
    await sheet.write([
      { t: 's', v: 'a,b' },
      { t: 's', v: 'say "x"' },
      { t: 's', v: 'a\nb' },
    ])
    await sheet.write([
      { t: 's', v: 'a\rb' },
      { t: 's', v: ' x' },
    ])
    await sheet.write([])
    expect(await sheet.finish()).toEqual([{ name: 'Results', rows: 3, hasHeadings: true }])
    await csv.finish()
    expect(await readFile(file, 'utf8')).toBe(
      '\ufeffGröße,\'=b,c\r\n"a,b","say ""x""","a\nb"\r\n"a\rb"," x",\r\n,,\r\n',
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.each([
    [';', '"a;b";a,b;'],
    ['\t', 'a;b\ta,b\t'],
    ['|', 'a;b|a,b|'],
  ])('has the delimiter that is asked for: %j', async (delimiter, line) => {
    const csv = createCsv(file, delimiter)
    const sheet = csv.addSheet({ name: 'Results', columns: [{ heading: 'x' }, { heading: 'y' }, { heading: 'z' }] })
    await sheet.write([
      { t: 's', v: 'a;b' },
      { t: 's', v: 'a,b' },
    ])
    await sheet.finish()
    await csv.finish()
    expect(await readFile(file, 'utf8')).toBe(`\ufeffx${delimiter}y${delimiter}z\r\n${line}\r\n`)
  })

  it('leaves further sheets out', async () => {
    const csv = createCsv(file)
    for (const name of ['Results', 'Summary', 'Problems']) {
      const sheet = csv.addSheet({ name, columns: [{ heading: name }] })
      await sheet.write([{ t: 'n', v: 1 }])
      expect(await sheet.finish()).toHaveLength(name === 'Results' ? 1 : 0)
    }
    await csv.finish()
    expect(await readFile(file, 'utf8')).toBe('\ufeffResults\r\n1\r\n')
  })

  it('fails with the reason of the file system', async () => {
    const csv = createCsv(join(folder, 'missing', 'out.csv'))
    const sheet = csv.addSheet({ name: 'a', columns: [{ heading: 'a' }] })
    const writeAll = async (): Promise<void> => {
      for (let row = 0; row < 5000; row += 1) await sheet.write([{ t: 's', v: 'x' }])
      await csv.finish()
    }
    await expect(writeAll()).rejects.toMatchObject({ code: 'ENOENT' })
    await csv.abort()
  })
})
