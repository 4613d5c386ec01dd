import type { PackageParts } from '../../package/package-parts.ts'
import { toUtf8 } from '../../package/xml-text.ts'
import { SheetSplitter } from '../sheet-splitter.ts'
import { type InspectionBounds, RowInspector } from './inspect-rows.ts'

export async function scanWorksheet(
  parts: PackageParts,
  part: string,
  bounds: InspectionBounds,
): Promise<{ head: string; tail: string; rows: RowInspector }> {
  let head = ''
  const rows = new RowInspector(bounds)
  const cutter = new SheetSplitter({
    head: (text) => {
      head = text
    },
    row: (row) => rows.inspectRow(row),
    whitespace: () => {},
  })
  for await (const bytes of toUtf8(parts.archive.read(part))) cutter.push(bytes)
  return { head, tail: cutter.end(), rows }
}
