import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt } from '../../../rooms/ledger.ts'
import { hasOwnPostgres, hasPostgres, useOwnPostgres } from '../../../support/postgres.ts'
import { createProxy } from '../../../support/postgres-proxy.ts'
import { attempt, claimOne, createFolder, lastRun, load, settlementTo, stillClock, trip } from '../../workspace.ts'
import { ask } from '../database.ts'

describe.skipIf(!hasPostgres)('a group of changes', () => {
  const server = useOwnPostgres()

  async function openBehindProxy() {
    const proxy = await createProxy(server.address())
    const spilled: unknown[] = []
    const ledger = await ledgerAt(proxy.address, {}).open({
      clock: stillClock,
      onSpill: (record) => spilled.push(record),
    })
    onTestFinished(() => ledger.close())
    const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')])
    const [id = 0, other = 0] = (await ledger.submissions.readyPage(run, -1, 9)).map((row) => row.id)
    return { proxy, ledger, id, other, spilled }
  }

  /** What is in the log of a submission, in short. */
  async function outcomesOf(ledger: Ledger, id: number): Promise<string[]> {
    return (await ledger.attempts.of(id)).map(({ outcome }) => outcome)
  }

  it('whose confirmation was lost counts once: the claim is given, and what it came to is written once', async () => {
    const { proxy, ledger, id, spilled } = await openBehindProxy()
    const lostClaim = proxy.loseAnswerTo('group')
    const claim = await claimOne(ledger, id)
    await lostClaim
    expect(await ledger.submissions.get(id)).toMatchObject({ state: 'sending' })
    const lostOutcome = proxy.loseAnswerTo('group')
    const settled = await ledger.submissions.settle(claim, settlementTo('accepted', id), attempt)
    await lostOutcome
    expect(settled).toMatchObject({ to: 'accepted' })
    expect([await outcomesOf(ledger, id), spilled]).toEqual([['test'], []])
  })

  it('that never arrived is sent again', async () => {
    const { proxy, ledger, id } = await openBehindProxy()
    const lost = proxy.loseQuestion('group')
    const claim = await claimOne(ledger, id)
    await lost
    await ledger.submissions.settle(claim, settlementTo('done', id), attempt)
    expect(await outcomesOf(ledger, id)).toEqual(['test'])
  })

  it.skipIf(!hasOwnPostgres)('is asked for once more when the server was ended in the middle of the work', async () => {
    const { ledger, id } = await openBehindProxy()
    const claim = await claimOne(ledger, id)
    await server.restart()
    await ledger.submissions.settle(claim, settlementTo('done', id), attempt)
    expect([await outcomesOf(ledger, id), (await ledger.submissions.get(id))?.state]).toEqual([['test'], 'done'])
  })

  it('that the database does not know any more stops everything: what was confirmed is lost', async () => {
    const { proxy, ledger, id, other, spilled } = await openBehindProxy()
    const claims = [await claimOne(ledger, id), await claimOne(ledger, other)]
    // As a standby knows it that had not received all when it took over.
    await ask(proxy.address, 'UPDATE holders SET last_group = last_group - 1')
    const end = { ...settlementTo('accepted', id) }
    const settled = ledger.submissions.settle(claims[0] ?? { id, holder: 0, number: 0 }, end, attempt)
    await expect(settled).rejects.toMatchObject({
      code: 'ledger',
      message: expect.stringContaining('has lost confirmed changes'),
    })
    expect(spilled).toMatchObject([{ submission: id, identifier: `R-${id}` }])
    await expect(ledger.submissions.claim(other, lastRun(ledger), 0)).rejects.toMatchObject({ code: 'ledger' })
  })

  it('is kept beside the process while this user has no right to write it, and is taken in when the right is back', async () => {
    const address = server.address()
    const options = { clock: stillClock, onSpill: (record: unknown) => spilled.push(record), folder: createFolder() }
    const spilled: unknown[] = []
    const ledger = await ledgerAt(address, {}).open(options)
    onTestFinished(() => ledger.close())
    const run = await load(ledger, [trip('E1 March Spain')])
    const [{ id } = { id: 0 }] = await ledger.submissions.readyPage(run, -1, 9)
    const claim = await claimOne(ledger, id)
    await ask(
      address,
      `CREATE FUNCTION refuse_writing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE insufficient_privilege; END';
       CREATE TRIGGER refuse_writing BEFORE UPDATE ON submissions EXECUTE FUNCTION refuse_writing()`,
    )
    const refused = ledger.submissions.settle(claim, { ...settlementTo('accepted', id) }, attempt)
    await expect(refused).rejects.toMatchObject({ code: 'configuration' })
    await ledger.close()
    await ask(address, 'DROP TRIGGER refuse_writing ON submissions')
    const again = await ledgerAt(address, {}).open(options)
    onTestFinished(() => again.close())
    expect([spilled, again.replayedOutcomes, (await again.submissions.get(id))?.state]).toEqual([[], 1, 'accepted'])
  })

  it('takes no other change with it that the database refuses', async () => {
    const { ledger, id, other } = await openBehindProxy()
    const claims = await Promise.all([claimOne(ledger, id), claimOne(ledger, other)])
    const impossible = { ...attempt, httpStatus: 1e12 }
    const ends = await Promise.allSettled([
      ledger.submissions.settle(claims[0], settlementTo('done', id), impossible),
      ledger.submissions.settle(claims[1], settlementTo('done', other), attempt),
    ])
    expect(ends).toMatchObject([{ status: 'rejected', reason: { code: 'defect' } }, { status: 'fulfilled' }])
    expect((await ledger.submissions.get(other))?.state).toBe('done')
  })

  it('keeps an answer with characters that the database has no place for', async () => {
    const { ledger, id } = await openBehindProxy()
    const raw = 'a\0b\uD800c "\\u0000" \u{1F600}'
    await ledger.submissions.settle(
      await claimOne(ledger, id),
      { to: 'unknown', reason: 'cut', rawAnswer: raw },
      attempt,
    )
    expect((await ledger.submissions.get(id))?.rawAnswer).toBe('a\uFFFDb\uFFFDc "\\u0000" \u{1F600}')
  })
})
