import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDecimal } from '../../rooms/pipeline/drawing.ts'
import { writeReport } from '../../rooms/pipeline/report.ts'
import { type Output, readOutput } from '../../support/outputs.ts'
import { manyFigures } from './figures.ts'

let folder: string
let page: string
let book: Output

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-faces-'))
  const figures = await manyFigures()
  for (const ending of ['html', 'xlsx']) {
    await writeReport({ output: join(folder, `report.${ending}`), figures, people: true, doneWord: 'scored' })
  }
  page = readFileSync(join(folder, 'report.html'), 'utf8')
  book = await readOutput(join(folder, 'report.xlsx'), 'Spread')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The rows of a table of the page, as it shows them. */
function rowsOfPage(title: string): string[][] {
  const section = page.split(`<h2>${title}</h2>`)[1]?.split('</section>')[0] ?? ''
  return [...section.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell)),
  )
}

/** What the pictures of the page say of their parts: `Spain, 2026-Q1` → `12`. */
function drawnOnPage(title: string): Map<string, string> {
  const section = page.split(`<h2>${title}</h2>`)[1]?.split('</section>')[0] ?? ''
  return new Map(
    [...section.matchAll(/<title>([^<]*): ([\d.,]+)<\/title>/g)].map(([, of = '', value = '']) => [plain(of), value]),
  )
}

/** The cells that a chart of the workbook is drawn of: heading → label → number. */
function cellsOfChart(first: string, second: string): Map<string, Map<string, unknown>> {
  const { lines } = book.table('Charts')
  const head = lines.find((line) => line.some((cell, at) => cell === first && line[at + 1] === second)) ?? []
  const left = head.findIndex((cell, at) => cell === first && head[at + 1] === second)
  const right = head.findIndex((cell, at) => at > left && (cell ?? '') === '')
  const rows = lines.slice(lines.indexOf(head) + 1).filter((line) => (line[left] ?? '') !== '')
  const headings = head.slice(left + 1, right < 0 ? undefined : right)
  return new Map(
    headings.map((heading, at) => [
      String(heading),
      new Map(rows.map((row) => [String(row[left]), row[left + 1 + at] ?? null])),
    ]),
  )
}

const whole = (value: unknown): string => Number(value ?? 0).toLocaleString('en')

describe('the faces of a report show the same numbers', () => {
  it.each([
    ['Risk by destination', 'Risk by destination', 'Destination'],
    ['Days by country', 'Days by country and quarter', 'Country'],
    ['Quarters', 'From quarter to quarter', 'Quarter'],
    ['Spread', 'How the overall scores are spread', 'Overall score'],
    ['Outcomes', 'Requests by outcome', 'Outcome'],
  ])('in the table %s', (sheet, title, key) => {
    const { headings, rows } = book.table(sheet)
    const [head = [], ...shown] = rowsOfPage(title)
    expect(head).toEqual(headings)
    expect(shown.length).toBe(Math.min(40, rows.length))
    for (const [index, cells] of shown.entries()) {
      for (const [at, heading] of headings.entries()) {
        const value = rows[index]?.[heading]
        const isScore = !Number.isInteger(value) || /overall|right|tax|security|law|status/i.test(heading)
        const expected = typeof value !== 'number' ? (value ?? '') : isScore ? oneDecimal(value) : whole(value)
        expect(cells[at], `${sheet}, ${String(rows[index]?.[key])}, ${heading}`).toBe(expected)
      }
    }
  })

  it('in the pictures of how scores are spread', () => {
    const counts = cellsOfChart('Overall score', 'Trips and hires').get('Trips and hires') ?? new Map()
    const drawn = drawnOnPage('How the overall scores are spread')
    expect(counts.size).toBe(10)
    for (const row of book.table('Spread').rows) {
      const band = String(row['Overall score'])
      expect([counts.get(band), drawn.get(band)]).toEqual([row['Trips and hires'], whole(row['Trips and hires'])])
    }
  })

  it('in the pictures of days', () => {
    const byQuarter = cellsOfChart('Country', '2024-Q4')
    const drawn = drawnOnPage('Days by country and quarter')
    expect(byQuarter.size).toBeGreaterThan(4)
    for (const row of book.table('Days by country').rows.slice(0, 15)) {
      const country = String(row['Country'])
      for (const [quarter, days] of byQuarter) {
        const part = quarter === 'Other quarters' ? 'others' : quarter
        const of = `${country} in ${quarter}`
        if (quarter in row) expect(days.get(country), of).toBe(row[quarter] ?? 0)
        expect(drawn.get(`${country}, ${part}`) ?? '0', of).toBe(whole(days.get(country)))
      }
    }
  })

  it('in the pictures of the trend, and of mean scores by destination', () => {
    const trend = cellsOfChart('Quarter', 'Mean')
    const drawn = drawnOnPage('From quarter to quarter')
    const quarters = book.table('Quarters').rows.filter((row) => trend.get('Mean')?.has(String(row['Quarter'])))
    expect(quarters.length).toBeGreaterThan(4)
    for (const row of quarters) {
      const quarter = String(row['Quarter'])
      expect([trend.get('Mean')?.get(quarter), trend.get('Highest')?.get(quarter)]).toEqual([
        row['Mean overall'] ?? null,
        row['Highest overall'] ?? null,
      ])
      const labels = quarters.length > 9 ? quarter.slice(2) : quarter
      if (row['Mean overall'] != null)
        expect(drawn.get(`mean, ${labels}`)).toBe(oneDecimal(Number(row['Mean overall'])))
    }
    const risks = cellsOfChart('Destination', 'Overall').get('Overall') ?? new Map()
    const destinations = book.table('Risk by destination').rows
    expect(risks.size).toBe(destinations.length)
    for (const row of destinations) {
      expect(risks.get(String(row['Destination']))).toBe(row['Overall'])
    }
  })
})
