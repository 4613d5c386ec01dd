import { extname } from 'node:path'
import type { CellEdit } from '../../sheet/edited-source.ts'
import type { FilledRow } from '../../sheet/enriching/copy/patch-rows.ts'
import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { planEnriching } from '../../sheet/enriching/plan/plan-enriching.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { writeCopy } from '../tables/write-copy.ts'

const extension = '.xlsx'

export interface EditedTable {
  name: string
  headings: readonly string[]
  /** 0 where it is not known. */
  headingRow: number
}

/** Undefined where cells cannot be overwritten safely. Only reads the file. */
export async function planCellEdits(
  file: string,
  edits: readonly CellEdit[],
  sheets: readonly EditedTable[],
): Promise<EnrichmentPlan | undefined> {
  if (extname(file).toLowerCase() !== extension) return undefined
  const requests = sheets.flatMap(({ name, headings, headingRow }) => {
    const ofSheet = edits.filter(({ sheet }) => sheet === name)
    if (ofSheet.length === 0) return []
    const columns = columnsOf(ofSheet).map((at) => ({ heading: `${at} ${headings[at] ?? ''}`, width: 0, at }))
    const lastRow = Math.max(...ofSheet.map(({ row }) => row))
    return [{ sheet: name, headings, columns, headingRow, lastRow }]
  })
  const plan = await planEnriching({ file, sheets: requests, isTypedOver: true })
  return plan.kind === 'safe' && plan.extension === extension ? plan : undefined
}

/** All other content stays unchanged. `verify` reads the copy before it is published. @throws as `writeCopy`. */
export function writeCellEdits(
  output: string,
  plan: EnrichmentPlan,
  edits: readonly CellEdit[],
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile> {
  return writeCopy(plan, {
    output,
    rowsOf: (sheet) => [rowsOf(edits.filter((edit) => edit.sheet === sheet))],
    onVerified: verify,
  })
}

function columnsOf(edits: readonly CellEdit[]): number[] {
  return [...new Set(edits.map(({ column }) => column))].toSorted((one, other) => one - other)
}

/** The last edit of a cell counts. */
function rowsOf(edits: readonly CellEdit[]): FilledRow[] {
  const columns = columnsOf(edits)
  const rows = new Map<number, (OutputCell | undefined)[]>()
  for (const { row, column, text } of edits) {
    const cells = rows.get(row) ?? new Array<OutputCell | undefined>(columns.length).fill(undefined)
    cells[columns.indexOf(column)] = text === '' ? { t: 'z' } : { t: 's', v: text }
    rows.set(row, cells)
  }
  return [...rows].map(([row, cells]) => ({ row, cells })).toSorted((one, other) => one.row - other.row)
}
