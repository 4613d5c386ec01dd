import { describe, expect, it } from 'vitest'
import { hashRequest } from '../../rooms/ledger.ts'
import { assess, decide } from '../../rooms/operations.ts'
import { readRequest } from '../../rooms/pipeline/send.ts'

const ledger = 'postgres://db/rwa'
const trip = { employeeId: 'E1', destination: 'Spain' }
const decision = { assessmentId: 'R-1', status: 'Rejected', externalEventId: 'event-1' }

function submissionOf(request: object, identity: object) {
  return { id: 7, request: JSON.stringify(request), requestHash: hashRequest(identity), isVerified: false }
}

describe('the request that is sent for a row', () => {
  it('is the one that was loaded, whatever the order of its fields', () => {
    expect(readRequest(ledger, assess, submissionOf(trip, { destination: 'Spain', employeeId: 'E1' }))).toEqual(trip)
  })

  it('may differ in what is no part of its identity', () => {
    const { externalEventId: _, ...identity } = decision
    expect(readRequest(ledger, decide, submissionOf(decision, identity))).toEqual(decision)
  })

  it('is refused when it was altered since: the ledger is called damaged, and the row is named', () => {
    const { externalEventId: _, ...identity } = decision
    const altered = submissionOf({ ...decision, status: 'Compliance Approved' }, identity)
    expect(() => readRequest(ledger, decide, altered)).toThrow(
      'the ledger postgres://db/rwa is damaged: the request of submission 7 is not the one that was loaded',
    )
  })
  it('is taken as it is when its checksum was compared, without a second hash', () => {
    const verified = { ...submissionOf(trip, {}), isVerified: true }
    expect(readRequest(ledger, assess, verified)).toEqual(trip)
  })
})
