import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type SheetEnrichmentRequest, verifyEnriched } from '../../../rooms/sheet/enriching.ts'
import type { OutputSheet, SheetCollection } from '../../../rooms/sheet/writing.ts'
import { type Parts, zip } from '../../reading/workbook-parts.ts'
import { checkWorkbook } from '../../writing/ooxml/check-workbook.ts'
import { readParts } from '../../writing/read-workbook.ts'
import { type Enriched, enrich, inFolder, readRows, resultColumns } from '../enrich.ts'
import { richWorkbook } from '../rich-workbook.ts'

const names = ['employeeId', 'destination', 'days']
const trips: SheetEnrichmentRequest = {
  sheet: 'Trips',
  headingRow: 3,
  headings: names,
  lastRow: 6,
  columns: resultColumns,
}
const again: SheetEnrichmentRequest = { ...trips, headings: [...names, ...resultColumns.map(({ heading }) => heading)] }

/** Two sheets of ours with charts, and one with headings, comments and columns that stay in sight. */
async function writeCharts(
  workbook: SheetCollection,
  counts: readonly number[] = [3, 4],
  others: readonly string[] = [],
): Promise<void> {
  for (const name of others) await workbook.addSheet({ name, columns: [{ heading: 'a' }] }).finish()
  const chart = {
    ...({ kind: 'bars', title: 'By country', description: 'Bars', axisTitle: 'days', categories: 'A2:A3' } as const),
    series: [{ name: 'B1', values: `B2:B${counts.length + 1}` }],
    place: { column: 3, row: 0, columns: 6, rows: 10 },
  }
  const columns = [{ heading: 'a', note: 'said of a' }, { heading: 'b' }]
  const decisions: OutputSheet = { name: 'Decisions', frozenColumns: 2, columns }
  const pictures: OutputSheet = {
    name: "Land's",
    hasHeadings: false,
    columns,
    charts: [chart, chart],
    printed: 'A1:I20',
  }
  for (const sheet of [decisions, pictures, { ...pictures, name: 'Charts', charts: [chart] }]) {
    const out = workbook.addSheet(sheet)
    for (const count of counts)
      await out.write([
        { t: 's', v: 'Spain' },
        { t: 'n', v: count },
      ])
    await out.finish()
  }
}

/** Somebody's workbook that has a sheet called like one of ours, with a drawing of its own. */
function theirs(): Parts {
  const { 'xl/vbaProject.bin': _, ...parts } = richWorkbook({
    tail: '<drawing r:id="d1"/>',
    links: { d1: ['drawing', '../drawings/drawing1.xml'] },
    others: {
      'xl/drawings/drawing1.xml': [
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
        'application/vnd.openxmlformats-officedocument.drawing+xml',
      ],
    },
    mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  })
  const workbook = String(parts['xl/workbook.xml']).replace('Notes &amp; more', 'Charts')
  return { ...parts, 'xl/workbook.xml': workbook }
}

async function run(
  input: Parts,
  use: (made: { first: Map<string, string>; path(name: string): string; plan: Enriched }) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    const path = (name: string): string => join(folder, name)
    await writeFile(path('input.xlsx'), zip(input))
    const plan = mustBe(await enrich(path('input.xlsx'), path('first.xlsx'), [trips], { own: writeCharts, rows: [4] }))
    expect(await verifyEnriched(plan.plan, path('first.xlsx'), plan.written)).toBeUndefined()
    await use({ first: await readParts(path('first.xlsx')), path, plan })
  })
}

function mustBe(enriched: Enriched | string): Enriched {
  if (typeof enriched === 'string') throw new Error(enriched)
  return enriched
}

function printNames(workbook = ''): string[] {
  return [...workbook.matchAll(/<definedName name="_xlnm\.(\w+)" localSheetId="(\d+)">([^<]*)</g)].map(
    ([, name, place, cells]) => `${place} ${name} ${cells}`,
  )
}

it('sheets with charts go into another workbook, and refer to their cells under the name that they have there', () =>
  run(theirs(), async ({ first, plan }) => {
    expect(Object.fromEntries(plan.written.ownSheets)).toEqual({
      Decisions: 'Decisions',
      "Land's": "Land's",
      Charts: 'Charts (2)',
    })
    const charts = [...first].filter(([name]) => name.startsWith('xl/charts/'))
    expect(charts.map(([name]) => name)).toEqual([
      'xl/charts/chart1.xml',
      'xl/charts/chart2.xml',
      'xl/charts/chart3.xml',
    ])
    expect(charts.map(([, xml]) => /<c:val><c:numRef><c:f>([^<]*)</.exec(xml)?.[1])).toEqual([
      "'Land''s'!$B$2:$B$3",
      "'Land''s'!$B$2:$B$3",
      "'Charts (2)'!$B$2:$B$3",
    ])
    expect(
      [...first.keys()].filter((name) => name.startsWith('xl/drawings/') && !name.includes('_rels')).toSorted(),
    ).toEqual(['xl/drawings/drawing1.xml', 'xl/drawings/drawing2.xml', 'xl/drawings/drawing3.xml'])
    expect(printNames(first.get('xl/workbook.xml'))).toEqual([
      "2 Print_Titles 'Decisions'!$A:$B,'Decisions'!$1:$1",
      "3 Print_Area 'Land''s'!$A$1:$I$20",
      "4 Print_Area 'Charts (2)'!$A$1:$I$20",
    ])
    expect(checkWorkbook(first)).toEqual(checkWorkbook(new Map(Object.entries(theirs()) as [string, string][])))
  }))

it('they are drawn anew by the next run, and no byte differs when nothing has changed', () =>
  run(theirs(), async ({ first, path }) => {
    const own = writeCharts
    mustBe(await enrich(path('first.xlsx'), path('second.xlsx'), [again], { own, rows: [4] }))
    mustBe(await enrich(path('second.xlsx'), path('third.xlsx'), [again], { own, rows: [4] }))
    expect(await readFile(path('third.xlsx'))).toEqual(await readFile(path('second.xlsx')))
    expect([...(await readParts(path('third.xlsx'))).keys()].toSorted()).toEqual([...first.keys()].toSorted())

    const other = (workbook: SheetCollection) => writeCharts(workbook, [3, 4, 5], ['Problems'])
    const { plan, written } = mustBe(
      await enrich(path('third.xlsx'), path('fourth.xlsx'), [again], { own: other, rows: [4] }),
    )
    expect(await verifyEnriched(plan, path('fourth.xlsx'), written)).toBeUndefined()
    const fourth = await readParts(path('fourth.xlsx'))
    const keys = [...first.keys(), 'xl/worksheets/sheet6.xml']
    expect([...fourth.keys()].toSorted()).toEqual(keys.toSorted())
    expect(fourth.get('xl/charts/chart3.xml')).toContain('!$B$2:$B$4<')
    const names = printNames(fourth.get('xl/workbook.xml'))
    expect(names).toEqual([...printNames(first.get('xl/workbook.xml')), "5 Print_Titles 'Problems'!$1:$1"])
    // Each sheet is still what it is called.
    expect((await readRows(path('fourth.xlsx'), 'Problems')).rows.length).toBe(1)
    expect((await readRows(path('fourth.xlsx'), 'Decisions')).rows.length).toBe(4)
  }))

it('what is printed of a sheet of ours says its new name once somebody has renamed it', () =>
  run(theirs(), async ({ first, path }) => {
    const renamed = [...first].map(([name, text]): [string, string] => [
      name,
      name === 'xl/workbook.xml'
        ? text.replace('name="Decisions"', 'name="Beschluss"').replaceAll("'Decisions'", "'Beschluss'")
        : text,
    ])
    await writeFile(path('renamed.xlsx'), zip(Object.fromEntries(renamed)))
    mustBe(await enrich(path('renamed.xlsx'), path('next.xlsx'), [again], { own: writeCharts, rows: [4] }))
    const workbook = (await readParts(path('next.xlsx'))).get('xl/workbook.xml') ?? ''
    expect(workbook).not.toContain("'Decisions'")
    expect(printNames(workbook)).toHaveLength(3)
  }))
