import { streamSSE } from 'hono/streaming'
import type { ProfileQuestion } from '../../app/profile/agreement.ts'
import { describeValue } from '../../messages/profiles.ts'
import type { Clock } from '../../support/clock.ts'
import type { AskedProfile } from '../protocol/settings.ts'
import { profileAnswer, readJson } from '../request-schemas.ts'
import type { PageDoor } from './page-door.ts'
import { waitUntilIdle } from './presence.ts'

const keepAliveMs = 15_000

/** Asks on the page, where nothing is behind it yet. False without an answer, an hour after the last visitor. */
export async function askAboutProfile(
  door: PageDoor,
  { file, isChanged, values }: ProfileQuestion,
  { clock, onNewLink }: { clock: Clock; onNewLink(link: string): void },
): Promise<boolean> {
  const asks: AskedProfile = { file, isChanged, values: values.map(describeValue) }
  const answered = new AbortController()
  let isAgreed: boolean | undefined
  door.serve({
    withKey(app) {
      app.get('/api/events', (c) =>
        streamSSE(c, async (stream) => {
          const leave = door.presence.connect()
          stream.onAbort(leave)
          await stream.writeSSE({ data: JSON.stringify({ asks }) })
          while (!stream.aborted && !answered.signal.aborted) {
            await clock.sleep(keepAliveMs, answered.signal)
            await stream.write(': still here\n\n')
          }
        }),
      )
      app.post('/api/profile', async (c) => {
        const given = profileAnswer.safeParse(await readJson(c))
        if (!given.success) return c.json({ reason: 'not understood' }, 400)
        isAgreed = given.data.isAgreed
        return c.json({})
      })
    },
    onKeyRevoked: () => onNewLink(door.makeLink()),
    // Not before: the program may end with the answer.
    onAnswered: () => void (isAgreed !== undefined && answered.abort()),
  })
  await waitUntilIdle(door.presence, { clock, isBusy: () => false, signal: answered.signal })
  return isAgreed === true
}
