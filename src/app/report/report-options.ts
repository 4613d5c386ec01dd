import type { Figures } from '../../pipeline/figures/figures.ts'

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
