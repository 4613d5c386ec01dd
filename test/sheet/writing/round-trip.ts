import { createCsv, createWorkbook, type OutputCell, type OutputColumn } from '../../rooms/sheet/writing.ts'
import { type Cell, emptyCell, openSheet } from '../../rooms/sheet.ts'

const columns = Array.from({ length: 9 }, (_, index): OutputColumn => ({ heading: `column ${index}` }))
/** Keeps rows of empty cells from being passed over. */
const mark: OutputCell = { t: 'b', v: true }

/** Writes rows under a heading, as workbook or CSV by the name of the file; each is led by a cell that is never empty. */
export async function writeRows(file: string, rows: Iterable<readonly OutputCell[]>): Promise<void> {
  const workbook = file.endsWith('.csv') ? createCsv(file) : createWorkbook(file)
  const sheet = workbook.addSheet({ name: 'Results', columns })
  for (const row of rows) await sheet.write([mark, ...row])
  await sheet.finish()
  await workbook.finish()
}

/** What `writeRows` wrote, by our reader. */
export async function readRows(file: string): Promise<Cell[][]> {
  const source = await openSheet(file, file.endsWith('.csv') ? { encoding: 'utf-8', delimiter: ',' } : {})
  try {
    const rows: Cell[][] = []
    for await (const { cells } of source.rows()) rows.push([...cells])
    return rows.slice(1).map((cells) => cells.slice(1))
  } finally {
    await source.close()
  }
}

/** Half a surrogate pair is no character: every encoder makes it U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The cell without what no workbook holds: the sign of zero, half characters, the difference of "" and nothing. */
export function withoutUnheld(cell: OutputCell): Cell {
  switch (cell.t) {
    case 's':
    case 'link':
    case 'jump':
      return cell.v === '' ? emptyCell : { t: 's', v: wellFormed(cell.v) }
    case 'n':
      return { ...cell, v: cell.v + 0 }
    default:
      return cell
  }
}

/** Rows of one width, so that cells that nothing follows may be missing. */
export function fillRows(rows: readonly (readonly Cell[])[], width = 8): Cell[][] {
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? emptyCell))
}

/** Dates that came without a format have one now; here they have none again. */
export function withoutGivenFormats(
  rows: readonly (readonly Cell[])[],
  written: readonly (readonly OutputCell[])[],
): Cell[][] {
  return rows.map((row, rowIndex) =>
    row.map((cell, index) => {
      const before = written[rowIndex]?.[index]
      return cell.t === 'd' && before?.t === 'd' && before.f === undefined ? { t: 'd', v: cell.v } : cell
    }),
  )
}
