import { BatchError } from '../../support/errors.ts'
import { columnName } from '../cell.ts'
import { escapeWorkbookText, escapeXml } from '../package/xml-entities.ts'
import { truncateCellText } from './safe-text.ts'
import type { InputRule, OutputColumn } from './workbook-writer.ts'

/** Excel's limit for an error message or a prompt, in characters. */
const maxMessage = 255
/** Excel's limit for an inline list, in characters. */
const maxInlineList = 255
/** Serial numbers of 1900-03-01 and 2200-12-31, the dates that the readers accept. */
const dateSerials = ['61', '109939']

export interface Validation {
  type: 'list' | 'date' | 'whole' | 'custom'
  operator?: 'greaterThanOrEqual'
  errorTitle: string
  error: string
  formulas: readonly string[]
}

/** Number format of empty cells, so that typed values keep their form. */
export function inputFormat(entry: InputRule | undefined): string | undefined {
  if (entry?.kind === 'date') return 'yyyy-mm-dd'
  return entry?.kind === 'text' ? '@' : undefined
}

/** Undefined when any value is allowed. */
export function validationOf(column: OutputColumn, letter: string, firstRow: number): Validation | undefined {
  const { heading, dropDown, entry } = column
  if (dropDown !== undefined) {
    return {
      type: 'list',
      errorTitle: 'Not in the list',
      error: 'Please choose one of the listed values.',
      formulas: [listFormula(heading, dropDown)],
    }
  }
  if (entry === undefined || entry.kind === 'text') return undefined
  const { error } = entry
  if (entry.kind === 'integer') {
    const positive = { type: 'whole', operator: 'greaterThanOrEqual', formulas: ['0'] } as const
    return { ...positive, errorTitle: 'Not a whole number', error }
  }
  const refusal = { errorTitle: 'Not a date', error }
  if (entry.notBefore === undefined) return { ...refusal, type: 'date', formulas: dateSerials }
  const [cell, start] = [`${letter}${firstRow}`, `${columnName(entry.notBefore)}${firstRow}`]
  return { ...refusal, type: 'custom', formulas: [`AND(ISNUMBER(${cell}),${cell}>=${start})`] }
}

export function validationXml(range: string, { type, operator, errorTitle, error, formulas }: Validation): string {
  const compared = operator === undefined ? '' : ` operator="${operator}"`
  const messageAttributes = `errorTitle="${escapeXml(errorTitle)}" error="${toMessage(error)}"`
  const content = formulas.map((formula, index) => `<formula${index + 1}>${escapeXml(formula)}</formula${index + 1}>`)
  return `<dataValidation type="${type}"${compared} allowBlank="1" showErrorMessage="1" ${messageAttributes} sqref="${range}">${content.join('')}</dataValidation>`
}

/** A text that is shown while the cell is selected. */
export function promptXml(cell: string, text: string): string {
  return `<dataValidation allowBlank="1" showInputMessage="1" prompt="${toMessage(text)}" sqref="${cell}"/>`
}

/** Line breaks in Excel's own form: a reader of XML makes spaces of others in an attribute. */
function toMessage(text: string): string {
  return escapeXml(escapeWorkbookText(truncateCellText(text.slice(0, maxMessage)))).replaceAll('\n', '_x000A_')
}

/** A longer list is written to cells, and named by their range. */
export function fitsDropDown(list: readonly string[]): boolean {
  return quoteList(list).length <= maxInlineList + 2 && !list.some((value) => value.includes(','))
}

function listFormula(heading: string, list: NonNullable<OutputColumn['dropDown']>): string {
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
