export interface PeriodFields {
  start: string
  end: string
  only: readonly [field: string, value: string]
}

export interface PeriodRow {
  sheet: number
  rowNumber: number
}

export interface Overlap {
  subject: string
  rows: readonly [PeriodRow, PeriodRow]
  from: string
  to: string
}

export interface Overlaps {
  list(runId: number, fields: PeriodFields, limit: number): Promise<{ count: number; first: Overlap[] }>
}
