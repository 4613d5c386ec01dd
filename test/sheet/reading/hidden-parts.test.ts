import { expect, it } from 'vitest'
import { listHidden } from '../../rooms/sheet/reading.ts'
import { withFile, workbookParts, zip } from './workbook-parts.ts'

/** Of a workbook with one worksheet, by what stands within its root element. */
function hiddenIn(xml: string, state = 'visible'): Promise<string[]> {
  const parts = workbookParts('', {
    'xl/workbook.xml': `<workbook xmlns:r="u"><sheets><sheet name="Plan" state="${state}" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>`,
  })
  return withFile(zip(parts), listHidden)
}

it.each([
  ['<sheetData><row r="3" hidden="1"/><row hidden="true"/></sheetData>', ['row 3 of Plan', 'row 4 of Plan']],
  ['<sheetData><row r="3" ht="0.75" customHeight="1"/></sheetData>', ['row 3 of Plan']],
  ['<cols><col min="2" max="4" hidden="1"/></cols>', ['columns B to D of Plan']],
  ['<cols><col min="6" max="6" width="0" customWidth="1"/></cols>', ['column F of Plan']],
  ['<sheetFormatPr zeroHeight="1"/>', ['every row without a height of its own of Plan']],
  ['<autoFilter ref="A1:B9"><filterColumn colId="1"/></autoFilter>', ['what an active filter leaves out of Plan']],
  ['<cols><col min="1" max="9" width="12" hidden="0"/></cols><autoFilter ref="A1:B9"/>', []],
])('%s hides %j', async (xml, hidden) => {
  expect(await hiddenIn(xml)).toEqual(hidden)
})

it.each(['hidden', 'veryHidden'])('a sheet that is %s is named', async (state) => {
  expect(await hiddenIn('<sheetData/>', state)).toEqual(['the sheet Plan'])
})
