import { expect, it } from 'vitest'
import { RowCache, type SheetRow, type SheetSource } from '../rooms/sheet.ts'

const rows: readonly SheetRow[] = Array.from({ length: 40 }, (_, index) => ({
  number: 2 * index + 1,
  cells: [{ t: 'n', v: index }],
  isHidden: index === 30,
}))

function sheetOf(sheet: string, read: readonly SheetRow[]): SheetSource {
  return {
    file: 'x.xlsx',
    kind: 'xlsx',
    sheet,
    sheets: [],
    warnings: [],
    async *rows() {
      yield* read
    },
    requireUnchanged: async () => {},
    select: (name) => sheetOf(name, read),
    close: async () => {},
  }
}

async function readAll(source: SheetSource | undefined): Promise<SheetRow[]> {
  const read: SheetRow[] = []
  for await (const row of source?.rows() ?? []) read.push(row)
  return read
}

it('rows are read again as they were, with the first ones, in which headings may stand; the file is not read', async () => {
  const kept = new RowCache()
  const keeping = kept.caching(sheetOf('One', rows))
  expect(await readAll(keeping)).toEqual(rows)
  await readAll(keeping.select('Two'))
  const only = kept.selectRows(sheetOf('One', []), (sheet, row) => sheet === 'Two' && row === 61)
  expect(await readAll(only)).toEqual(rows.slice(0, 20))
  expect(await readAll(only.select('Two'))).toEqual([...rows.slice(0, 20), rows[30]])
  expect(await readAll(only.select('Three'))).toEqual([])
})
