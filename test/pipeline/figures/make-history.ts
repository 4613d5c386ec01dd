import { submissionStates } from '../../rooms/contract.ts'
import type { RecordedRequest } from '../../rooms/ledger/port.ts'
import { showDay } from '../../rooms/pipeline/figures.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { decided, recorded } from './recorded.ts'

const firstDay = 20_000
const countries = ['Spain', 'France', 'Japan', 'Peru', 'United Kingdom', 'Kenya', 'Österreich', 'Côte d’Ivoire']
const levels = ['Low', 'Medium', 'High', '']
const statuses = ['Pending', 'Manager Approved', 'Compliance Approved', 'Rejected', 'Canceled']
const kinds = ['workingRights', 'payrollTax', 'socialSecurity', 'corporateTax', 'employmentLaw', 'overallTrip']

/** What several people did over two years and more, with all that may become of a row; the same for every machine. */
export function makeHistory(people: number): RecordedRequest[] {
  const random = seededRandom(20_261_122)
  const below = (end: number): number => Math.floor(random() * end)
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const history: RecordedRequest[] = []
  let id = 0
  for (let person = 0; person < people; person += 1) {
    const trips = 1 + below(6)
    let before: RecordedRequest | undefined
    for (let trip = 0; trip < trips; trip += 1) {
      id += 1
      const first = firstDay + below(900)
      const last = first + below(below(4) === 0 ? 200 : 20)
      const state = below(4) === 0 ? oneOf(submissionStates) : 'done'
      const time = oneOf(['T00:00:00.000Z', 'T23:30:00+09:00', 'T00:30:00-11:00'])
      const own = {
        employeeId: `E${person}`,
        destination: oneOf(countries),
        purpose: below(8) === 0 ? 'Hire From Anywhere' : 'Work From Anywhere',
        startDate: `${showDay(first)}${time}`,
        endDate: `${showDay(last)}${time}`,
      }
      const scores = Object.fromEntries(kinds.map((kind) => [kind, below(101) / 10]))
      const one = recorded({
        id,
        subject: `E${person}`,
        company: person % 5 === 0 ? 'globex' : 'acme',
        state,
        place: oneOf(['listed', 'listed', 'gone']),
        request: before !== undefined && below(10) === 0 ? JSON.parse(before.request) : own,
        result: { ...scores, cumulativePeRiskLevel: oneOf(levels) },
        ...(below(3) === 0 ? { latest: decided(oneOf(statuses), below(5) === 0 ? 'unknown' : 'done') } : {}),
      })
      if (before !== undefined && before.supersededBy === null && below(8) === 0) before.supersededBy = id
      history.push(one)
      before = one
    }
  }
  return history
}
