import { describe, expect, it } from 'vitest'
import { fillChecksums } from '../../../rooms/ledger/sqlite.ts'
import type { Ledger } from '../../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  createWorkspace,
  drive,
  load,
  type SentTo,
  startOfTest,
  submissionsOf,
  trip,
} from '../../workspace.ts'

const isDamaged = { code: 'ledger', message: expect.stringMatching(/^the ledger \S+ is damaged: /) }

/** A row in a state, and the same ledger open to whatever alters it. */
async function openWith(state: SentTo) {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  const run = await load(ledger, [trip('E1 March Spain')])
  const [id = Number.NaN] = await submissionsOf(ledger, run)
  await drive(ledger, id, state)
  const alter = (sql: string) => workspace.connect().exec(`UPDATE submissions SET ${sql}`)
  return { ledger, run, id, alter, workspace }
}

const reads: readonly [string, SentTo, (ledger: Ledger, run: number, id: number) => Promise<unknown>][] = [
  ['is sent', 'ready', (ledger, run) => ledger.submissions.readyPage(run, -1, 9)],
  ['is polled', 'accepted', (ledger, run) => ledger.submissions.duePolls(run, startOfTest, 9)],
  ['is written to an output', 'done', (ledger, run) => ledger.runs.rowPage(run, -1, 9)],
  ['is looked up', 'done', (ledger, _run, id) => ledger.submissions.get(id)],
  ['is found by its content', 'done', (ledger) => load(ledger, [trip('E1 March Spain')])],
]

describe('the checksum of a submission', () => {
  it.each(['ready', 'sending', 'accepted', 'pending', 'done', 'rejected', 'failed', 'unknown'] as const)(
    'follows it until it is %s',
    async (state) => {
      const { ledger, id } = await openWith(state)
      expect((await ledger.submissions.get(id))?.state).toBe(state)
    },
  )

  it.each(reads)('is verified when it %s', async (_title, state, read) => {
    const { ledger, run, id, alter } = await openWith(state)
    alter('sent_at = COALESCE(sent_at, 0) + 1')
    await expect(read(ledger, run, id)).rejects.toMatchObject(isDamaged)
  })

  it.each([
    `request = replace(request, 'E1', 'E2')`,
    `request_hash = x'00'`,
    `operation = 'invite'`,
    `subject = 'E2'`,
    `trait_a = 'Marci'`,
    `trait_b = NULL`,
    `order_key = 'A-1'`,
    'ordinal = 2',
    'generation = 1',
    'doubted = 1',
    `report_url = 'https://elsewhere.test'`,
    `result = '{"overallTrip":1}'`,
    'sent_at = sent_at + 1',
    'accepted_at = 9223372036854775807',
    'done_at = NULL',
  ])('notices %s', async (damage) => {
    const { ledger, id, alter } = await openWith('done')
    alter(damage)
    await expect(ledger.submissions.get(id)).rejects.toMatchObject(isDamaged)
  })

  it('says which row it is, and what to do', async () => {
    const { ledger, run, id, alter, workspace } = await openWith('done')
    alter('done_at = 1')
    await expect(ledger.runs.rowPage(run, -1, 9)).rejects.toMatchObject({
      message: `the ledger ${workspace.file} is damaged: its record ${id}, of row 2 of the sheet, does not match its checksum`,
      hint: expect.stringMatching(
        /^Restore its newest copy, with the file -wal .* last output names the created trips/,
      ),
    })
  })

  it.each([`subject = 'E2'`, 'accepted_at = 7', 'done_at = 0', `result = '{}'`])(
    'is not made right by the next move: %s',
    async (damage) => {
      const { ledger, id, alter } = await openWith('ready')
      alter(damage)
      const claim = await claimOne(ledger, id)
      await ledger.submissions.settle(claim, { to: 'failed', reason: 'x' }, attempt)
      await expect(ledger.submissions.get(id)).rejects.toMatchObject(isDamaged)
    },
  )

  it('is of texts as they are kept, whatever a service sends', async () => {
    const ledger = createWorkspace().open()
    const run = await load(ledger, [trip('E\u0000x M\ud800 Spain')])
    const claim = await claimOne(ledger, (await submissionsOf(ledger, run))[0] ?? 0)
    const accepted = { to: 'accepted', identifier: 'R-\ud83d', reportUrl: 'https://x/\u0000y', nextPollAt: 0 } as const
    await ledger.submissions.settle(claim, accepted, attempt)
    expect(await ledger.runs.rowPage(run, -1, 9)).toMatchObject([{ state: 'accepted' }])
  })

  it('is written for submissions that have none', async () => {
    const { ledger, id, alter, workspace } = await openWith('done')
    alter('content_sum = 0, state_sum = 0, names_sum = 0')
    await expect(ledger.submissions.get(id)).rejects.toMatchObject(isDamaged)
    fillChecksums(workspace.connect())
    expect((await ledger.submissions.get(id))?.state).toBe('done')
  })
})
