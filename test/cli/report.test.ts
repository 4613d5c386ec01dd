import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'

const trips = [
  trip('E-001', { 'Trip start': '2026-03-25', 'Trip end': '2026-04-05' }),
  trip('E-001', { 'Trip start': '2026-04-01', 'Trip end': '2026-04-10' }),
  trip('E-002', { 'Host country': 'Spain' }),
]

describe('report', () => {
  it('shows all that the ledger holds, as a page that is replaced and as a workbook', async () => {
    const workspace = new Workspace()
    workspace.write('trips.csv', toCsv(trips))
    expect((await workspace.assess('trips.csv', '--sandbox')).code).toBe(0)

    const page = await workspace.run(['report'])
    expect(page).toMatchObject({ code: 0, stdout: 'output/report.html\n' })
    expect(page.stderr).toContain('3 trips and 0 hires of 2 people')
    expect((await workspace.run(['report', '--company', ' DEFAULT ', '--from', '2026-Q1'])).code).toBe(0)
    expect(readFileSync(workspace.path('output/report.html'), 'utf8')).toMatch(/SIMULATED[\s\S]*Person 1/)

    expect((await workspace.run(['report', '-o', 'report.xlsx', '--people', '--to', '2026-Q1'])).code).toBe(0)
    const { results } = await readOutput(workspace.path('report.xlsx'), 'Days by person')
    expect(results.map((row) => [row['Person'], row['Country'], row['Days']])).toEqual([
      ['E-002', 'Spain', 31],
      ['E-001', 'Portugal', 7],
    ])
  })

  it('asks for nothing that was corrected, in the same file or in another, and names trips that left their sheet', async () => {
    const workspace = new Workspace()
    const [first, second] = [trip('E-001', { 'Host country': 'Portgual' }), trip('E-002', { 'Host country': 'Itlay' })]
    const listAttention = async (file: string): Promise<Record<string, unknown>> => {
      await workspace.run(['report', '-o', file])
      const { results } = await readOutput(workspace.path(file), 'Needs a person')
      return Object.fromEntries(results.map((row) => [row['What'], row['How many']]))
    }
    const [refused, undecided] = ['rows that the service refused', 'scored trips and hires without a decision']
    workspace.write('q1.csv', toCsv([first, second, trip('E-003'), trip('E-004')]))
    await workspace.assess('q1.csv', '--sandbox')
    expect(await listAttention('1.xlsx')).toEqual({ [refused]: 2, [undecided]: 2 })

    workspace.write('corrected.csv', toCsv([trip('E-001'), second, trip('E-003'), trip('E-004')]))
    await workspace.assess('corrected.csv', '--sandbox')
    expect(await listAttention('2.xlsx')).toEqual({ [refused]: 1, [undecided]: 3 })

    workspace.write('q1.csv', toCsv([trip('E-001'), trip('E-002'), trip('E-003')]))
    workspace.write('corrected.csv', toCsv([trip('E-001'), trip('E-002'), trip('E-003')]))
    for (const file of ['q1.csv', 'corrected.csv']) await workspace.assess(file, '--sandbox')
    expect(await listAttention('3.xlsx')).toEqual({
      'trips and hires in no sheet any more, and not canceled': 1,
      [undecided]: 4,
    })
  })

  it('refuses what it cannot show, and never replaces what it did not write', async () => {
    const workspace = new Workspace()
    workspace.write('trips.csv', toCsv(trips))
    expect(await workspace.run(['report'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no ledger'),
    })
    await workspace.assess('trips.csv', '--sandbox', '--no-wait')
    workspace.write('mine.html', '<h1>mine</h1>')
    workspace.write('mine.xlsx', 'mine')
    for (const [args, words] of [
      [['-o', 'trips.csv'], 'the output trips.csv is neither .html nor .xlsx'],
      [['-o', 'mine.xlsx'], 'exists already, and is not replaced'],
      [['-o', 'mine.html'], 'exists already, and is not replaced'],
      [['-o', 'report.pdf'], 'is neither .html nor .xlsx'],
      [['--from', 'yesterday'], '--from "yesterday" is not a date'],
      [['--from', '2026', '--to', '2025'], 'ends (2025) before it begins (2026)'],
      [['--company', 'globex'], 'knows no company "globex"'],
    ] as const) {
      const { code, stderr } = await workspace.run(['report', ...args])
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
    }
    expect(existsSync(workspace.path('output/report.html'))).toBe(false)
  })
})
