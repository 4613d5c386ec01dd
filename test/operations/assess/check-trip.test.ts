import { describe, expect, it } from 'vitest'
import { checkTrip } from '../../rooms/operations.ts'

const now = Date.UTC(2026, 0, 15)

function check(startDate: string, endDate: string, workingDays?: number) {
  const values = new Map<string, string | number>([
    ['startDate', startDate],
    ['endDate', endDate],
  ])
  if (workingDays !== undefined) values.set('workingDays', workingDays)
  return checkTrip(values, now)
}

const may = (day: number): string => `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z`

describe('the dates of a trip', () => {
  it.each([
    ['end after they start: fine', may(4), may(15), []],
    ['end on the day they start: fine', may(4), may(4), []],
    ['end before they start: a problem of the end', may(15), may(4), ['endDate']],
    [
      'end before they start, seen across time zones',
      '2026-05-04T00:00:00.000+02:00',
      '2026-05-03T21:59:00.000Z',
      ['endDate'],
    ],
    ['end after they start, seen across time zones', '2026-05-04T00:00:00.000+02:00', '2026-05-03T22:00:00.000Z', []],
  ])('%s', (_, start, end, fields) => {
    expect(check(start, end).problems.map(({ field }) => field)).toEqual(fields)
  })

  it('in the wrong order are explained with the start date', () => {
    expect(check(may(15), may(4)).problems[0]).toMatchObject({
      rule: 'must be on or after the start date (2026-05-15)',
      hint: expect.stringContaining('mixed up'),
    })
  })

  it.each([
    ['in the past', '2015-05-04T00:00:00.000Z', '2026-05-15T00:00:00.000Z', ['startDate']],
    ['in the future', '2026-05-04T00:00:00.000Z', '2036-05-15T00:00:00.000Z', ['endDate']],
    ['within ten years', '2016-02-01T00:00:00.000Z', '2035-12-31T00:00:00.000Z', []],
  ])('over ten years away are a warning: %s', (_, start, end, fields) => {
    const { problems, warnings } = check(start, end)
    expect([problems, warnings.map(({ field }) => field)]).toEqual([[], fields])
  })

  it.each([new Map(), new Map([['startDate', may(4)]]), new Map([['endDate', may(4)]])])(
    'that could not be read are not spoken of again: %j',
    (values) => {
      expect(checkTrip(values, now)).toEqual({ problems: [], warnings: [] })
    },
  )
})

describe('the working days', () => {
  it.each([
    [12, []],
    [13, [{ field: 'workingDays', rule: 'is more than the 12 days of the trip' }]],
    [0, []],
  ])('of a trip of twelve days: %i', (workingDays, warnings) => {
    expect(check(may(4), may(15), workingDays)).toMatchObject({ problems: [], warnings })
  })

  it('are not compared with dates in the wrong order', () => {
    expect(check(may(15), may(4), 5).warnings).toEqual([])
  })
})
