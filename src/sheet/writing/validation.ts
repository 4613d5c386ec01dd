import type ExcelJS from 'exceljs'
import { BatchError } from '../../support/errors.ts'
import { columnName } from '../cell.ts'
import type { Entry, OutColumn } from './plan.ts'

/** What Excel allows for the sentence that says what is wrong. */
const maxMessage = 255
/** What Excel allows for a list that stands in the drop-down itself. */
const maxInlineList = 255
/** Dates that the readers here take; exceljs writes dates of validations as UTC. */
const firstDate = new Date(Date.UTC(1900, 2, 1))
const lastDate = new Date(Date.UTC(2200, 11, 31))

/** How empty cells of a column are formatted, so that what is typed into them stays what it is. */
export function formatOfEntry(entry: Entry | undefined): string | undefined {
  switch (entry?.kind) {
    case 'text':
      return '@'
    case 'date':
      return 'yyyy-mm-dd'
    default:
      return undefined
  }
}

/** What a spreadsheet program checks while people type; undefined where anything may be typed. */
export function validationOf(column: OutColumn, letter: string, firstRow: number): ExcelJS.DataValidation | undefined {
  const { heading, dropDown, entry } = column
  const common = { allowBlank: true, showErrorMessage: true, errorStyle: 'stop' } as const
  if (dropDown !== undefined) {
    return {
      ...common,
      type: 'list',
      errorTitle: 'Not in the list',
      error: 'Please choose one of the listed values.',
      formulae: [listFormula(heading, dropDown)],
    }
  }
  switch (entry?.kind) {
    case 'date': {
      const refusal = { ...common, errorTitle: 'Not a date', error: entry.error.slice(0, maxMessage) }
      if (entry.notBefore === undefined) {
        return { ...refusal, type: 'date', operator: 'between', formulae: [firstDate, lastDate] }
      }
      // As a formula: exceljs writes no cell references into checks of dates.
      const cell = `${letter}${firstRow}`
      const start = `${columnName(entry.notBefore)}${firstRow}`
      return { ...refusal, type: 'custom', formulae: [`AND(ISNUMBER(${cell}),${cell}>=${start})`] }
    }
    case 'integer': {
      const refusal = { ...common, errorTitle: 'Not a whole number', error: entry.error.slice(0, maxMessage) }
      return { ...refusal, type: 'whole', operator: 'greaterThanOrEqual', formulae: [0] }
    }
    default:
      return undefined
  }
}

/** Whether a list fits into the drop-down itself; longer ones stand in cells, and are named by their range. */
export function fitsDropDown(list: readonly string[]): boolean {
  return quoteList(list).length <= maxInlineList + 2 && !list.some((value) => value.includes(','))
}

function listFormula(heading: string, list: NonNullable<OutColumn['dropDown']>): string {
  if ('range' in list) return list.range
  const formula = quoteList(list)
  if (!fitsDropDown(list)) {
    throw new BatchError(
      'defect',
      `the drop-down of "${heading}" does not fit a cell: expected at most ${maxInlineList} characters and no commas, got ${formula.length - 2} characters`,
    )
  }
  return formula
}

function quoteList(list: readonly string[]): string {
  return `"${list.join(',').replaceAll('"', '""')}"`
}
