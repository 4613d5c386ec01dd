import { expect, it } from 'vitest'
import { createServiceClient, type Exchange, Token } from '../../rooms/client.ts'
import { assess } from '../../rooms/operations.ts'
import { sendRows } from '../../rooms/pipeline/send.ts'
import { createStage } from '../stage.ts'

/** Values that JSON writes in more than one way, or that look like something else. */
const awkward = [
  '"quoted ""twice"""',
  'back\\slash \\u00e9',
  'Zoë 日本 🏝',
  'e\u0301 and \u00e9',
  'a/b </script>',
  '__proto__',
  '9007199254740993',
  '00123',
  '1e21',
  'tab\tinside',
  '\u2028 and \u2029',
]

it('what is kept of a request is byte for byte what is sent', async () => {
  const lines = awkward.map(
    (text, index) =>
      `Work From Anywhere,E-${index},Mid,${text},Germany,Spain,Germany,2026-05-04,2026-05-15,No,${index},Yes,No`,
  )
  const stage = await createStage({ lines })
  const bodies: string[] = []
  const client = createServiceClient({
    token: new Token('token'),
    policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
    transport: {
      post: async (_path, body) => {
        bodies.push(body)
        const response = { assessment_id: `A-${bodies.length}`, redirect_url: 'https://reports.example/1' }
        const exchange: Exchange = {
          isStarted: true,
          isWhole: true,
          status: 200,
          body: JSON.stringify({ status: 'success', response }),
          retryAfter: undefined,
          location: undefined,
          failure: undefined,
          sentAtMs: 1,
          answeredAtMs: 2,
        }
        return exchange
      },
      close: async () => {},
    },
  })
  await stage.clock.runFreely(sendRows({ ...stage.context, client, operation: assess }))
  const kept = stage
    .look<{ request: string }>('SELECT request FROM submissions ORDER BY id')
    .map(({ request }) => request)
  expect(stage.states().map((state, index) => [awkward[index], state])).toEqual(
    awkward.map((text) => [text, 'accepted']),
  )
  expect(bodies.toSorted()).toEqual(kept.toSorted())
})
