import { expect, it } from 'vitest'
import { type SheetRow, type SheetSource, withEdits } from '../rooms/sheet.ts'

const rows: readonly SheetRow[] = [
  { number: 1, cells: [{ t: 's', v: 'a' }], isHidden: false },
  {
    number: 3,
    cells: [{ t: 'n', v: 1 }],
    isHidden: true,
    covered: [{ from: 1, to: 3, range: 'B2:D3' }],
  },
]

function sheetOf(sheet: string): SheetSource {
  return {
    file: 'x.xlsx',
    kind: 'xlsx',
    sheet,
    sheets: [],
    warnings: [],
    async *rows() {
      yield* rows
    },
    requireUnchanged: async () => {},
    select: sheetOf,
    close: async () => {},
  }
}

async function readAll(source: SheetSource | undefined): Promise<SheetRow[]> {
  const read: SheetRow[] = []
  for await (const row of source?.rows() ?? []) read.push(row)
  return read
}

const edits = [
  { sheet: 'One', row: 3, column: 2, text: 'first' },
  { sheet: 'One', row: 3, column: 2, text: 'last' },
  { sheet: 'One', row: 3, column: 0, text: '' },
  { sheet: 'One', row: 2, column: 0, text: 'nowhere' },
]

it('the last edit of a cell counts, it has a value of its own then, and all else is as it was read', async () => {
  const edited = await readAll(withEdits(sheetOf('One'), edits))
  expect(edited).toEqual([
    rows[0],
    {
      number: 3,
      cells: [{ t: 'z' }, { t: 'z' }, { t: 's', v: 'last' }],
      isHidden: true,
      covered: [
        { from: 1, to: 1, range: 'B2:D3' },
        { from: 3, to: 3, range: 'B2:D3' },
      ],
    },
  ])
})

it('edits are of one sheet of the file', async () => {
  expect(await readAll(withEdits(sheetOf('One'), edits).select('Two'))).toEqual(rows)
})
