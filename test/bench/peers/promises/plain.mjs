// A plain script: fetch, a number of requests in flight, identifiers in a file. Started again, it sends what has none.
// Strict: it writes down that it will send a row before it does, and never sends such a row again.
import { openJournal, toOutcome } from './journal.mjs'
import { create, describe, inFlight, isStrict, readTrips, retrieve, state, writeResults } from './rows.mjs'

const trips = readTrips()
const journal = openJournal(state)
/** @type {Map<string, string>} */
const failures = new Map()
let isStopping = false
process.on('SIGTERM', () => {
  isStopping = true
})
const left = trips.values()
await Promise.all(Array.from({ length: inFlight }, work))
journal.close()
writeResults(trips, ({ key }) => {
  const failed = failures.get(key)
  return failed === undefined ? toOutcome(journal.find(key)) : { failed }
})

async function work() {
  for (const { key, input } of left) {
    const known = journal.find(key)
    if (known?.assessmentId !== undefined || (isStrict && known !== undefined)) continue
    if (isStrict) journal.add({ key })
    try {
      const assessmentId = await create(input)
      journal.add({ key, assessmentId })
      await retrieve(assessmentId)
    } catch (error) {
      if (isStrict) journal.add({ key, inDoubt: describe(error) })
      else failures.set(key, describe(error))
    }
    if (isStopping) return
  }
}
