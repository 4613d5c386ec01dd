import type { Ledger } from '../../ledger/port.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { OptionNameFormatter, TableNameFormatter } from '../rows/row-outcome.ts'
import type { SummaryFacts } from './summary-sheet.ts'

/** What sheets that the sandbox made up say of themselves. */
export function stampOf({ isSimulated }: { isSimulated: boolean }): string | undefined {
  return isSimulated ? 'SIMULATED' : undefined
}

/** What an output is made of, whatever file it becomes. */
export interface OutputRequest {
  operation: Operation
  ledger: Ledger
  runId: number
  formatOptionNames?: OptionNameFormatter | undefined
  nameTable?: TableNameFormatter | undefined
  sheets: readonly LoadedSheet[]
  hasCorrections: boolean
  /** Answers in the sheet Changed that are not understood, as they were written. */
  unclear?: Readonly<Record<string, string>> | undefined
  output: string
  /** Made up by the sandbox: every sheet says so. */
  isSimulated: boolean
  summary: Omit<SummaryFacts, 'title' | 'recorded' | 'balance' | 'orphans'>
  onProgress(written: number): void
  /** Right before the file takes its place. */
  onVerified?(file: string): Promise<void>
}

const rowsBetweenProgress = 500

/** Tells how far the writing is, every few hundred rows. */
export function createProgressCounter({ onProgress }: Pick<OutputRequest, 'onProgress'>): () => void {
  let written = 0
  return () => {
    written += 1
    if (written % rowsBetweenProgress === 0) onProgress(written)
  }
}
