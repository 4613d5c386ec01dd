import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { textCell } from '../rows/cells.ts'
import { exampleMarker } from '../tables/example-row.ts'
import type { Form, FormFacts } from './plan-form.ts'

export const readMeSheet: OutputSheet = {
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
export function listReadMe({ name, template }: FormFacts, form: Form, file: string): OutputCell[][] {
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
