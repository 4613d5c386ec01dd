import type { PlacedRow } from './ordered-rows.ts'

export interface PeriodFields {
  start: string
  end: string
  only: readonly [field: string, value: string]
}

export interface Overlap {
  subject: string
  rows: readonly [PlacedRow, PlacedRow]
  from: string
  to: string
}

export interface Overlaps {
  list(runId: number, fields: PeriodFields, limit: number): Promise<{ count: number; first: Overlap[] }>
}
