import type { RecordedRequest, Replaced } from '../../rooms/ledger/port.ts'
export const allTime = { first: -10_000_000, last: 10_000_000 }

/** A decision as the ledger has it recorded last. */
export function decided(status: string, state: Replaced['state'] = 'done'): Replaced {
  return { request: JSON.stringify({ status }), state, at: 1 }
}

/** A scored trip of E1 to Spain in March 2026, but for what is given; `request` and `result` are JSON's objects. */
export function recorded({
  request = {},
  result,
  ...facts
}: Partial<Omit<RecordedRequest, 'request' | 'result'>> & { request?: object; result?: object } = {}): RecordedRequest {
  const full = {
    purpose: 'Work From Anywhere',
    employeeId: facts.subject ?? 'E1',
    destination: 'Spain',
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-03-10T00:00:00.000Z',
    ...request,
  }
  const state = facts.state ?? 'done'
  const id = facts.id ?? 1
  return {
    id,
    operation: 'assess',
    address: 'https://service.example',
    company: 'acme',
    isRetired: false,
    isForgotten: false,
    subject: 'E1',
    state,
    identifier: `R-${id}`,
    reportUrl: `https://service.example/report/${id}`,
    request: JSON.stringify(full),
    result: state === 'done' ? JSON.stringify(result ?? { overallTrip: 5, cumulativePeRiskLevel: 'Low' }) : null,
    doneAt: state === 'done' ? Date.UTC(2026, 2, 2) : null,
    supersededBy: null,
    place: 'listed',
    runId: 1,
    latest: undefined,
    ...facts,
  }
}
