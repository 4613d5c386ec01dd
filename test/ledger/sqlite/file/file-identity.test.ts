import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ledgerAt } from '../../../rooms/ledger.ts'
import {
  claimOne,
  createWorkspace,
  lastRun,
  load,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from '../../workspace.ts'

const both = [trip('E1 March Spain'), trip('E2 March Spain')]

describe('a ledger whose file', () => {
  it('was deleted while it is open begins nothing more, keeps outcomes, and is written again when it is closed', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, both)
    const [first = 0, second = 0] = await submissionsOf(ledger, run)
    const claim = await claimOne(ledger, first)
    rmSync(workspace.file)
    await expect(ledger.submissions.claim(second, lastRun(ledger), startOfTest)).rejects.toThrow(
      'was deleted or replaced',
    )
    const facts = {
      runId: run,
      operation: 'create',
      sentAt: 1,
      answeredAt: 2,
      httpStatus: 200,
      outcome: '',
      detail: '',
    }
    await ledger.submissions.settle(claim, { to: 'accepted', identifier: 'R-1', reportUrl: '', nextPollAt: 3 }, facts)
    await expect(ledger.close()).rejects.toThrow(
      expect.objectContaining({ code: 'surroundings', message: expect.stringContaining('nothing is lost') }),
    )
    const next = workspace.open()
    expect([await statesOf(next, run), (await next.submissions.get(first))?.identifier]).toEqual([
      ['accepted', 'ready'],
      'R-1',
    ])
  })

  it('was replaced is written beside the other one, which is left alone with nothing of ours beside it', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, both)
    writeFileSync(`${workspace.file}.next`, 'other')
    renameSync(`${workspace.file}.next`, workspace.file)
    const copy = `${workspace.file}.rescued-${startOfTest}`
    await expect(ledger.close()).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringContaining(copy),
        hint: expect.stringContaining('Move the file'),
      }),
    )
    const name = basename(workspace.file)
    expect(readdirSync(workspace.folder).toSorted()).toEqual(
      ['', '.lock', '.mark', `.rescued-${startOfTest}`].map((end) => name + end),
    )
  })

  it.each(['-wal', '-shm', '.lock'])(
    'lost its %s, as rubbish that somebody swept away, begins nothing more',
    async (end) => {
      const workspace = createWorkspace()
      const ledger = workspace.open()
      const run = await load(ledger, both)
      const [first = 0, second = 0] = await submissionsOf(ledger, run)
      await claimOne(ledger, first)
      rmSync(workspace.file + end)
      await expect(ledger.submissions.claim(second, lastRun(ledger), startOfTest)).rejects.toMatchObject({
        code: 'surroundings',
      })
      if (end === '.lock') return ledger.close()
      // All that it knows is in the copy beside it.
      await expect(ledger.close()).rejects.toThrow('nothing is lost')
      const rescued = ledgerAt(`${workspace.file}.rescued-${startOfTest}`, {})
      const copy = await rescued.open({ clock: stillClock, onSpill() {} })
      expect(await statesOf(copy, run)).toEqual(['unknown', 'ready'])
      await copy.close()
    },
  )
})
