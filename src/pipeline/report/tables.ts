import type { Figures } from '../figures/figures.ts'
import { chooseQuarters, countryTable, stayTable, trendTable } from './day-tables.ts'
import { chooseNames, type FigureTable } from './figure-table.ts'
import { attentionTable, decisionTable, exclusionTable, inForceTable, outcomeTable } from './ledger-tables.ts'
import { highestTable, levelTable, riskTable, spreadTable } from './risk-tables.ts'

export interface ReportContentOptions {
  people: boolean
  /** Displayed state of a row with scores. */
  doneWord: string
}

/** All tables in order, without empty tables and columns. */
export function planTables(figures: Figures, { people, doneWord }: ReportContentOptions): FigureTable[] {
  const names = chooseNames(people)
  const quarters = chooseQuarters(figures)
  // First: people are numbered in the order of their stays, in every table.
  const stays = stayTable(figures, names, quarters)
  return [
    attentionTable(figures),
    riskTable(figures),
    spreadTable(figures),
    countryTable(figures, quarters),
    stays,
    levelTable(figures),
    trendTable(figures),
    highestTable(figures, names),
    decisionTable(figures, names),
    inForceTable(figures),
    outcomeTable(figures, doneWord),
    exclusionTable(figures),
  ].filter(({ lines }) => lines.length > 0)
}
