import { stringify } from 'csv-stringify/sync'
import { hashRequest } from '../../rooms/ledger.ts'
import type { Dice } from './dice.ts'

/** A table as somebody edits it: headings and lines of text. */
export interface Sheet {
  headings: readonly string[]
  lines: readonly (readonly string[])[]
}

/** What one line of a sheet stands for, worked out here and not by the product. */
export type Expectation =
  | { kind: 'invalid' }
  | { kind: 'request'; content: string }
  /** Names an identifier: only asked for, never created. */
  | { kind: 'identified'; identifier: string; content: string | undefined }

export const headings = [
  'purpose',
  'employeeId',
  'seniority',
  'roleType',
  'citizenship',
  'destination',
  'residency',
  'startDate',
  'endDate',
  'salesContracts',
  'pastTripsDuration',
  'legalRight',
  'benefitLocalMarket',
] as const

/** The service refuses trips to here, as content and for good. */
export const refusedDestination = 'Atlantis'

const countries: readonly [string, ...string[]] = ['Spain', 'Portugal', 'France', 'Japan', 'Chile']
const seniorities = ['Low', 'Mid', 'Senior']

/** Nobody’s is part of another’s, or of anything else. */
export const people = Array.from({ length: 12 }, (_, index) => `Person-${index + 10}`) as [string, ...string[]]

/** A line that passes the checks. Few people, so that one of them has several trips. */
export function drawLine(dice: Dice): string[] {
  const destination = dice.chance(0.06) ? refusedDestination : dice.pick(countries)
  const day = String(dice.int(1, 28)).padStart(2, '0')
  const person = dice.pick(people)
  const past = String(dice.int(0, 60))
  return [
    'Work From Anywhere',
    person,
    dice.pick(['Low', 'Mid', 'Senior']),
    'Engineer',
    'Germany',
    destination,
    'Germany',
    `2026-05-${day}`,
    '2026-06-15',
    'No',
    past,
    'Yes',
    'No',
  ]
}

/** Something that the checks find. */
export function spoil(line: readonly string[], dice: Dice): string[] {
  const [heading, value] = dice.pick<readonly [(typeof headings)[number], string]>([
    ['seniority', 'Chief'],
    ['employeeId', ''],
    ['endDate', '2026-01-01'],
    ['pastTripsDuration', '1.5'],
  ])
  return line.with(headings.indexOf(heading), value)
}

export function expectationOf(sheet: Sheet, line: readonly string[]): Expectation {
  const value = (heading: string): string => line[sheet.headings.indexOf(heading)] ?? ''
  const identifier = value('assessmentId')
  const isValid =
    value('employeeId') !== '' &&
    seniorities.includes(value('seniority')) &&
    value('endDate') >= value('startDate') &&
    /^\d+$/.test(value('pastTripsDuration'))
  if (!isValid) return identifier === '' ? { kind: 'invalid' } : { kind: 'identified', identifier, content: undefined }
  const request: Record<string, string | number> = {}
  for (const heading of headings) request[heading] = value(heading)
  request['pastTripsDuration'] = Number(value('pastTripsDuration'))
  for (const date of ['startDate', 'endDate']) request[date] = `${value(date)}T00:00:00.000Z`
  const content = contentOf(request)
  return identifier === '' ? { kind: 'request', content } : { kind: 'identified', identifier, content }
}

/** One short name for a content, whoever writes its fields in whatever order. */
export function contentOf(request: object): string {
  return hashRequest(request).toString('hex').slice(0, 12)
}

export function toCsv({ headings: names, lines }: Sheet): string {
  return stringify([names, ...lines].map((cells) => names.map((_, index) => cells[index] ?? '')))
}
