import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { writeReport } from '../../rooms/pipeline/report.ts'
import { readParts } from '../../sheet/writing/read-workbook.ts'
import { hasLibreOffice, saveAs } from '../../support/libre-office.ts'
import { manyFigures } from './figures.ts'

/** The numbers that a chart whose title begins so was drawn of, series after series. */
function drawnNumbers(charts: readonly string[], title: string): number[][] {
  const chart = charts.find((xml) => xml.includes(`>${title}`)) ?? ''
  return [...chart.matchAll(/<c:val>([\s\S]*?)<\/c:val>/g)].map(([, values = '']) =>
    [...values.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => Number(value)),
  )
}

describe.skipIf(!hasLibreOffice)('the charts of a report', () => {
  it('are drawn by LibreOffice, of the same numbers as the figures', { timeout: 300_000 }, async () => {
    const folder = createFolder()
    const [output, saved] = [join(folder, 'report.xlsx'), join(folder, 'saved')]
    mkdirSync(saved)
    const figures = await manyFigures()
    await writeReport({ output, figures, people: false, doneWord: 'scored' })
    saveAs('xlsx', [output], saved)
    const listCharts = async (file: string): Promise<string[]> =>
      [...(await readParts(file))].flatMap(([name, xml]) => (name.startsWith('xl/charts/chart') ? [xml] : []))
    const charts = await listCharts(join(saved, 'report.xlsx'))
    expect(charts).toHaveLength((await listCharts(output)).length)
    expect(drawnNumbers(charts, 'How the overall scores are spread')).toEqual([[...figures.spread]])
    const [days] = figures.countries
    const byQuarter = drawnNumbers(charts, 'Days by country and quarter')
    expect(byQuarter.reduce((sum, series) => sum + (series[0] ?? 0), 0)).toBe(days?.days)
    const [, highest] = drawnNumbers(charts, 'Overall score from quarter to quarter')
    expect(highest).toEqual(figures.quarters.filter(({ days }) => days > 0).map(({ overall }) => overall.worst))
  })
})
