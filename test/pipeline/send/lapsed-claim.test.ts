import { expect, it } from 'vitest'
import { createServiceClient, type Exchange, Token } from '../../rooms/client.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import { assess } from '../../rooms/operations.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'
import { createStage, line } from '../stage.ts'

/** A ledger whose first claim on each submission lapses before the request starts. */
function lapsing(ledger: Ledger): Ledger {
  const claimed = new Set<number>()
  return {
    ...ledger,
    submissions: {
      ...ledger.submissions,
      async claim(id, runId, now) {
        const claim = await ledger.submissions.claim(id, runId, now)
        const isFirst = !claimed.has(id)
        claimed.add(id)
        return claim === undefined ? undefined : { ...claim, mayStart: () => !isFirst }
      },
    },
  }
}

it('what may not start any more in the moment in which it would is not sent, and sent once under a later claim', async () => {
  const stage = await createStage({ lines: ['E1', 'E2', 'E3'].map((id) => line(id)) })
  const sent: string[] = []
  const client = createServiceClient({
    token: new Token('token'),
    policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
    transport: {
      async post(_path, body, mayStart) {
        const isStarted = mayStart?.() !== false
        if (isStarted) sent.push(JSON.parse(body).employeeId)
        const response = { assessment_id: `A-${sent.length}`, redirect_url: 'https://reports.example/1' }
        const exchange: Exchange = {
          isStarted,
          isWhole: isStarted,
          status: isStarted ? 200 : undefined,
          body: isStarted ? JSON.stringify({ status: 'success', response }) : '',
          retryAfter: undefined,
          location: undefined,
          failure: isStarted ? undefined : { code: 'LAPSED', message: 'this process stood still' },
          sentAtMs: 1,
          answeredAtMs: 2,
        }
        return exchange
      },
      close: async () => {},
    },
  })
  const context = { ...stage.context, client, operation: assess, ledger: lapsing(stage.ledger) }
  await stage.clock.runFreely(sendRows(context))
  expect([sent.toSorted(), stage.states()]).toEqual([['E1', 'E2', 'E3'], Array(3).fill('accepted')])
  expect((await stage.ledger.attempts.of(1)).map(({ outcome }) => outcome)).toEqual(['not-sent', 'accepted'])
})
