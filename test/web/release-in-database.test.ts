import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { toCsv } from '../support/trips.ts'
import { enterPage } from './page-client.ts'

/** Another machine for a program: its name is all that it sees of it. */
const onMachine = (name: string): string =>
  `--import=data:text/javascript,import%20os%20from'node:os';os.hostname=()=>'${name}'`

describe.skipIf(!hasPostgres)('two people with a team’s database, each with a page on a computer of their own', () => {
  const server = usePostgres()

  it('one seals, the other sees it a moment later and releases it: nothing is carried between them', async () => {
    const ledger = server.address()
    expect((await new Workspace().run(['ledger', 'init', ledger])).code).toBe(0)
    let answer = (): void => {}
    const isSeen = new Promise<void>((resolve) => {
      answer = resolve
    })
    const service = await startDecisionService(undefined, undefined, () => isSeen)
    const join = async (name: string) => {
      const user = `${name}_${Math.random().toString(36).slice(2)}`
      await ask(ledger, `CREATE ROLE ${user} LOGIN; GRANT rwa_user TO ${user}`)
      const space = new Workspace({ ...service.variables, RWA_LEDGER: ledger.replace(/\/\/[^@]*@/, `//${user}@`) })
      space.writeProfile({ fourEyes: true, concurrency: 1 })
      return enterPage(space, [], { NODE_OPTIONS: onMachine(name) })
    }
    const [ann, bob] = [await join('ann'), await join('bob')]
    const decisions = ['1', '2'].map((id) => ({ assessmentId: `A-${id}`, status: 'Rejected', managerId: 'M-1' }))
    await ann.upload('d.csv', toCsv(decisions), 'decide')
    const { plan } = await ann.post('/api/plan')
    const own = await ann.post('/api/seal', { plan: plan?.id, by: 'C-1' })
    expect([own.error, own.sealed, own.waiting.length]).toMatchObject([
      null,
      { doubts: [expect.stringMatching(/not log-ins$/)] },
      1,
    ])

    const { waiting } = await bob.until((state) => state.waiting.length === 1)
    expect(waiting).toMatchObject([{ requests: 2, by: 'C-1', seal: own.sealed?.seal }])
    const { sealed, error } = await bob.post('/api/sealed-run', { run: waiting[0]?.run })
    expect([error, sealed]).toMatchObject([null, { left: 2, doubts: [], broken: null }])
    expect((await bob.rows({ from: 0, count: 9 }, 'sealed')).total).toBe(2)
    expect(service.requests).toEqual([])
    await bob.post('/api/release', { by: 'M-2', typed: '2' })
    // Hers sees it in its middle, and what none of it has sent yet; at its end it is read again.
    await ann.until(({ waiting: left, check }) => left.length === 0 && check?.ready === 2)
    answer()
    const { run } = await bob.until((state) => state.run?.end != null)
    expect(run).toMatchObject({ end: { done: 2, error: null }, released: { by: 'M-2', isSameAccount: false } })
    // Neither has what was sent to be filled in any more.
    expect((await ann.until((state) => state.waiting.length === 0 && state.drafts.length === 0)).sheet).not.toBeNull()
    expect((await ann.until(({ check }) => check?.sent === 2)).check).toMatchObject({ ready: 0, undecided: 0 })
    expect(sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)).toEqual(['A-1', 'A-2'])
    // Hers shows what was open before it ended, and sends none of it.
    await ann.post('/api/release', { by: 'M-3', typed: '2' })
    await ann.until((state) => state.error !== null || state.run?.end != null)
    expect(sentTo(service, 'rwa_update')).toHaveLength(2)
  })
})
