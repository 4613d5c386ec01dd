import { describeNewProfile, describeValue, type ProfileQuestion } from '../../messages/profiles.ts'
import type { Clock } from '../../support/clock.ts'
import { profileAnswer, readJson } from '../request-schemas.ts'
import { keepAliveMs, type PageDoor, waitUntilIdle } from './page-door.ts'

/** What is asked before anything that a profile names was read. */
export interface AskedProfile {
  text: string
  values: readonly { text: string; about: string }[]
}

/** Asks on the page, where nothing is behind it yet. False without an answer, an hour after the last visitor. */
export async function askAboutProfile(
  door: PageDoor,
  question: ProfileQuestion,
  { clock, onNewLink }: { clock: Clock; onNewLink(link: string): void },
): Promise<boolean> {
  const words = describeNewProfile(question)
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}:`
  const asks: AskedProfile = {
    text,
    values: question.values.map((each) => ({ text: describeValue(each), about: each.about })),
  }
  const answered = new AbortController()
  let isAgreed: boolean | undefined
  door.serve({
    withKey(app) {
      app.get('/api/state', async (c) => {
        if (c.req.query('after') === 'asked') await clock.sleep(keepAliveMs, answered.signal)
        return c.json({ asks })
      })
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
