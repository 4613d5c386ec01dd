import { expect, it } from 'vitest'
import { describeLedger, summariseLedger } from '../../rooms/cli/output.ts'
import type { LedgerOverview } from '../../rooms/ledger/port.ts'

const since = Date.UTC(2026, 2, 1, 9)
const used: LedgerOverview = {
  id: 'a1-b2',
  version: 3,
  bytes: 12_345_678,
  hasChecksums: true,
  holders: [
    { name: 'ben@laptop', process: 4711, since, heardMs: 2_100 },
    { name: 'anna@desk', process: 12, since, heardMs: undefined },
  ],
  runs: [
    {
      id: 7,
      operation: 'assess',
      company: 'acme',
      file: '/trips.csv',
      by: 'ben@laptop',
      since,
      rows: 1_400,
      open: 120,
    },
  ],
  states: { done: 1_277, sending: 2, unknown: 1 },
  forgotten: 1_100,
  trusted: { 429: 1_200, 503: 3 },
  rules: [],
  paces: [
    { address: 'https://s', company: 'acme', perSecond: 45.23, heldMs: 800, cuts: 3, idleMs: 1_000 },
    { address: 'https://s', company: 'globex', perSecond: undefined, heldMs: 0, cuts: 1, idleMs: 90_000 },
  ],
}

it('a ledger in use is told of in lines: who, what, in doubt, how fast', () => {
  expect(describeLedger('postgres://db/trips', used)).toEqual([
    'postgres://db/trips: schema version 3, 12.3 MB; its own name is a1-b2',
    'Requests: 1,277 done, 2 sending, 1 unknown',
    'Forgotten: 1,100 of them; their content was erased',
    'In doubt: 1 unknown, to be looked up; 2 on their way',
    'Taken for “not processed” because of the HTTP status: 429 1,200 times, 503 3 times. If this service does not keep to that: --distrust-status',
    'In use by',
    '  ben@laptop, process 4711, since 2026-03-01T09:00:00.000Z, heard 2 s ago',
    '  anna@desk, process 12, since 2026-03-01T09:00:00.000Z',
    'Runs going on',
    '  7: assess /trips.csv for acme, by ben@laptop since 2026-03-01T09:00:00.000Z: 120 of 1,400 rows open',
    'Pace of all who send',
    '  https://s, acme: 45 a second, held for 1 s; cut 3 times, used 1 s ago',
    '  https://s, globex: no limit is known; cut once, used 1 min 30 s ago',
  ])
})

it('records from before the checksums are counted, and called not verified', () => {
  const [, unsummed] = describeLedger('/l.sqlite', { ...used, unsummed: 1_234 })
  expect(unsummed).toMatch(/^Not verified: 1,234 rows and log lines from before this ledger had checksums/)
})

it('one that nobody uses is told of in three lines and one', () => {
  const idle = { ...used, bytes: 900, holders: [], runs: [], states: {}, forgotten: 0, trusted: {}, paces: [] }
  expect(describeLedger('/l.sqlite', idle)).toEqual([
    '/l.sqlite: schema version 3, 1 kB; its own name is a1-b2',
    'Requests: none',
    'In doubt: 0 unknown, to be looked up; 0 on their way',
    'In use by no process',
  ])
})

it('of a server without checksums it is said what is not noticed, and how to mend it', () => {
  const [, warning] = describeLedger('postgres://db/trips', { ...used, hasChecksums: false })
  expect(warning).toBe(
    'Warning: this server verifies no checksums (data_checksums): a flipped bit on its disk is not noticed. Stop it and run pg_checksums --enable.',
  )
})

it('machines are told the same, with times as text and what is not known as null', () => {
  expect(summariseLedger('postgres://db/trips', used)).toMatchObject({
    ledger: 'postgres://db/trips',
    version: 3,
    bytes: 12_345_678,
    holders: [{ since: '2026-03-01T09:00:00.000Z', heardMs: 2_100 }, { heardMs: null }],
    runs: [{ id: 7, since: '2026-03-01T09:00:00.000Z' }],
    paces: [{ perSecond: 45.2, heldMs: 800 }, { perSecond: null }],
  })
})
