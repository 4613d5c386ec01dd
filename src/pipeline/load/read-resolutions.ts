import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Resolution } from '../../ledger/resolutions.ts'
import { type Cell, cellAddress, emptyCell, isBlank, type SheetRow } from '../../sheet/cell.ts'
import { openSheet } from '../../sheet/open.ts'
import { EmptySheetError, type SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../operation.ts'
import type { RunPorts } from '../options.ts'

/** The sheet of our own workbooks in which a person says what became of unknown outcomes. */
export const unknownSheetName = 'Unknown'
export const resolutionHeadings = { reference: 'reference', resolution: 'resolution' } as const

/** Where no identifier tells that it was done. */
const resolutionWords = { decided: 'recorded', invited: 'invited' } as const

/**
 * Takes in what a person wrote into the sheet `Unknown` of a workbook of ours: the input itself, or the output of an
 * earlier run of the same command. Each answer counts for the one sending it was given for.
 */
export async function readResolutions<Request extends object>(
  files: readonly string[],
  operation: Operation<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<void> {
  for (const file of new Set(files)) {
    if (extname(file).toLowerCase() !== '.xlsx' || !existsSync(file)) continue
    let source: SheetSource
    try {
      source = await openSheet(file, { sheet: unknownSheetName })
    } catch (error) {
      // Any other workbook, or none: the load says what is wrong with it.
      if (error instanceof BatchError) continue
      throw error
    }
    try {
      await takeIn(source, operation, ledger, ports)
    } finally {
      await source.close()
    }
  }
}

async function takeIn<Request extends object>(
  source: SheetSource,
  operation: Operation<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<void> {
  let columns: { reference: number; resolution: number } | undefined
  let applied = 0
  try {
    for await (const row of source.rows()) {
      if (columns === undefined) {
        columns = findColumns(row)
        if (columns === undefined) return
        continue
      }
      const reference = displayCell(row.cells[columns.reference] ?? emptyCell)
      const written = row.cells[columns.resolution] ?? emptyCell
      if (isBlank(written)) continue
      const at = `${source.file}, ${unknownSheetName}!${cellAddress(row.number, columns.resolution)}`
      if (applyOne(reference, written, at, operation, ledger, ports)) applied += 1
    }
  } catch (error) {
    if (!(error instanceof EmptySheetError)) throw error
  }
  if (applied > 0)
    ports.logger.info(`${applied} unknown ${applied === 1 ? 'row' : 'rows'} moved on as ${source.file} says`)
}

function applyOne<Request extends object>(
  reference: string,
  written: Cell,
  at: string,
  operation: Operation<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): boolean {
  const { resolutions } = ledger
  const standing = resolutions.standingOf(operation.name, reference)
  if (standing === 'moot') return false
  const shown = displayCell(written)
  if (standing === 'stale') {
    ports.logger.warn(`${at}: “${shown}” was said of an earlier sending; the row was sent again and stays unknown`)
    return false
  }
  const resolution = readResolution(written, operation.doneState)
  if (resolution === undefined) {
    ports.logger.warn(`${at}: “${shown}” is not understood; expected ${expectedResolutions(operation.doneState)}`)
    return false
  }
  const end = resolutions.apply(operation.name, reference, resolution, ports.clock.now())
  if (end === 'taken') ports.logger.warn(`${at}: ${shown} belongs to another row already; the row stays unknown`)
  return end === 'applied'
}

/** An identifier is never taken back, so a word such as “yes” must not become one. */
const identifierPattern = /^(?=.*\d)\S+$/

/** What a person may write: `not created`, or what shows that it was. Undefined when it is neither. */
export function readResolution(written: Cell, doneState: 'accepted' | 'decided' | 'invited'): Resolution | undefined {
  const reading = readId(written)
  if (!reading.ok) return undefined
  const text = reading.value
  if (/^not[ -]?(created|recorded|invited|sent)$/i.test(text)) return { kind: 'not-created' }
  const isDoneWord = doneState !== 'accepted' && text.toLowerCase() === resolutionWords[doneState]
  if (isDoneWord) return { kind: 'created', state: doneState, identifier: undefined }
  if (doneState === 'decided' || !identifierPattern.test(text)) return undefined
  return { kind: 'created', state: doneState, identifier: text }
}

export function expectedResolutions(doneState: 'accepted' | 'decided' | 'invited'): string {
  if (doneState === 'accepted') return '“not created” or the assessment id'
  return doneState === 'decided' ? '“not recorded” or “recorded”' : '“not invited”, “invited” or the user id'
}

function findColumns(row: SheetRow): { reference: number; resolution: number } | undefined {
  const find = (heading: string): number => row.cells.findIndex((cell) => cell.t === 's' && cell.v.trim() === heading)
  const reference = find(resolutionHeadings.reference)
  const resolution = find(resolutionHeadings.resolution)
  return reference < 0 || resolution < 0 ? undefined : { reference, resolution }
}
