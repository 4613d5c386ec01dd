import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ledgerAt } from '../ledger/open.ts'
import { assess } from '../operations/assess.ts'
import { decide } from '../operations/decide.ts'
import { type Days, readSpan } from '../pipeline/figures/calendar.ts'
import type { Figures } from '../pipeline/figures/figures.ts'
import { readFigures } from '../pipeline/figures/read-figures.ts'
import { pageMark } from '../pipeline/report/page.ts'
import { writeReport } from '../pipeline/report/write-report.ts'
import type { Clock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { prepareFolder } from './output-file.ts'

export interface ReportSettings {
  /** Address of the ledger. */
  ledger: string
  /** Default: `output/report.html`. */
  output?: string | undefined
  /** A date, month, quarter or year; undefined: from the first, to the last that is known. */
  from?: string | undefined
  to?: string | undefined
  /** Undefined: all of them. */
  company?: string | undefined
  /** People are named. */
  people: boolean
}

/** So many stays are in a report at most; a page shows fewer. */
const mostStays = 100_000

/**
 * Writes the figures over all that a ledger holds; what was written, and of what.
 * @throws BatchError `usage` for a period, company or output that cannot be, `ledger` when there is no ledger.
 */
export async function createReport(
  { ledger, output = join('output', 'report.html'), from, to, company, people }: ReportSettings,
  clock: Clock,
): Promise<{ file: string; figures: Figures }> {
  const period = readPeriod(from, to)
  requireReportOutput(output)
  const operations = { assess: assess.name, decide: decide.name }
  const store = ledgerAt(ledger)
  const figures = await readFigures({ store, operations, company, period, mostStays, now: clock.now() })
  prepareFolder(output)
  const { file } = await writeReport({ output, figures, people, doneWord: assess.output.doneWord })
  return { file, figures }
}

function readPeriod(from: string | undefined, to: string | undefined): Figures['period'] {
  const period = { first: readEnd('from', from)?.first, last: readEnd('to', to)?.last }
  if (period.first === undefined || period.last === undefined || period.first <= period.last) return period
  throw new BatchError('usage', `the period ends (${to}) before it begins (${from})`, { hint: 'Change the two.' })
}

function readEnd(name: string, text: string | undefined): Days | undefined {
  const span = text === undefined ? undefined : readSpan(text)
  if (text === undefined || span !== undefined) return span
  throw new BatchError('usage', `‹${name}› ${JSON.stringify(text)} is no date`, {
    hint: 'Write a date (2026-03-01), a month (2026-03), a quarter (2026-Q1) or a year (2026).',
  })
}

/** An earlier report as a page is replaced; nothing else is, as nobody knows what it is. */
function requireReportOutput(output: string): void {
  const kind = extname(output).toLowerCase()
  if (!['.html', '.htm', '.xlsx', '.csv'].includes(kind)) {
    throw new BatchError('usage', `the output ${output} is no .html, .xlsx or .csv`, {
      hint: 'Name a file that ends in one of them with ‹output›.',
    })
  }
  if (!existsSync(output)) return
  if (kind.startsWith('.htm') && readFileSync(output, 'utf8').slice(0, 500).includes(pageMark)) return
  throw new BatchError('usage', `${output} exists already, and is not replaced`, {
    hint: 'Name another file with ‹output›, or delete that one first; only an earlier report as a page is replaced.',
  })
}
