import { basename } from 'node:path'
import { emptyCell } from '../../sheet/cell.ts'
import { explainHeadingSearch } from '../../sheet/headings/explain-headings.ts'
import { openSheet } from '../../sheet/open.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, OutputSheet, SheetCollection } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import { textCell } from '../rows/cells.ts'
import { exampleMarker } from '../tables/example-row.ts'
import { searchSheet } from '../tables/search-sheet.ts'
import { writeSheet, writeTables } from '../tables/write-tables.ts'
import { type Form, type FormFacts, listsSheet, planForm } from './plan-form.ts'

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

async function writeSheets(
  workbook: SheetCollection,
  form: Form,
  readMe: ReturnType<typeof listReadMe>,
): Promise<void> {
  const asIs = <Line>(line: Line): Line[] => [line]
  const marked = form.examples.map((cells) => cells.map((cell): OutputCell => ({ ...cell, look: 'example' })))
  await writeSheet(workbook, form.sheet, [marked], asIs)
  await writeSheet(workbook, readMeSheet, [readMe], asIs)
  if (form.lists.length === 0) return
  const columns = form.lists.map(({ field }) => ({ heading: field, width: 32 }))
  const longest = Math.max(...form.lists.map(({ values }) => values.length))
  const rows = Array.from({ length: longest }, (_, row) =>
    form.lists.map(({ values }) => {
      const value = values[row]
      return value === undefined ? emptyCell : ({ t: 's', v: value } as const)
    }),
  )
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
    `Then check the sheet without sending anything: npx rwa-batch check ${name} ${file}`,
  ]
  return [
    [textCell(`How to fill in this workbook for ${name}`)],
    [],
    ...steps.map((step, index) => [textCell(`${index + 1}. ${step}`)]),
    [],
    ['Heading', 'Meaning', 'What to fill in', 'When', 'Example'].map(textCell),
    ...form.fields.map(({ about }) =>
      [about.title, about.meaning, about.expects, about.needed, about.example].map(textCell),
    ),
  ]
}
