import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetEnrichmentRequest } from '../../../rooms/sheet/enriching.ts'
import { hasLibreOffice, saveAs } from '../../../support/libre-office.ts'
import { zip } from '../../reading/workbook-parts.ts'
import { type Enriched, enrich, pick, readRows, resultColumns, writeOwn } from '../enrich.ts'
import { full, richWorkbook } from '../rich-workbook.ts'

const names = ['employeeId', 'destination', 'days']
const trips: SheetEnrichmentRequest = {
  sheet: 'Trips',
  headingRow: 3,
  headings: names,
  lastRow: 6,
  columns: resultColumns,
}
const again: SheetEnrichmentRequest = { ...trips, headings: [...names, ...resultColumns.map(({ heading }) => heading)] }

let folder = ''
const path = (name: string): string => join(folder, name)

async function enrichTo(output: string, input: string, request: SheetEnrichmentRequest): Promise<Enriched> {
  const enriched = await enrich(path(input), path(output), [request], { rows: [4, 5, 6], own: writeOwn })
  if (typeof enriched === 'string') throw new Error(enriched)
  return enriched
}

describe.skipIf(!hasLibreOffice)('LibreOffice', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enriched-'))
    await writeFile(path('input.xlsx'), zip(richWorkbook(full)))
    await enrichTo('first.xlsx', 'input.xlsx', trips)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('opens the copy and shows the rows with their results', async () => {
    saveAs('csv:Text - txt - csv (StarCalc):44,34,76,1', [path('first.xlsx')], folder)
    const csv = await readFile(path('first.csv'), 'utf8')
    expect(csv).toContain('"days","outcome","reportUrl","overallTrip","ratio","problem"')
    expect(csv).toContain('"E-2","Spain",3,"scored","https://service.example/report?id=5&v=1",5,0.63,')
  })

  it('saves it so that our columns and sheets are found again', async () => {
    saveAs('xlsx:Calc MS Excel 2007 XML', [path('first.xlsx')], path('saved'))
    const { plan, written } = await enrichTo('after-office.xlsx', 'saved/first.xlsx', again)
    expect(plan.sheets.flatMap(({ columns }) => columns.filter(({ isNew }) => isNew))).toEqual([])
    expect([...written.ownSheets.values()]).toEqual(['Summary', 'Decisions'])
    const { sheets, rows } = await readRows(path('after-office.xlsx'), 'Trips')
    expect(sheets).toEqual(['Trips', 'Notes & more', 'Summary', 'Decisions'])
    expect(pick(rows, (column) => column > 2).get(5)?.[5]).toEqual({ t: 'n', v: 5 })
  })
})
