import { chmodSync, readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import { expect, it, onTestFinished } from 'vitest'
import { defaultLists, openSandbox } from '../rooms/sandbox.ts'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'

const headings = [
  'Personalnummer',
  'Name',
  'Karrierestufe',
  'Tätigkeitsart',
  'Staatsangehörigkeit',
  'Zielland / Ort',
  'Wohnsitzland',
  'Reisebeginn',
  'Reiseende',
  'Vertragsabschluss vor Ort?',
  'Vorreisen (Tage)',
  'Arbeitserlaubnis liegt vor',
  'Nutzen lokaler Markt',
]

/** The workbook of a German HR department: a cover, and a sheet for each region with a title, trips and a total. */
async function writeQuarter(file: string, first: number): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('Deckblatt').addRow(['Reisen des Quartals'])
  let id = first
  for (const region of ['EMEA', 'AMER', 'APAC', 'LATAM']) {
    const sheet = workbook.addWorksheet(region)
    sheet.addRow([`Geschäftsreisen ${region}`])
    sheet.addRow([])
    sheet.addRow(headings)
    for (const [level, target, right] of [
      ['L3', 'Spanien', 'x'],
      ['Senior', 'Portugal', ''],
      ['L3', 'UK', 'Unklar'],
    ]) {
      const [from, to] = ['16.03.2026', new Date('2026-04-02')]
      const trip = ['Engineering', 'Polen', target, 'Germany', from, to, 'Nein', '-', right, 'ja']
      sheet.addRow([String(id++).padStart(5, '0'), `Eva Muster ${id}`, level, ...trip])
    }
    sheet.addRow(['Summe', ...Array(9).fill(null), 12])
  }
  workbook.addWorksheet('Legende').addRow(['x = ja'])
  await workbook.xlsx.writeFile(file)
}

it('a German workbook is drafted, kept and run once; the next quarter is one command without options', {
  timeout: 120_000,
}, async () => {
  const sandbox = await openSandbox({ port: 0, data: ':memory:', readyAfterMs: { min: 0, max: 0 } })
  onTestFinished(() => sandbox.close())
  const space = new Workspace()
  await writeQuarter(space.path('q3.xlsx'), 100)
  await writeQuarter(space.path('q4.xlsx'), 200)
  space.write('lists.json', JSON.stringify(defaultLists))
  space.write('token', sandbox.companies[0]?.token ?? '')
  chmodSync(space.path('token'), 0o600)

  const drafted = await space.run(['inspect', 'q3.xlsx', '--draft', '--lists', 'lists.json'], {
    RWA_BASE_URL: sandbox.baseUrl,
  })
  expect([drafted.code, drafted.stderr]).toEqual([0, expect.stringContaining(`${space.path('rwa-batch.json')}, with`)])
  const draft = readFileSync(space.path('rwa-batch.json'), 'utf8')
  expect(JSON.parse(draft)).toEqual({
    baseUrl: sandbox.baseUrl,
    lists: 'lists.json',
    assess: {
      sheets: '? all',
      columns: {
        'Zielland / Ort': '? destination',
        'Vertragsabschluss vor Ort?': '? salesContracts',
        'Arbeitserlaubnis liegt vor': '? legalRight',
      },
      set: { purpose: '? Work From Anywhere' },
      dateFormats: ['? DD.MM.YYYY'],
      values: {
        seniority: { L3: '?' },
        citizenship: { Polen: '? Poland' },
        destination: { Spanien: '? Spain', UK: '? United Kingdom' },
        pastTripsDuration: { '-': '?' },
        legalRight: { x: '? Yes', '': '? No' },
      },
    },
  })

  const early = await space.run(['assess', 'q3.xlsx'])
  expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('guesses for assess (first: ')])

  const filledIn = draft.replace('"L3": "?"', '"L3": "Senior"').replace('"-": "?"', '"-": "0"').replaceAll('"? ', '"')
  space.writeProfile({ tokenFile: 'token', ...JSON.parse(filledIn) })
  const first = await space.run(['assess', 'q3.xlsx', '--json'])
  expect([first.code, first.summary.outcomes]).toEqual([0, { scored: 12, skipped: 4 }])

  const second = await space.run(['assess', 'q4.xlsx'])
  expect([second.code, second.stderr]).toEqual([0, expect.stringMatching(/ {2}12 {2}scored {5}created, with scores\n/)])
  expect(second.stderr).toContain('destination: 4 × UK → United Kingdom')
  expect(second.stderr).toContain('legalRight: 4 × (empty) → No')
  const { rows } = (await readOutput(space.path('output/q4.assessed.xlsx'), 'Corrections')).table('Corrections')
  expect(rows).toHaveLength(48)
  expect(rows[0]).toMatchObject({ sheet: 'EMEA', cell: 'EMEA!C4', value: 'L3', corrected: 'Senior', outcome: 'scored' })
})
