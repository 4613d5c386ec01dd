import type { CrossCheck, FieldValues } from '../../pipeline/model/operation.ts'
import { dayMs } from '../../support/clock.ts'

const farAwayMs = 10 * 365.25 * dayMs

/** Checks across cells: the order of the dates, and unlikely durations. */
export function checkTrip(values: FieldValues, now: number): CrossCheck {
  const start = Date.parse(String(values.get('startDate')))
  const end = Date.parse(String(values.get('endDate')))
  const problems: { field: string; rule: string; hint: string }[] = []
  const warnings: { field: string; rule: string }[] = []
  if (end < start) {
    const hint = 'Check both dates: one of them may have day and month, or the year, mixed up.'
    problems.push({
      field: 'endDate',
      rule: `must be on or after the start date (${String(values.get('startDate')).slice(0, 10)})`,
      hint,
    })
  }
  const workingDays = values.get('workingDays')
  const tripDays = Math.floor((end - start) / dayMs) + 1
  if (typeof workingDays === 'number' && tripDays > 0 && workingDays > tripDays) {
    warnings.push({ field: 'workingDays', rule: `is more than the ${tripDays} days of the trip` })
  }
  for (const [field, time] of [
    ['startDate', start],
    ['endDate', end],
  ] as const) {
    if (Math.abs(time - now) > farAwayMs) warnings.push({ field, rule: 'is more than ten years away' })
  }
  return { problems, warnings }
}
