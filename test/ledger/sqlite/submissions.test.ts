import { describe, expect, it } from 'vitest'
import { setState } from '../../rooms/ledger/sqlite.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  createWorkspace,
  lastRun,
  load,
  settlementTo,
  startOfTest,
  trip,
  type Workspace,
} from '../workspace.ts'

async function openWithOne(workspace = createWorkspace()): Promise<{ ledger: Ledger; id: number }> {
  const ledger = workspace.open()
  const run = await load(ledger, [trip('E1 March Spain')])
  return { ledger, id: (await ledger.submissions.readyPage(run, -1, 1))[0]?.id ?? Number.NaN }
}

/** As the one who opens the ledger next finds out that a holder is gone. */
function giveUpClaims(workspace: Workspace): void {
  workspace.connect().exec(`UPDATE submissions SET ${setState('unknown')}, problem = 'gone' WHERE state = 'sending'`)
}

/** As a person who has looked says that nothing was created. */
function sayReady(workspace: Workspace): void {
  workspace.connect().exec(`UPDATE submissions SET ${setState('ready')} WHERE state = 'unknown'`)
}

describe('a claim in SQLite', () => {
  it.each(['accepted', 'done', 'rejected', 'failed', 'ready'] as const)(
    'that was given up leaves the row unknown, and its late end still makes it %s',
    async (to) => {
      const workspace = createWorkspace()
      const { ledger, id } = await openWithOne(workspace)
      const claim = await claimOne(ledger, id)
      giveUpClaims(workspace)
      expect(await ledger.submissions.claim(id, lastRun(ledger), startOfTest)).toBeUndefined()
      await ledger.submissions.settle(claim, settlementTo(to, id), attempt)
      expect((await ledger.submissions.get(id))?.state).toBe(to)
    },
  )

  it('never counts for a later sending, or for what a person has said meanwhile', async () => {
    const workspace = createWorkspace()
    const { ledger, id } = await openWithOne(workspace)
    const claim = await claimOne(ledger, id)
    giveUpClaims(workspace)
    sayReady(workspace)
    expect(await ledger.submissions.settle(claim, settlementTo('accepted', id), attempt)).toBeUndefined()
    expect(await ledger.submissions.get(id)).toMatchObject({ state: 'ready', identifier: undefined })
    const again = await claimOne(ledger, id)
    expect((await ledger.submissions.get(id))?.state).toBe('sending')
    // What the service returned is not lost for that.
    expect((await ledger.attempts.of(id)).map(({ outcome, detail }) => [outcome, detail])).toEqual([
      [`late: ${attempt.outcome}`, attempt.detail],
    ])
    expect(await ledger.submissions.settle(again, settlementTo('ready', id), attempt)).toMatchObject({ to: 'ready' })
  })

  it('never counts for another sending that is under way', async () => {
    const workspace = createWorkspace()
    const { ledger, id } = await openWithOne(workspace)
    const claim = await claimOne(ledger, id)
    giveUpClaims(workspace)
    sayReady(workspace)
    const again = await claimOne(ledger, id)
    expect(await ledger.submissions.settle(claim, settlementTo('accepted', id), attempt)).toBeUndefined()
    expect(await ledger.submissions.get(id)).toMatchObject({ state: 'sending', identifier: undefined })
    expect(await ledger.submissions.settle(again, settlementTo('done', id), attempt)).toMatchObject({ to: 'done' })
  })
})
