import { toMinute } from '../../support/clock.ts'
import { showDay } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { isSimulated } from '../model/run.ts'

export function describeReport(figures: Figures): [label: string, text: string][] {
  const { targets, period, readAt } = figures
  const companies = [...new Set(targets.map(({ company }) => company))].sort()
  // The sandbox's address is a path on this machine, which is private.
  const addresses = [...new Set(targets.map(({ address }) => (isSimulated({ address }) ? 'sandbox' : address)))].sort()
  return [
    [companies.length > 1 ? 'Companies' : 'Company', companies.join(', ')],
    ['Period', showPeriod(period)],
    ['Service', addresses.join(', ')],
    ['Read (UTC)', `${toMinute(readAt)}`],
  ]
}

function showPeriod({ first, last }: Figures['period']): string {
  if (first === undefined && last === undefined) return 'all that is known'
  if (first === undefined) return `until ${showDay(last ?? 0)}`
  return last === undefined ? `from ${showDay(first)}` : `${showDay(first)} to ${showDay(last)}`
}

export function keyFigures({ trips, hires, people, days, scored }: Figures): [label: string, value: number][] {
  return [
    ['Trips', trips],
    ['Hires', hires],
    ['People', people],
    ['Days abroad', days],
    ['Scored', scored],
  ]
}
