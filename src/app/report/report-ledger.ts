import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { assess } from '../../operations/assess.ts'
import { decide } from '../../operations/decide.ts'
import { type Days, readSpan } from '../../pipeline/figures/calendar.ts'
import type { Figures } from '../../pipeline/figures/figures.ts'
import { readFigures } from '../../pipeline/figures/read-figures.ts'
import { generatorTag, writeReport } from '../../pipeline/report/write-report.ts'
import { BatchError } from '../../support/errors.ts'
import { findStore, type LedgerPorts, type LedgerSettings } from '../ledger/ledger-access.ts'
import { recordDisclosure, recordFile } from '../ledger/record-disclosure.ts'
import { prepareFolder, requireKind, requireNewFile } from '../output-file.ts'

/** Most stays in a report; a page shows fewer. */
const mostStays = 100_000

/** @throws BatchError, as `createReport` does. */
export async function reportLedger(
  options: ReportOptions,
  settings: LedgerSettings,
  ports: LedgerPorts,
): Promise<CreatedReport> {
  const { output = join('output', 'report.html'), from, to, company, people = false } = options
  const period = readPeriod(from, to)
  requireReportOutput(output)
  const operations = { assess: assess.name, decide: decide.name }
  const store = findStore(settings)
  const figures = await readFigures({ store, operations, company, period, mostStays, now: ports.clock.now() })
  prepareFolder(output)
  if (people) {
    const detail = `${figures.trips} trips and ${figures.hires} hires of ${figures.people} people named`
    await recordDisclosure(settings, ports, { operation: 'report', detail })
  }
  const { file } = await writeReport({ output, figures, people, doneWord: assess.output.doneWord })
  if (people) await recordFile(settings, ports.logger, file)
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
  throw new BatchError('usage', find('date-unreadable', { option: name, written: text }))
}

/** Replaces only an earlier report page: any other file may be a person's own. */
function requireReportOutput(output: string): void {
  const isPage = /\.html?$/i.test(output)
  if (!isPage) requireKind(output, ['.html', '.xlsx'])
  if (isPage && existsSync(output) && readFileSync(output, 'utf8').slice(0, 500).includes(generatorTag)) return
  requireNewFile(output)
}

export interface ReportOptions {
  /** File or address of the ledger. @default the ledger of the command line */
  ledger?: string | undefined
  /** Path of the page (.html) or workbook (.xlsx) to write. @default `output/report.html` */
  output?: string | undefined
  /**
   * Start of the period, inclusive: a date, month, quarter or year, such as `2026-Q1`. @default the first known date
   */
  from?: string | undefined
  /** End of the period, inclusive, in the same form as `from`. @default the last known date */
  to?: string | undefined
  /** Label of the company whose trips count. @default all companies */
  company?: string | undefined
  /** True shows people by name; false numbers them. @default false */
  people?: boolean | undefined
}

export interface CreatedReport {
  file: string
  figures: Figures
}
