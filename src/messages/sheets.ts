import type { Face } from './face.ts'
import type { Sentences } from './message.ts'

/** Of one kind; a file may name thousands of headings. */
const mostFaults = 10
/** A sheet that lacks more columns is hardly the right one. */
const mostConstants = 4

export interface HeadingCell {
  heading: string
  cell: string
}

interface MissingField {
  field: string
  nearest: HeadingCell | undefined
  /** The usual value of all rows when the column is missing. */
  usual: string | undefined
  /** The values that the field may have; empty where they are not known. */
  choices: readonly string[]
}

export interface HeadingsUnfit {
  where: string
  row: number
  /** Above `row` where headings stand in several lines. */
  firstLine: number
  missing: readonly MissingField[]
  /** A column to map: its whole heading, and the field that it may be. */
  toMap: { heading: string; field: string } | undefined
  /** A heading that several columns have, or that a field has beside another. */
  toName: { heading: string; field: string } | undefined
  /** `columns`: the first ones; `more`: number of others. */
  doubled: readonly { field: string; columns: readonly HeadingCell[]; more: number }[]
  /** Named by an option, and not there. */
  unknownHeadings: readonly { heading: string; nearest: HeadingCell | undefined }[]
  unknownFields: readonly { heading: string; field: string; nearest: string | undefined }[]
  /** Cells with formulas that were never calculated. */
  uncomputed: string
}

function describeUnfit(facts: HeadingsUnfit, face: Face): string {
  const { where, row, firstLine, uncomputed } = facts
  const rows = firstLine === row ? `heading row ${row}` : `headings in several lines, rows ${firstLine} to ${row}`
  const also = uncomputed === '' ? '' : `; formulas that were never calculated are in ${uncomputed}`
  return `${where}, ${rows}: ${listFaults(facts, face).join('; ')}${also}`
}

function listFaults({ missing, doubled, unknownHeadings, unknownFields }: HeadingsUnfit, face: Face): string[] {
  const named = face.kind === 'page' ? 'what is remembered' : `${face.option('columns')} or the profile`
  return [
    ...(missing.length === 0
      ? []
      : [`missing: ${missing.map(({ field, nearest }) => face.field(field) + nearestText(nearest)).join(', ')}`]),
    ...doubled.map(({ field, columns, more }) => {
      const claims = columns.map(({ heading, cell }) => `${quote(heading)} (${cell})`).join(' and ')
      return `more than one column for ${face.field(field)}: ${claims}${more === 0 ? '' : ` and ${more} more`}`
    }),
    ...listFirst(
      unknownHeadings,
      ({ heading, nearest }) => `${named} names ${quote(heading)}, which is not there${nearestText(nearest)}`,
    ),
    ...listFirst(unknownFields, ({ heading, field, nearest }) => {
      const meant = nearest === undefined ? '' : ` (did you mean ${nearest}?)`
      return `${named} maps ${quote(heading)} to ${quote(field)}, which is no field${meant}`
    }),
  ]
}

function listFirst<T>(faults: readonly T[], describe: (fault: T) => string): string[] {
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more`] : []
  return [...faults.slice(0, mostFaults).map(describe), ...more]
}

function nearestText(column: HeadingCell | undefined): string {
  return column === undefined ? '' : ` (nearest heading: ${quote(column.heading)}, ${column.cell})`
}

function advise(facts: HeadingsUnfit, { option }: Face): string {
  const { missing, toMap, toName, unknownHeadings, unknownFields, uncomputed } = facts
  const columns = option('columns')
  const advice: string[] = []
  if (uncomputed !== '') advice.push('Open the file in a spreadsheet program and save it, which calculates them.')
  const constants = missing
    .filter(({ nearest, usual }) => usual !== undefined || nearest === undefined)
    .slice(0, mostConstants)
    .map(({ field, usual, choices }) => `${option('set')} ${field}=${describeValue(usual, choices)}`)
  if (constants.length > 0) advice.push(`For one value in all rows add ${constants.join(' ')}.`)
  if (toMap !== undefined) {
    const example = JSON.stringify({ [toMap.heading]: toMap.field })
    advice.push(`Rename or add the columns, or map your own headings with ${columns} <file>: ${example}.`)
  }
  if (toName !== undefined) {
    const example = JSON.stringify({ [toName.heading]: toName.field })
    advice.push(
      `Rename the columns that are not meant, or, where their headings differ, name the right one with ${columns} <file>: ${example}.`,
    )
  }
  if (unknownHeadings.length + unknownFields.length > 0) advice.push('Correct it there.')
  return advice.join(' ')
}

function describeValue(usual: string | undefined, choices: readonly string[]): string {
  return usual === undefined ? `<${choices.length === 0 ? 'value' : choices.join('|')}>` : `"${usual}"`
}

function quote(text: string): string {
  return `“${text}”`
}

export interface SheetFacts {
  'headings-unfit': HeadingsUnfit
}

export const sheetSentences: Sentences<SheetFacts> = { 'headings-unfit': { text: describeUnfit, hint: advise } }
