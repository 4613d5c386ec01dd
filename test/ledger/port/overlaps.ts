import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { load } from '../workspace.ts'
import { openNew } from './suite.ts'

const fields = { start: 'startDate', end: 'endDate', only: ['purpose', 'trip'] } as const

/** `E1 01 10`: an employee, and the days of August; a fourth word is another purpose. */
function dated(text: string): RowContent {
  const [employeeId = '', first = '', last = '', purpose = 'trip'] = text.split(' ')
  const toTime = (day: string) => (day.length > 2 ? day : `2026-08-${day}T00:00:00.000Z`)
  const identity = { employeeId, startDate: toTime(first), endDate: toTime(last), purpose }
  const similarityKey = { subject: employeeId, traits: [toTime(first), ''] as const }
  return { kind: 'request', request: { json: JSON.stringify(identity), identity, similarityKey, claims: [] } }
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOverlaps(name: string, createStore: () => LedgerStore): void {
  describe(`overlapping times of ${name}`, () => {
    it.each<[title: string, rows: string[], overlaps: string[]]>([
      ['later rows that begin before an earlier one ends', ['E1 01 10', 'E1 05 12'], ['E1 2+3 05-10']],
      ['rows in any order, the one within the other', ['E1 05 06', 'E2 01 30', 'E1 01 10'], ['E1 2+4 05-06']],
      [
        'a row behind a short one that is in a long one',
        ['E1 01 20', 'E1 02 03', 'E1 10 25'],
        ['E1 2+3 02-03', 'E1 2+4 10-20'],
      ],
      ['none where one ends as the next begins', ['E1 01 10', 'E1 10 12'], []],
      ['none of other people', ['E1 01 10', 'E2 05 12'], []],
      ['none of another purpose', ['E1 01 10', 'E1 05 12 hire'], []],
      ['none of equal rows', ['E1 01 10', 'E1 01 10'], []],
      [
        'times with an offset by when they are',
        ['E1 01 2026-08-10T00:30:00+01:00', 'E1 2026-08-09T23:45:00.000Z 12'],
        [],
      ],
    ])('overlapping are %s', async (_, rows, overlaps) => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, rows.map(dated), { allowDuplicates: true })
      const { count, first } = await ledger.overlaps.list(run, fields, 9)
      const day = (time: string) => time.slice(8, 10)
      const said = first.map(
        ({ subject, rows: [a, b], from, to }) => `${subject} ${a.rowNumber}+${b.rowNumber} ${day(from)}-${day(to)}`,
      )
      expect([count, said]).toEqual([overlaps.length, overlaps])
    })

    it('no more are named than asked for, and all are counted', async () => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, ['E1 01 10', 'E1 02 10', 'E1 03 10', 'E1 04 10'].map(dated))
      expect(await ledger.overlaps.list(run, fields, 2)).toMatchObject({
        count: 3,
        first: [{ subject: 'E1' }, { subject: 'E1' }],
      })
    })
  })
}
