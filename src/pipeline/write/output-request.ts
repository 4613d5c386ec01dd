import type { Operation } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { RowQuery } from '../rows/row-view.ts'
import type { SummaryFacts } from './summary-sheet.ts'

/** A mark on the sheets of a sandbox run. */
export function stampOf({ isSimulated }: { isSimulated: boolean }): string | undefined {
  return isSimulated ? 'SIMULATED' : undefined
}

export interface OutputRequest extends RowQuery {
  operation: Operation
  sheets: readonly LoadedSheet[]
  /** Answers in the sheet Changed that could not be read: reference → text. */
  unclear?: Readonly<Record<string, string>> | undefined
  output: string
  /** Sandbox results: every sheet says so. */
  isSimulated: boolean
  summary: Omit<SummaryFacts, 'title' | 'recorded' | 'balance' | 'orphans'>
  onProgress(written: number): void
  /** Called right before the file is published. `cells`: the digest of its cells, where it was read back cell by cell. */
  onVerified?(file: string, cells?: string): Promise<void>
}

const rowsBetweenProgress = 500

export function createProgressCounter({ onProgress }: Pick<OutputRequest, 'onProgress'>): () => void {
  let written = 0
  return () => {
    written += 1
    if (written % rowsBetweenProgress === 0) onProgress(written)
  }
}
