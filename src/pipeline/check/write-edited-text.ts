import type { Cell } from '../../sheet/cell.ts'
import { type CellEdit, withEdits } from '../../sheet/edited-source.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { SheetWriter } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { sampleSize } from '../rows/row-pages.ts'
import { isSubject, planResults } from '../tables/results-sheet.ts'
import { writeTables } from '../tables/write-tables.ts'
import { fillRow } from './write-corrected.ts'

export interface EditedText {
  source: SheetSource
  edits: readonly CellEdit[]
  sheet: Pick<LoadedSheet, 'name' | 'columns'>
  /** Numbers of the rows to write. */
  written: ReadonlySet<number>
}

/**
 * The rows of a text file with their edits, as a workbook. They were checked before, and are only copied here: that is
 * four times as fast as loading them. `verify` reads the file before it is published.
 */
export function writeEditedText(
  output: string,
  operation: Pick<Operation, 'request' | 'output'>,
  { source, edits, sheet, written }: EditedText,
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile> {
  const width = sheet.columns.headings.length
  return writeTables({
    output,
    fill: async (workbook) => {
      const first: (readonly Cell[])[] = []
      let table: SheetWriter | undefined
      const begin = async (): Promise<SheetWriter> => {
        const sample = first.map((cells) => ({ sheet: 0, cells }))
        const plan = planResults([sheet], [], sample, isSubject(operation))
        const begun = workbook.addSheet({ ...plan, name: sheet.name })
        for (const cells of first) await begun.write(fillRow(cells, width))
        return begun
      }
      for await (const { number, cells } of withEdits(source, edits).rows()) {
        if (!written.has(number)) continue
        if (table !== undefined) await table.write(fillRow(cells, width))
        else if (first.push(cells) === sampleSize) table = await begin()
      }
      table ??= await begin()
      await table.finish()
    },
    verify,
  })
}
