import { expect, it } from 'vitest'
import { operations } from '../../../src/operations/all.ts'
import { planChanged } from '../../../src/pipeline/earlier-output/changed-sheet.ts'
import { planOrphans } from '../../../src/pipeline/earlier-output/orphans-sheet.ts'
import { planUnknown } from '../../../src/pipeline/earlier-output/unknown-sheet.ts'
import { planProblems } from '../../../src/pipeline/tables/problems-sheet.ts'
import { planCorrections } from '../../../src/pipeline/write/corrections-sheet.ts'
import { choosePages, fitToStamp } from '../../../src/sheet/writing/page-setup.ts'

it.each(
  Object.values(operations).flatMap((operation) => [undefined, 'SIMULATED'].map((stamp) => ({ operation, stamp }))),
)(
  'the sheets about rows of $operation.name print on one page across, in landscape, with the stamp $stamp',
  ({ operation, stamp }) => {
    const { identifyingFields } = operation.request
    const sheets = [
      planProblems(true),
      planChanged(identifyingFields, operation.output.columns, true),
      planCorrections(true),
      planUnknown(identifyingFields, true),
      planOrphans(operation),
    ]
    for (const sheet of sheets) {
      expect({ name: sheet.name, ...choosePages(fitToStamp(sheet, stamp), 100) }).toMatchObject({
        orientation: 'landscape',
        wide: 1,
      })
    }
  },
)
