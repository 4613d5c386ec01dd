import { describe, expect, it } from 'vitest'
import { guessFields, surveyColumns } from '../../rooms/app/check.ts'
import { assess } from '../../rooms/operations.ts'
import { headingsOf } from '../../rooms/pipeline/tables.ts'
import { findHeadings } from '../../rooms/sheet/headings.ts'
import type { SheetRow, SheetSource } from '../../rooms/sheet.ts'

const { fields } = assess.sheet

function toRows(lines: readonly (readonly string[])[]): SheetRow[] {
  return lines.map((line, at) => {
    return { number: at + 1, isHidden: false, cells: line.map((v) => (v === '' ? { t: 'z' } : { t: 's', v })) }
  })
}

async function guess(...lines: readonly (readonly string[])[]) {
  const rows = toRows(lines)
  const source = {
    async *rows() {
      yield* rows
    },
  } as unknown as SheetSource
  const search = findHeadings(rows, headingsOf(fields, new Map()), new Map(), 1)
  if (search.kind === 'none') throw new Error('expected headings')
  const survey = await surveyColumns(source, 1, { headings: search.columns })
  return guessFields(search.columns, fields, { given: new Map(), survey }).map(({ heading, fields: names, by }) =>
    [heading, by, ...names].join(' | '),
  )
}

describe('columns without a field', () => {
  it('of a tracker made by hand are guessed by what is nearest', async () => {
    expect(
      await guess([
        'Work e-mail',
        'Purpose of stay',
        'Visa / right to work?',
        'Prior Travel Days (Rolling 12M)',
        'Helps the local market?',
        'Signs contracts?',
      ]),
    ).toEqual([
      'Purpose of stay | heading | purpose',
      'Prior Travel Days (Rolling 12M) | heading | pastTripsDuration',
      'Visa / right to work? | heading | legalRight',
      'Helps the local market? | heading | benefitLocalMarket',
    ])
  })
  it('of an export are guessed by what is nearest', async () => {
    expect(
      await guess([
        'Personnel Number',
        'Destination Country/Region',
        'Country of Company',
        'Segment Start Date',
        'Segment End Date',
        'Trip Purpose',
        'Job Family',
        'Pay Grade',
        'Business Days',
      ]),
    ).toEqual([
      'Trip Purpose | heading | purpose',
      'Destination Country/Region | heading | destination',
      'Country of Company | heading | residency',
      'Segment Start Date | heading | startDate',
      'Segment End Date | heading | endDate',
    ])
  })
  it('in an unknown language are guessed by their cells; of several countries a person says which is which', async () => {
    expect(
      await guess(
        [
          'Nr pracownika',
          'Imię i nazwisko',
          'Obywatelstwo',
          'Kraj docelowy',
          'Kraj zatrudnienia',
          'Data wyjazdu',
          'Data powrotu',
          'Cel',
        ],
        ['10482', 'Anna Nowak', 'Polska', 'Niemcy', 'Polska', '12.01.2027', '29.01.2027', 'Work From Anywhere'],
        ['10517', 'Paweł Kowalski', 'Ukraina', 'Hiszpania', 'Polska', '01.02.2027', '26.02.2027', 'Hire From Anywhere'],
        ['10533', 'Ewa Wójcik', 'Polska', 'Czechy', 'Polska', '15.02.2027', '19.02.2027', 'Work From Anywhere'],
      ),
    ).toEqual([
      'Data wyjazdu | dates | startDate',
      'Data powrotu | dates | endDate',
      'Obywatelstwo | countries | citizenship | destination | residency',
      'Kraj docelowy | countries | citizenship | destination | residency',
      'Kraj zatrudnienia | countries | citizenship | destination | residency',
      'Cel | values | purpose',
      'Nr pracownika | codes | employeeId',
    ])
  })
  it('are guessed for the only field that is left of a kind', async () => {
    expect(
      await guess(
        ['Nationality', 'Home country', 'Kraj docelowy', 'Trip start', 'Data powrotu'],
        ['Poland', 'Poland', 'Niemcy', '2027-01-12', '2027-01-29'],
        ['Poland', 'Poland', 'Hiszpania', '2027-02-01', '2027-02-26'],
        ['Poland', 'Poland', 'Czechy', '2027-02-15', '2027-02-19'],
      ),
    ).toEqual(['Data powrotu | dates | endDate', 'Kraj docelowy | countries | destination'])
  })

  it('of addresses hold the identifier where no numbers do, and no address is repeated', async () => {
    const lines = [
      ['anna@acme.example', 'boss@acme.example', '10482'],
      ['ewa@acme.example', 'boss@acme.example', '10517'],
      ['jan@acme.example', 'boss@acme.example', '10533'],
    ]
    const heading = ['Nationality', 'Work e-mail', 'Line manager', 'Nr']
    const toRow = (line: readonly string[]) => ['Poland', ...line]
    expect(await guess(heading, ...lines.map(toRow))).toEqual(['Nr | codes | employeeId'])
    expect(await guess(heading.slice(0, 3), ...lines.map((line) => toRow(line.slice(0, 2))))).toEqual([
      'Work e-mail | values | employeeId',
    ])
  })

  it('that share but a word with a field are no guess', async () => {
    expect(await guess(['Purpose', 'Nr pracownika'])).toEqual(['Nr pracownika | words | employeeId'])
  })
})
