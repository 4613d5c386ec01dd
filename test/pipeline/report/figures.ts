import type { RecordedRequest } from '../../rooms/ledger/port.ts'
import { type Figures, readFigures } from '../../rooms/pipeline/figures.ts'
import { runStatus } from '../../support/run-status.ts'
import { makeHistory } from '../figures/make-history.ts'
import { decided, recorded } from '../figures/recorded.ts'

/** The figures of what a ledger has recorded. */
export function figuresOf(history: readonly RecordedRequest[]): Promise<Figures> {
  const balance = [{ state: 'scored', wasDone: false, count: 1 }]
  const ended = { endedAt: 1, ending: 'done', isRunning: false }
  const runs = history.map(({ address, company }) => runStatus({ ...ended, address, company, rows: 1, balance }))
  return readFigures({
    store: {
      name: 'a ledger',
      status: async () => ({ holder: undefined, runs, ended: 0 }),
      async *recorded() {
        yield history
      },
    },
    operations: { assess: 'assess', decide: 'decide' },
    company: undefined,
    period: { first: undefined, last: undefined },
    mostStays: 1_000,
    now: Date.UTC(2026, 10, 22, 12),
  })
}

/** Of more people, countries and approvers than a page shows. */
export async function manyFigures(): Promise<Figures> {
  const decisions = Array.from({ length: 300 }, (_, id) => ({
    ...recorded({ id, subject: null, latest: decided('Pending') }),
    operation: 'decide',
    request: JSON.stringify({ status: 'Compliance Approved', complianceTeamMemberId: `C-${id % 90}` }),
  }))
  const trips = makeHistory(400).map((one, index) => ({
    ...one,
    request: one.request.replace('Kenya', `Country ${index % 200}`),
  }))
  return figuresOf([...trips, ...decisions])
}
