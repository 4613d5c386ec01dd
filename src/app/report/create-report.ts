import { systemClock } from '../../support/clock.ts'
import { emitProcessWarning, readProcessEnvironment } from '../library-process.ts'
import type { CreatedReport, ReportOptions } from './report-ledger.ts'

/**
 * Writes figures and pictures over a whole ledger, as `rwa-batch report` does: days and trips by country, person and
 * quarter, scores, decisions, and rows that need a person. It reads the ledger, even during a run, and sends
 * nothing. With `people`, the log of the ledger gets a line about it; a warning of the process says when it cannot. `figures.excluded` gives the reason for each trip that does not count.
 * @throws BatchError `usage` for a period, company or output that cannot be used, `ledger` when there is no ledger.
 * @example
 * const { file, figures } = await createReport({ output: 'output/2026.xlsx', from: '2026', people: true })
 */
export async function createReport(options: ReportOptions = {}): Promise<CreatedReport> {
  const [{ reportLedger }, { silentLogger }] = await Promise.all([
    import('./report-ledger.ts'),
    import('../../support/logger.ts'),
  ])
  const settings = {
    surroundings: readProcessEnvironment(),
    onSpill: (line: string) => emitProcessWarning(`the ledger could not write ${line}`),
  }
  return reportLedger(options, settings, {
    clock: systemClock,
    logger: { ...silentLogger, warn: emitProcessWarning },
  })
}
