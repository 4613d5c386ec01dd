import { expect, it } from 'vitest'
import { operations } from '../../rooms/operations.ts'
import { changedTable, unknownTable } from '../../rooms/pipeline/earlier-output.ts'
import { correctionsTable, problemsTable } from '../../rooms/pipeline/tables.ts'
import { orphansTable } from '../../rooms/pipeline/write.ts'
import { choosePages, fitToStamp } from '../../rooms/sheet/writing.ts'

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
