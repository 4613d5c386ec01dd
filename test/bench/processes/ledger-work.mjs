// What a run asks of its ledger, and nothing else: `node ledger-work.mjs load|moves <address> <rows> <in flight>`. Prints
// as JSON how many seconds it took: to load rows in pages, as a run does (the next is made
// while one is stored), or to claim and settle each of them.
import { ledgerAt } from '../../../dist/ledger/open.js'
import { systemClock } from '../../../dist/support/clock.js'

const [kind, address = '', count = '0', inFlight = '1'] = process.argv.slice(2)

const pageSize = 500
const rows = Number(count)
const now = Date.now()
const ledger = await ledgerAt(address, process.env).open({ clock: systemClock, onSpill() {} })
const target = await ledger.targets.find('https://service.example/api', 'bench')

const { id: runId, epoch } = await ledger.runs.begin({
  operation: 'assess',
  doneWord: 'scored',
  target,
  file: '/bench/trips.csv',
  sheets: [''],
  isAgain: false,
  now,
})
const settings = { runId, operation: 'assess', target, epoch, allowDuplicates: false, retryUnknown: false, now }

/** @param {number} index @returns {import('../../../dist/ledger/port/loaded-row.js').LoadedRow} */
function rowOf(index) {
  const trip = {
    employeeId: `E-${index}`,
    purpose: 'Work From Anywhere',
    seniority: 'Mid',
    roleType: 'Engineering',
    citizenship: 'Germany',
    destination: 'Portugal',
    residency: 'Germany',
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    pastTripsDuration: index % 90,
  }
  /** @type {import('../../../dist/ledger/port/loaded-row.js').LoadedRequest['similarityKey']} */
  const similarityKey = { subject: trip.employeeId, traits: [trip.startDate, trip.destination] }
  const request = { identity: trip, json: JSON.stringify(trip), claims: [], similarityKey }
  const cells = JSON.stringify(Object.values(trip).map((text) => ({ kind: 'text', text })))
  const place = { sheet: 0, rowNumber: index + 2, isHidden: false }
  return { ...place, cells, warnings: undefined, orderKey: undefined, content: { kind: 'request', request } }
}

const loadStarted = performance.now()
let stored = Promise.resolve()
for (let first = 0; first < rows; first += pageSize) {
  const page = Array.from({ length: Math.min(pageSize, rows - first) }, (_, index) => rowOf(first + index))
  const before = stored
  stored = ledger.rowLoader.add(settings, first, page)
  await before
}
await stored
await ledger.runs.completeLoad(settings, { sendChanged: false })
await ledger.waiting.release(runId, { now: Date.now() })
let seconds = (performance.now() - loadStarted) / 1_000

if (kind === 'moves') {
  /** @type {number[]} */
  const ids = []
  for (let after = -1; ; ) {
    const page = await ledger.submissions.readyPage(runId, after, 1_000)
    const last = page.at(-1)
    if (last === undefined) break
    ids.push(...page.map(({ id }) => id))
    after = last.seq
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: Number(inFlight) }, move))
  seconds = (performance.now() - started) / 1_000

  async function move() {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const claim = await ledger.submissions.claim(id, runId, now)
      if (claim === undefined) throw new Error(`submission ${id} could not be claimed`)
      /** @type {Parameters<typeof ledger.submissions.settle>[1]} */
      const to = { to: 'accepted', identifier: `A-${id}`, reportUrl: `https://service.example/${id}`, nextPollAt: now }
      /** @type {Omit<Parameters<typeof ledger.submissions.settle>[2], 'detail'>} */
      const facts = { runId, operation: 'create', sentAt: now, answeredAt: now, httpStatus: 200, outcome: 'accepted' }
      await ledger.submissions.settle(claim, to, { ...facts, detail: `A-${id}` })
    }
  }
}
await ledger.close()
console.log(JSON.stringify({ seconds }))
