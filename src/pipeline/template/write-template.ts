import { basename } from 'node:path'
import { type Cell, columnName, emptyCell } from '../../sheet/cell.ts'
import { explainHeadingSearch } from '../../sheet/headings/find-headings.ts'
import { openSheet } from '../../sheet/open.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { fitsDropDown } from '../../sheet/writing/sheet-parts.ts'
import type {
  InputRule,
  OutputCell,
  OutputColumn,
  OutputSheet,
  SheetCollection,
} from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import type { Field, FieldDescription, Operation } from '../model/operation.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import { searchSheet } from '../tables/search-sheet.ts'
import { exampleMarker } from '../tables/sheet-names.ts'
import { writeSheet, writeTables } from '../tables/write-tables.ts'

export type FormFacts = Pick<Operation, 'name' | 'sheet' | 'request' | 'template'>

export interface Form {
  sheet: OutputSheet
  fields: readonly Field[]
  examples: Cell[][]
  /** Columns of the sheet `Lists`: lists that are too long for a drop-down. */
  lists: readonly { field: string; values: readonly string[] }[]
}

export const listsSheet = 'Lists'
const entryRows = 5_000
const longestColumn = 32
const narrowestColumn = 12

/** `known`: the company's lists by field. */
export function planForm(facts: FormFacts, known: ReadonlyMap<string, ValueList>): Form {
  // The service's identifiers are not part of an empty sheet.
  const fields = facts.sheet.fields.filter(({ name }) => name !== facts.sheet.identifierField)
  const valuesOf = (field: Field): readonly string[] =>
    field.about.values.length > 0 ? field.about.values : (known.get(field.name)?.values ?? [])
  const lists = fields
    .map((field) => ({ field: field.name, values: valuesOf(field) }))
    .filter(({ values }) => values.length > 0 && !fitsDropDown(values))
  const examples = facts.template.examples.map((changes) => fillExample(facts, fields, changes, valuesOf))
  const columns = fields.map((field, index): OutputColumn => {
    const values = valuesOf(field)
    const listed = lists.findIndex(({ field: name }) => name === field.name)
    const entry = entryOf(field, fields)
    return {
      heading: field.about.title,
      note: describeField(field.about, values),
      width: widthOf(field.about.title, [
        ...values,
        ...examples.map((cells) => displayCell(cells[index] ?? emptyCell)),
      ]),
      ...(values.length === 0 ? {} : { dropDown: listed < 0 ? values : { range: rangeOf(listed, values.length) } }),
      ...(entry === undefined ? {} : { entry }),
    }
  })
  return { sheet: { name: facts.template.sheet, columns, entryRows }, fields, examples, lists }
}

export function describeField(
  { meaning, expects, kind, needed, example }: FieldDescription,
  values: readonly string[],
): string {
  const choices = kind === 'listed' && values.length > 0 ? 'Choose from the list.' : expects
  return [meaning, choices, needed, `Example: ${example}`].join('\n')
}

function entryOf({ about }: Field, fields: readonly Field[]): InputRule | undefined {
  const { kind, notBefore } = about
  switch (kind) {
    case 'id':
      return { kind: 'text' }
    case 'integer':
      return { kind: 'integer', error: `${about.title}: please type a whole number, 0 or more.` }
    case 'date': {
      const index = fields.findIndex(({ name }) => name === notBefore)
      const start = fields[index]
      const order = start === undefined ? '' : `, on or after the ${start.about.title.toLowerCase()}`
      const error = `${about.title}: please type a date${order}.`
      return { kind: 'date', notBefore: start === undefined ? undefined : index, error }
    }
    default:
      return undefined
  }
}

function fillExample(
  { request: { identifyingFields } }: FormFacts,
  fields: readonly Field[],
  changes: Readonly<Record<string, string>>,
  valuesOf: (field: Field) => readonly string[],
): Cell[] {
  const values = new Map<string, string>()
  return fields.map((field): Cell => {
    if (field.name === identifyingFields[0]) return { t: 's', v: exampleMarker }
    if (field.appliesTo?.(values) === false) return emptyCell
    const wanted = changes[field.name] ?? field.about.example
    const known = valuesOf(field)
    const value = wanted === '' || known.length === 0 || known.includes(wanted) ? wanted : (known[0] ?? '')
    values.set(field.name, value)
    return toCell(value, field.about)
  })
}

function toCell(value: string, { kind }: FieldDescription): Cell {
  if (value === '') return emptyCell
  if (kind === 'date') return { t: 'd', v: `${value}T00:00:00` }
  return kind === 'integer' ? { t: 'n', v: Number(value) } : { t: 's', v: value }
}

function rangeOf(column: number, count: number): string {
  const letter = columnName(column)
  return `${listsSheet}!$${letter}$2:$${letter}$${count + 1}`
}

function widthOf(title: string, values: readonly string[]): number {
  const longest = Math.max(title.length, ...values.map(({ length }) => length))
  return Math.min(longestColumn, Math.max(narrowestColumn, longest + 4))
}

/**
 * Reads the headings back as a run would.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export async function writeTemplate(
  facts: FormFacts,
  lists: ReadonlyMap<string, ValueList>,
  output: string,
): Promise<PublishedFile> {
  const form = planForm(facts, lists)
  return writeTables({
    output,
    fill: (workbook) => writeSheets(workbook, form, listReadMe(facts, form, basename(output))),
    verify: (file) => verifyHeadings(file, form),
  })
}

async function writeSheets(workbook: SheetCollection, form: Form, readMe: ReturnType<typeof listReadMe>) {
  const asIs = <Line>(line: Line): Line[] => [line]
  const marked = form.examples.map((cells) => cells.map((cell): OutputCell => ({ ...cell, look: 'example' })))
  await writeSheet(workbook, form.sheet, [marked], asIs)
  await writeSheet(workbook, readMeSheet, [readMe], asIs)
  if (form.lists.length === 0) return
  const columns = form.lists.map(({ field }) => ({ heading: field, width: 32 }))
  const longest = Math.max(...form.lists.map(({ values }) => values.length))
  const rows = Array.from({ length: longest }, (_, row) => form.lists.map(({ values }) => valueCell(values[row])))
  await writeSheet(workbook, { name: listsSheet, columns }, [rows], asIs)
}

/** @throws BatchError `defect` when a run could not read them. */
async function verifyHeadings(file: string, { fields }: Form): Promise<void> {
  const source = await openSheet(file, {})
  try {
    const search = await searchSheet(source, fields, { columns: new Map(), defaults: new Map() })
    if (search.kind === 'found') return
    throw new BatchError('defect', explainHeadingSearch(search, file, source.sheet).rule)
  } finally {
    await source.close()
  }
}

const readMeSheet: OutputSheet = {
  name: 'Read me',
  hasHeadings: false,
  columns: [
    { heading: '', width: 24 },
    { heading: '', width: 64, isWrapped: true },
    { heading: '', width: 48, isWrapped: true },
    { heading: '', width: 40, isWrapped: true },
    { heading: '', width: 26 },
  ],
}

/** `file`: the name in the shown commands. */
function listReadMe({ name, template }: FormFacts, form: Form, file: string): OutputCell[][] {
  const steps = [
    `Fill in the sheet “${template.sheet}”, one row below the other, and leave its headings in row 1 as they are.`,
    `Rows marked “${exampleMarker}” are examples; they are never sent. Delete them, or type over all of their cells.`,
    'Further columns of your own are welcome: they are kept in the output and not sent.',
    'Pasting over cells takes drop-downs and formats away; paste values only.',
    ...template.advice,
    `Then check the sheet without sending anything: rwa-batch check ${name} ${file}`,
  ]
  const lines = [
    [`How to fill in this workbook for ${name}`],
    [],
    ...steps.map((step, index) => [`${index + 1}. ${step}`]),
    [],
    ['Heading', 'Meaning', 'What to fill in', 'When', 'Example'],
    ...form.fields.map(({ about: { title, meaning, expects, needed, example } }) => {
      return [title, meaning, expects, needed, example]
    }),
  ]
  return lines.map((line) => line.map(textCell))
}
