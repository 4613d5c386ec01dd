import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { SheetRow } from '../../sheet/cell.ts'
import { listHidden } from '../../sheet/reading/hidden-parts.ts'
import { openEarlierOutput } from '../earlier-output/open-earlier-output.ts'
import { textOfCell } from './list-planned.ts'
import type { PlanLine } from './plan-table.ts'

export const sealSheetName = 'Seal'
export const planSheetName = 'Plan'
export const sealLabel = 'Seal'

export interface ReadPlan {
  seal: string
  /** Digest of the sheet Seal, which says who sealed the plan. */
  face: string
  headings: PlanLine
  /** With their rows. */
  lines: PlanLine[]
  hidden: readonly string[]
}

/** Undefined for a file that is not a sealed plan. */
export async function readPlan(file: string): Promise<ReadPlan | undefined> {
  if (extname(file).toLowerCase() !== '.xlsx') return undefined
  const facts = ((await readSheet(file, sealSheetName)) ?? []).map(({ cells }) => cells.map(textOfCell))
  const seal = facts.find(([label]) => label === sealLabel)?.[1]?.trim() ?? ''
  const [headings, ...rows] = (/^[0-9a-f]{64}$/.test(seal) ? await readSheet(file, planSheetName) : undefined) ?? []
  if (headings === undefined) return undefined
  const face = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const width = headings.cells.length
  const lines = rows.map(({ cells }) => Array.from({ length: width }, (_, index) => textOfCell(cells[index])))
  return { seal, face, headings: headings.cells.map(textOfCell), lines, hidden: await listHidden(file) }
}

async function readSheet(file: string, sheet: string): Promise<SheetRow[] | undefined> {
  const source = await openEarlierOutput(file, { sheet })
  if (source === undefined) return undefined
  const rows: SheetRow[] = []
  try {
    for await (const row of source.rows()) rows.push(row)
  } finally {
    await source.close()
  }
  return rows
}
