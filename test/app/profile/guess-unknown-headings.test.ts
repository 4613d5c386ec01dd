import { describe, expect, it } from 'vitest'
import { guessColumns } from '../../rooms/app/profile.ts'
import { assess, invite } from '../../rooms/operations.ts'
import type { Cell } from '../../rooms/sheet.ts'

const day = (v: string): Cell => ({ t: 'd', v: `${v}T00:00:00.000Z` })
const text = (v: string): Cell => ({ t: 's', v })
const column = (heading: string, ...values: (string | Cell)[]) => ({
  heading,
  cells: values.map((value) => (typeof value === 'string' ? text(value) : value)),
})
const guess = (...columns: ReturnType<typeof column>[]) => guessColumns(columns, assess.sheet.fields)

const threeCountries = '? citizenship, destination or residency'

describe('a sheet without a known heading', () => {
  it('in Hungarian: every heading is listed, dates by their order, countries as one of three', () => {
    expect(
      guess(
        column('Törzsszám', '004711', '004712', '004713'),
        column('Név', 'Kovács Anna', 'Nagy Béla', 'Tóth Éva'),
        column('Állampolgárság', 'Magyarország', 'Németország', 'Magyarország'),
        column('Fogadó ország', 'Portugália', 'Spanyolország', 'Ausztria'),
        column('Hazaérkezés', day('2026-03-31'), day('2026-04-30'), day('2026-05-02')),
        column('Kiutazás', day('2026-03-01'), day('2026-04-02'), day('2026-05-02')),
        column('Munkavállalási jog', 'igen', 'nem', 'igen'),
      ),
    ).toEqual({
      Törzsszám: '? employeeId',
      Név: '?',
      Állampolgárság: threeCountries,
      'Fogadó ország': threeCountries,
      Hazaérkezés: '? endDate',
      Kiutazás: '? startDate',
      'Munkavállalási jog': '?',
    })
  })

  it('in Japanese', () => {
    expect(
      guess(
        column('社員番号', 'A-1001', 'A-1002'),
        column('国籍', '日本', 'ドイツ'),
        column('出発日', '2026-03-01', '2026-04-01'),
        column('帰国日', '2026-03-31', '2026-04-02'),
        column('就労資格', 'はい', 'いいえ'),
      ),
    ).toEqual({
      社員番号: '? employeeId',
      国籍: threeCountries,
      出発日: '? startDate',
      帰国日: '? endDate',
      就労資格: '?',
    })
  })

  it.each([
    ['words that are codes of countries, too', column('Sì?', 'si', 'no', 'si')],
    ['a number that repeats', column('Giorni', '100', '100', '100')],
    ['an empty column', column('Bemerkung')],
    ['names', column('Név', 'Kovács Anna', 'Nagy Béla')],
  ])('gets no guess for %s', (_name, only) => {
    expect(guess(only)).toEqual({ [only.heading]: '?' })
  })

  it('leaves dates open where their order proves nothing', () => {
    const [first, last] = [day('2026-03-01'), day('2026-03-31')]
    const open = '? startDate or endDate'
    expect(guess(column('Datum', first))).toEqual({ Datum: open })
    expect(guess(column('A', first), column('B', first))).toEqual({ A: open, B: open })
    expect(guess(column('A', first), column('B', last), column('C', last))).toEqual({ A: open, B: open, C: open })
  })

  it('gets no guess for an identifier that two columns may hold', () => {
    const two = [column('A', 'X-1001', 'X-1002'), column('B', '900001', '900002')]
    expect(guess(...two)).toEqual({ A: '?', B: '?' })
  })

  it('gets guesses of the operation alone', () => {
    expect(guessColumns([column('Land', 'Spanien'), column('Nr', '4711')], invite.sheet.fields)).toEqual({
      Land: '?',
      Nr: '? staff_id',
    })
  })
})
