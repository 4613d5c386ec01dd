import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftSettings } from '../../rooms/app/profile.ts'
import { assess, decide } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'
import type { ReadOptions } from '../../rooms/settings.ts'
import { silentLogger } from '../../rooms/support.ts'
import { type Row, toWorkbook, trip } from '../../support/trips.ts'
import { createFolder } from './folder.ts'

async function draft(
  sheets: Readonly<Record<string, readonly Row[]>>,
  reading: ReadOptions = {},
  operation: Operation = assess,
) {
  const input = join(createFolder(), 'trips.xlsx')
  writeFileSync(input, await toWorkbook(sheets))
  return draftSettings(operation, input, reading, { logger: silentLogger })
}

/** A trip with one of its headings called otherwise. */
function rename(row: Row, from: string, to: string): Row {
  return Object.fromEntries(Object.entries(row).map(([heading, cell]) => [heading === from ? to : heading, cell]))
}

describe('a draft', () => {
  it('of a sheet that is understood guesses nothing', async () => {
    expect(await draft({ Trips: [trip('E1', { Remark: 'fine' })] })).toEqual({
      guesses: { columns: {}, set: {}, values: {} },
      carried: ['Remark'],
      isReadable: true,
    })
  })

  it('of a sheet in which nothing is known lists every heading, and is no statement that all is well', async () => {
    const row = { Törzsszám: '004711', Állampolgárság: 'Magyarország', Kiutazás: '2026-03-01', Vége: '2026-03-31' }
    expect(await draft({ Adatok: [row, { ...row, Törzsszám: '004712' }] })).toEqual({
      guesses: {
        columns: {
          Törzsszám: '? employeeId',
          Állampolgárság: '? citizenship, destination or residency',
          Kiutazás: '? startDate',
          Vége: '? endDate',
        },
      },
      carried: [],
      isReadable: false,
    })
  })

  it('takes countries for what their names mean in other languages, also where no list is known', async () => {
    const { guesses } = await draft({ Trips: [trip('E1', { Nationality: 'Deutschland', 'Host country': 'UK' })] })
    expect(guesses.values).toEqual({
      citizenship: { Deutschland: '? Germany' },
      destination: { UK: '? United Kingdom' },
    })
  })

  it('leaves what is known already: a list, a correction, a way to read dates', async () => {
    const rows = [trip('E1', { 'Host country': 'Spanien', 'Home country': 'Polen', 'Trip start': '28.02.2026' })]
    const known = {
      lists: { destination: ['Spain'] },
      values: { residency: { polen: 'Poland' } },
      dateFormat: 'DD.MM.YYYY',
    }
    const { guesses } = await draft({ Trips: rows }, known)
    expect(guesses).toEqual({ columns: {}, set: {}, values: { destination: { Spanien: '? Spain' } } })
  })

  it('is of all sheets that are meant, each with its own heading for a field', async () => {
    const other = rename(trip('E2', { 'Right to work': 'who knows' }), 'Host country', 'Host countri')
    const { guesses } = await draft({ Cover: [{ Title: 'Q3' }], EMEA: [trip('E1')], AMER: [other] })
    expect(guesses).toEqual({
      sheets: '? all',
      columns: { 'Host countri': '? destination', 'Host country': '? destination' },
      set: {},
      values: { legalRight: { 'who knows': '?' } },
    })
  })

  it('asks for what nobody can guess, and looks at the values all the same', async () => {
    const { 'Right to work': _, ...row } = trip('E1', { Seniority: 'L3' })
    expect(await draft({ Trips: [row] })).toMatchObject({
      guesses: { set: { legalRight: '?' }, values: { seniority: { L3: '?' } } },
      isReadable: true,
    })
  })

  it('says where the values could not be looked at', async () => {
    const row = { ...trip('E1'), Destination: 'Spain', Extra: 1 }
    expect(await draft({ Trips: [row] })).toMatchObject({ guesses: { values: {} }, isReadable: false })
  })

  it('is of any operation', async () => {
    const row = { assessmentId: 'A-1', Status: 'freigegeben', 'Approved by': 'C-1', complianceTeamMember: 'C-1' }
    expect((await draft({ Decisions: [row] }, {}, decide)).guesses.values).toEqual({
      status: { freigegeben: '? Compliance Approved' },
    })
    const other = { assessmentId: 'A-2', Status: 'freigegeben', 'Manager ID': 'M-1' }
    expect((await draft({ Decisions: [row, other] }, {}, decide)).guesses.values).toEqual({
      status: { freigegeben: '?' },
    })
    const traveller = { assessmentId: 'A-1', Entscheidung: 'abgelehnt', Personalnummer: 'E-1' }
    expect((await draft({ Decisions: [traveller] }, {}, decide)).guesses).toMatchObject({
      columns: {},
      values: { status: { abgelehnt: '? Rejected' } },
    })
  })
})
