import { describe, expect, it } from 'vitest'
import { cancelledWords, languages } from '../../rooms/operations/languages.ts'
import { watchRemarks } from '../../rooms/pipeline/load.ts'
import type { Cell } from '../../rooms/sheet.ts'

const columns = [
  { index: 0, heading: 'Staff ID', field: 'employeeId' },
  { index: 1, heading: 'Remarks', field: undefined },
  { index: 2, heading: 'Problem', field: undefined },
]

function observe(...texts: readonly string[][]): { count: number; shown: string } | undefined {
  const remarks = watchRemarks(cancelledWords, columns, [2])
  for (const [index, row] of texts.entries()) {
    const cells = row.map((v): Cell => ({ t: 's', v }))
    remarks.observe({ number: index + 2, cells, isHidden: false })
  }
  const [note] = remarks.notes()
  return (note as { facts?: object } | undefined)?.facts as { count: number; shown: string } | undefined
}

describe('a remark beside a trip', () => {
  it.each([
    'CANCELLED – visa refused',
    'canceled',
    'Trip cancelled 3 May',
    'storniert',
    'Reise abgesagt (Kunde)',
    'Annulée',
    'cancelado: sin visado',
    'geannuleerd',
  ])('is found where it says that the trip does not take place: %s', (text) => {
    expect(observe(['E-1', text])).toEqual({ count: 1, shown: `B2 “${text}”` })
  })

  it.each([
    'Cancellation insurance bought',
    'not cancelled',
    'Hotel: cancelled booking is refunded',
    'entfällt',
    'Yes',
    'withdrawnness',
    '',
  ])('is no such remark otherwise: %s', (text) => expect(observe(['E-1', text])).toBeUndefined())

  it('is looked for in the customer’s own columns only, and a few are shown', () => {
    expect(observe(['Cancelled', 'ok', 'cancelled'])).toBeUndefined()
    const { count, shown } = observe(...Array.from({ length: 7 }, () => ['E-1', 'storniert'])) ?? {}
    const cells = [2, 3, 4, 5, 6].map((row) => `B${row} “storniert”`)
    expect([count, shown]).toEqual([7, [...cells, '…'].join(', ')])
  })

  it('has words in every language', () => {
    expect(languages.filter(({ rows }) => rows.cancelled.length < 2).map(({ code }) => code)).toEqual([])
  })
})
