import type { MentionFinder, NamedInCells, ReadCells } from '../../ledger/port/forgetting.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { namesOf } from '../../operations/languages/all.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { parseCells } from '../../pipeline/rows/stored-cells.ts'
import type { Cell } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import { attempt } from '../../support/errors.ts'

const idFields = ['employeeId', 'assessmentId']
const headingNames = new HeadingNames(
  idFields.map((field) => ({ field, ...namesOf('assess')(field), isRequired: false })),
)

/**
 * Identifiers in a row that was not read into a request: under the fields of its sheet, and under headings that only
 * name them, such as `employeeId` in the sheet Decisions. An identifier that a sheet damaged counts as it is shown.
 */
export function readNamedCells({ columns, cells }: ReadCells): NamedInCells {
  if (columns === '') return { people: [], identifiers: [] }
  const { headings, fields } = parseStored<SheetColumns>(columns, 'list of columns')
  const row = parseCells(cells)
  const taken = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
  const people: string[] = []
  const identifiers: string[] = []
  for (const [index, heading] of headings.entries()) {
    const cell = row[index]
    const field = taken.get(index) ?? headingNames.fieldOf(heading)
    if (cell === undefined || field === undefined) continue
    if (field === 'employeeId' || field === 'staff_id') people.push(readIdText(cell))
    else if (field === 'assessmentId') identifiers.push(readIdText(cell))
  }
  return { people: people.filter(isText), identifiers: identifiers.filter(isText) }
}

/**
 * For forgetting. A load that was broken off has recorded no columns: any cell of its rows may be an identifier, and
 * such rows only serve to go on with that load.
 */
export function readAnyCells(row: ReadCells): NamedInCells {
  if (row.columns !== '') return readNamedCells(row)
  const texts = parseCells(row.cells).map(readIdText).filter(isText)
  return { people: texts, identifiers: texts }
}

function readIdText(cell: Cell): string {
  const read = readId(cell)
  return read.ok ? read.value : displayCell(cell)
}

function isText(text: string): boolean {
  return text !== ''
}

const ascii = /^[\x20-\x7e]*$/

/** Whether a text of the ledger, as JSON, names a person by this ID: as a whole value, in whatever capitals. */
export function mentionsOf(person: string): MentionFinder {
  const wanted = foldText(person)
  const isPlain = ascii.test(wanted)
  return (json) => {
    // Most do not: parsing all of them would take most of the time.
    if (wanted === '' || (isPlain && ascii.test(json) && !json.toLowerCase().includes(wanted))) return false
    return isIn(attempt(() => JSON.parse(json)))
  }

  function isIn(value: unknown): boolean {
    if (typeof value === 'string') return foldText(value) === wanted
    if (typeof value === 'number') return String(value) === wanted
    return typeof value === 'object' && value !== null && Object.values(value).some(isIn)
  }
}
