import { systemClock } from '../../support/clock.ts'
import { readProcessEnvironment } from '../library-process.ts'
import type { CreatedReport, ReportOptions } from './report-options.ts'

/**
 * Writes figures and pictures over a whole ledger, as `rwa-batch report` does: days and trips by country, person and
 * quarter, scores, decisions, and rows that need a person. It only reads the ledger, even during a run, and sends
 * nothing. `figures.excluded` gives the reason for each trip that does not count.
 * @throws BatchError `usage` for a period, company or output that cannot be used, `ledger` when there is no ledger.
 * @example
 * const { file, figures } = await createReport({ output: 'output/2026.xlsx', from: '2026', people: true })
 */
export async function createReport(options: ReportOptions = {}): Promise<CreatedReport> {
  const { reportLedger } = await import('./report-ledger.ts')
  return reportLedger(options, systemClock, readProcessEnvironment())
}
