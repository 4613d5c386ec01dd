import { expect, it } from 'vitest'
import { operations } from '../../../src/operations/all.ts'
import { changedTable } from '../../../src/pipeline/earlier-output/changed-sheet.ts'
import { unknownTable } from '../../../src/pipeline/earlier-output/unknown-sheet.ts'
import { correctionsTable, problemsTable } from '../../../src/pipeline/tables/problems-sheet.ts'
import { orphansTable } from '../../../src/pipeline/write/orphans-sheet.ts'
import { choosePages, fitToStamp } from '../../../src/sheet/writing/page-setup.ts'

const locate = () => undefined
const columns = { headings: [], fields: {} }
const sheetsRead = [{ columns }, { columns }]

it.each(
  Object.values(operations).flatMap((operation) => [undefined, 'SIMULATED'].map((stamp) => ({ operation, stamp }))),
)(
  'the sheets about rows of $operation.name print on one page across, in landscape, with the stamp $stamp',
  ({ operation, stamp }) => {
    const sheets = [
      problemsTable(true, locate),
      changedTable(operation, sheetsRead, { locate }),
      correctionsTable(true, locate),
      unknownTable(operation, true),
      orphansTable(operation),
    ]
    for (const sheet of sheets) {
      expect({ name: sheet.name, ...choosePages(fitToStamp(sheet, stamp), 100) }).toMatchObject({
        orientation: 'landscape',
        wide: 1,
      })
    }
  },
)
