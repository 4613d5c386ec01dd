import { extname } from 'node:path'
import type { EnrichingColumn, SafeEnriching, SheetRequest } from '../../sheet/enriching/plan.ts'
import { describePlaces, planEnriching } from '../../sheet/enriching/plan-enriching.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LoadedInput, LoadedSheet, TablePlace } from '../rows/loaded-input.ts'
import type { Operation, ResultColumn } from '../terms/operation.ts'
import type { BatchOptions } from '../terms/options.ts'
import { stampOf } from './output-request.ts'

/** What the output of a run will be. */
export type OutputPlan =
  | { kind: 'own-workbook'; enriching: SafeEnriching }
  /** `reason`: why it is not their own, as a clause; undefined where nobody expects that. */
  | { kind: 'new-workbook'; reason: string | undefined }

export const newWorkbook: OutputPlan = { kind: 'new-workbook', reason: undefined }

export interface OutputWishes extends Pick<BatchOptions, 'input' | 'output' | 'newWorkbook'> {
  isSimulated: boolean
}

/** Whether the workbook itself may be given back. */
export function wantsOwnWorkbook({ output, newWorkbook }: Pick<BatchOptions, 'output' | 'newWorkbook'>): boolean {
  return newWorkbook !== true && extname(output).toLowerCase() !== '.csv'
}

/**
 * Whether the results go into a copy of the workbook that was read, and where in it; by reading alone, before anything is
 * sent. Whatever stands against it leads to a new workbook.
 */
export async function planOutput(
  { output: { columns } }: Pick<Operation, 'output'>,
  { sheets, copy }: Pick<LoadedInput, 'sheets' | 'copy'>,
  wishes: OutputWishes,
): Promise<OutputPlan> {
  if (!wantsOwnWorkbook(wishes) || sheets.some(({ table }) => table === undefined)) return newWorkbook
  const file = copy ?? wishes.input
  const requests = sheets.flatMap((sheet) => requestOf(sheet, columns))
  if (requests.length === 0) return { kind: 'new-workbook', reason: 'it has no row that gets a result' }
  try {
    const enriching = await planEnriching({ file, stamp: stampOf(wishes), sheets: requests })
    if (enriching.kind === 'safe') return { kind: 'own-workbook', enriching }
    return { kind: 'new-workbook', reason: enriching.reason.replaceAll(file, wishes.input) }
  } catch (error) {
    if (error instanceof BatchError && error.code === 'interrupted') throw error
    return { kind: 'new-workbook', reason: `it cannot be copied safely (${messageOf(error)})` }
  }
}

/** Says where the results will be, and what of the workbook its user should know. */
export function announceOutput(plan: OutputPlan, input: string, logger: Logger): void {
  if (plan.kind === 'new-workbook') {
    if (plan.reason === undefined) return
    logger.warn(`the results go into a new workbook, not into a copy of ${input}: ${plan.reason}`)
    return
  }
  const { sheets, remarks } = plan.enriching
  logger.info(`the results go into a copy of ${input}: ${sheets.map(describePlaces).join(', ')}`)
  for (const remark of remarks) logger.info(remark)
}

/** What is asked of one sheet; nothing of one without rows. */
function requestOf({ name, columns, table }: LoadedSheet, resultColumns: readonly ResultColumn[]): SheetRequest[] {
  if (table === undefined || table.rows === 0) return []
  const { headingRow, lastRow } = table
  const wanted = resultColumns.map((column) => toColumn(column, table))
  return [{ sheet: name, headingRow, lastRow, headings: showHeadings(columns, table, resultColumns), columns: wanted }]
}

const usualWidth = 16

function toColumn(column: ResultColumn, { refilled }: TablePlace): EnrichingColumn {
  const { heading, width = usualWidth, format, hasColourScale = false } = column
  const at = refilled.get(heading)
  return {
    heading,
    width,
    hasColourScale,
    ...(format === undefined ? {} : { format }),
    ...(at === undefined ? {} : { at }),
  }
}

/** A column that is read as something else is not ours, even if it is headed like one of ours. */
function showHeadings(
  { headings }: LoadedSheet['columns'],
  { refilled }: TablePlace,
  resultColumns: readonly ResultColumn[],
): (string | undefined)[] {
  const ours = new Set(resultColumns.map(({ heading }) => heading))
  const places = new Set(refilled.values())
  return headings.map((heading, index) => {
    if (heading === '') return undefined
    return ours.has(heading.trim()) && !places.has(index) ? `(${heading})` : heading
  })
}
