import { expect, it } from 'vitest'
import { exampleMarker, isExampleMarker } from '../../rooms/pipeline/tables.ts'
import type { Cell } from '../../rooms/sheet.ts'

it.each<[Cell | undefined, boolean]>([
  [{ t: 's', v: exampleMarker }, true],
  // As a spreadsheet program or a person may have changed it.
  [{ t: 's', v: '  example - Delete this row ' }, true],
  [{ t: 's', v: 'EXAMPLE' }, false],
  [{ t: 's', v: '00123' }, false],
  [{ t: 'n', v: 1 }, false],
  [{ t: 'z' }, false],
  [undefined, false],
])('an example row of a template is known by its mark (%#)', (cell, isExample) => {
  expect(isExampleMarker(cell)).toBe(isExample)
})
