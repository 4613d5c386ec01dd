import { createCsv } from '../../sheet/writing/csv.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { inCsv } from '../rows/cells.ts'
import { verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import type { RowTable } from './row-tables.ts'

export interface SidecarFile {
  output: string
  delimiter: string
  /** Called right before the file is published. */
  onVerified(file: string, cells: string): Promise<void>
}

/** Undefined for a table without lines: no file is written. */
export async function writeSidecar(
  { sheet, lines }: RowTable,
  { output, delimiter, onVerified }: SidecarFile,
): Promise<PublishedFile | undefined> {
  if (!(await hasLines(lines()))) return undefined
  let rows = 0
  return writeTables({
    output,
    begin: (file) => createCsv(file, delimiter),
    async fill(to) {
      const written = await writeSheet(to, sheet, lines(), (line) => [line.map(inCsv)])
      rows = written.reduce((sum, part) => sum + part.rows, 0)
    },
    async verify(file) {
      await onVerified(file, await verifyRows(file, [], rows, delimiter))
    },
  })
}

async function hasLines(pages: AsyncIterable<readonly unknown[]>): Promise<boolean> {
  for await (const page of pages) if (page.length > 0) return true
  return false
}
