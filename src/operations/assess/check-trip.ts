import { find } from '../../messages/catalogue.ts'
import type { CrossCheck, FieldFinding, FieldValues } from '../../pipeline/model/operation.ts'
import { dayMs } from '../../support/clock.ts'

const farAwayMs = 10 * 365.25 * dayMs

/** Checks across cells: the order of the dates, and unlikely durations. */
export function checkTrip(values: FieldValues, now: number): CrossCheck {
  const start = Date.parse(String(values.get('startDate')))
  const end = Date.parse(String(values.get('endDate')))
  const problems: FieldFinding[] = []
  const warnings: FieldFinding[] = []
  if (end < start) {
    const start = String(values.get('startDate')).slice(0, 10)
    problems.push({ field: 'endDate', ...find('end-first', { start }) })
  }
  const workingDays = values.get('workingDays')
  const tripDays = Math.floor((end - start) / dayMs) + 1
  if (typeof workingDays === 'number' && tripDays > 0 && workingDays > tripDays) {
    warnings.push({ field: 'workingDays', ...find('days-over-trip', { days: tripDays }) })
  }
  for (const [field, time] of [
    ['startDate', start],
    ['endDate', end],
  ] as const) {
    if (Math.abs(time - now) > farAwayMs) warnings.push({ field, ...find('far-away') })
  }
  return { problems, warnings }
}
