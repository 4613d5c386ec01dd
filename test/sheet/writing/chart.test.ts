import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type ChartSpec, createWorkbook } from '../../rooms/sheet/writing.ts'
import { checkWorkbook } from './ooxml/check-workbook.ts'
import { parseXml } from './ooxml/xml.ts'
import { readParts } from './read-workbook.ts'

const nasty = `Q&A's "<sheet>" \u0001`

function chart(kind: ChartSpec['kind'], isStacked = false): ChartSpec {
  return {
    ...{ kind, isStacked, title: nasty, description: nasty, axisTitle: nasty, categories: 'A1:A2', most: 10 },
    series: [
      { name: 'B1', values: 'B1:B2' },
      { name: 'C1', values: 'C1:C2' },
    ],
    place: { column: 4, row: 1, columns: 6, rows: 20 },
  }
}

it('charts stand on their sheet, draw its cells, and break nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-chart-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'out.xlsx')
  const workbook = createWorkbook(file)
  for (const name of ['Plain', nasty]) {
    const charts = name === nasty ? [chart('bars', true), chart('columns'), chart('lines')] : []
    const columns = ['a', 'b', 'c'].map((heading) => ({ heading, note: 'a note' }))
    const sheet = workbook.addSheet({ name, columns, charts })
    await sheet.write([
      { t: 'link', v: 'x', href: 'https://x.example' },
      { t: 'n', v: 1 },
      { t: 'n', v: 2, look: 'heading' },
    ])
    await sheet.finish()
  }
  await workbook.finish()
  const parts = await readParts(file)
  expect(checkWorkbook(parts)).toEqual([])
  expect([...parts.keys()].filter((name) => /charts|drawings.(?:_rels|drawing)/.test(name)).toSorted()).toEqual([
    ...[1, 2, 3].map((ordinal) => `xl/charts/chart${ordinal}.xml`),
    'xl/drawings/_rels/drawing1.xml.rels',
    'xl/drawings/drawing1.xml',
  ])
  const xml = parts.get('xl/charts/chart1.xml') ?? ''
  expect(parseXml(xml).name).toContain('chartSpace')
  expect(xml).toContain("<c:f>'Q&amp;A''s &quot;")
  expect(xml).toContain('$A$1:$A$2')
  expect(parts.get('xl/worksheets/sheet2.xml')).toMatch(/<drawing r:id="drawing"\/><\/worksheet>/)
  expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('<drawing ')
})
