import { BatchError } from '../support/errors.ts'
import { type SettingName, settings } from './all.ts'

/** For values that no parser has read. @throws BatchError `usage` for a number that cannot be used. */
export function requireUsableNumbers(values: Partial<Record<SettingName, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const expected = typeof value === 'number' ? explainNumber(name as SettingName, value) : undefined
    if (expected !== undefined) throw new BatchError('usage', `${name} must be ${expected}, not ${value}`)
  }
}

/** The expected number; undefined for a valid one. */
function explainNumber(name: SettingName, value: number): string | undefined {
  const { kind } = settings[name]
  if (kind.type === 'rate') return value > 0 ? undefined : 'more than 0'
  if (kind.type !== 'count' && kind.type !== 'duration') return undefined
  // Infinity is not a whole number.
  if (kind.type === 'duration' && kind.canBeEndless === true && value === Number.POSITIVE_INFINITY) return undefined
  const least = kind.type === 'count' ? kind.least : 0
  return Number.isInteger(value) && value >= least ? undefined : `a whole number of ${least} or more`
}
