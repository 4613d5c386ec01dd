// The rows that everything here is measured on: trips of 18 columns, the same for equal seeds, no two alike.
import { readFileSync } from 'node:fs'
import { seededRandom } from '../support/seeded-random.mjs'

const dayMs = 86_400_000
/** @type {Record<'roleType' | 'citizenship' | 'destination', string[]>} */
const lists = JSON.parse(readFileSync(new URL('../../samples/lists.json', import.meta.url), 'utf8'))
const homes = ['Germany', 'France', 'Spain', 'Sweden', 'United Kingdom', 'Ireland', 'Portugal', 'Switzerland']

/** As in samples/historical-trips.csv, and two that are the company's own. */
export const headings = [
  'Employee ID',
  'Employee name',
  'Department',
  'Assessment type',
  'Citizenship',
  'Country of residence',
  'Destination country',
  'Start date',
  'End date',
  'Working days',
  'Previous days abroad',
  'Role type',
  'Seniority',
  'Legal right to work',
  'Signs contracts',
  'Local market benefit',
  'Cost centre',
  'Remark',
]

/**
 * Cells in the order of the headings.
 * @param {number} count
 * @returns {Generator<(string | number | Date)[]>}
 */
export function* makeTrips(count) {
  const random = seededRandom(20_261_121)
  /** @template T @param {readonly T[]} values @returns {T} */
  const pick = (values) => /** @type {T} */ (values[Math.floor(random() * values.length)])
  for (let index = 1; index <= count; index += 1) {
    const start = Date.UTC(2026, 0, 5) + Math.floor(random() * 1_000) * dayMs
    const days = 4 + Math.floor(random() * 40)
    yield [
      `E${String(index).padStart(7, '0')}`,
      `${pick(['José', 'Zoë', 'Søren', 'Jürgen', 'Ana', 'Željko'])} ${pick(['Müller', 'Núñez', 'Smith', 'Šimek'])} ${index}`,
      pick(['Vertrieb – DACH', 'R&D', 'Finance', 'Customer Success']),
      'Work From Anywhere',
      pick(lists.citizenship),
      pick(homes),
      pick(lists.destination),
      new Date(start),
      new Date(start + days * dayMs),
      Math.max(1, Math.floor((days * 5) / 7)),
      Math.floor(random() * 40),
      pick(lists.roleType),
      pick(['Low', 'Mid', 'Senior']),
      pick(['Yes', 'No', 'Unsure']),
      pick(['Yes', 'No']),
      pick(['Yes', 'No']),
      `CC-${1_000 + Math.floor(random() * 400)}`,
      `agreed in meeting ${index % 1_000}`,
    ]
  }
}
