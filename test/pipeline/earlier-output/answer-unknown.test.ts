import { describe, expect, it } from 'vitest'
import { claimOne, createWorkspace, drive, load, stillClock, submissionsOf, trip } from '../../ledger/workspace.ts'
import { referToSending } from '../../rooms/ledger.ts'
import { assess } from '../../rooms/operations.ts'
import { answerUnknown } from '../../rooms/pipeline/earlier-output.ts'

async function createUnknown() {
  const ledger = createWorkspace().open()
  const [id = 0, other = 0] = await submissionsOf(
    ledger,
    await load(ledger, [trip('E1 March Spain'), trip('E2 May Peru')]),
  )
  await drive(ledger, id, 'unknown')
  await drive(ledger, other, 'done')
  const reference = referToSending(ledger.id, { id, sentAt: (await ledger.submissions.get(id))?.sentAt ?? 0 })
  const answer = (text: string, of = reference, reason = 'asked the owner') =>
    answerUnknown(assess, ledger, { reference: of, written: { t: 's', v: text }, reason }, stillClock.now())
  return { ledger, id, other, answer }
}

describe('an answer in a form', () => {
  it.each([
    ['not created', 'ready', undefined, true],
    ['170012', 'accepted', '170012', false],
  ])('%s moves the row on: %s', async (text, state, identifier, isDenial) => {
    const { ledger, id, answer } = await createUnknown()
    expect(await answer(text)).toEqual({ end: 'applied', problem: undefined, isDenial })
    expect(await ledger.submissions.get(id)).toMatchObject({ state, identifier })
    expect((await ledger.attempts.of(id)).at(-1)).toMatchObject({ operation: 'resolve', outcome: state })
  })

  it('that denies needs its reason, which the log has', async () => {
    const { ledger, id, answer } = await createUnknown()
    expect(await answer('not created', undefined, '')).toMatchObject({ end: 'bare', isDenial: false })
    expect((await ledger.submissions.get(id))?.state).toBe('unknown')
    await answer('not created')
    expect((await ledger.attempts.of(id)).at(-1)?.detail).toMatch(/: not-created, known by: asked the owner$/)
  })

  it('that is not understood, or names what another row has, moves nothing and says why', async () => {
    const { ledger, id, other, answer } = await createUnknown()
    expect(await answer('yes')).toMatchObject({ end: 'unclear', problem: expect.stringContaining('expected') })
    expect(await answer(`R-${other}`)).toMatchObject({ end: 'taken', problem: expect.stringContaining('another row') })
    expect((await ledger.submissions.get(id))?.state).toBe('unknown')
  })

  it('given twice, or of another ledger, moves nothing the second time', async () => {
    const { answer } = await createUnknown()
    await answer('not created')
    expect(await answer('170012')).toMatchObject({ end: 'moot', problem: expect.stringContaining('any more') })
    expect(await answer('170012', '00000000-1-0')).toMatchObject({ end: 'moot' })
  })

  it('of a sending that is not the last one is no answer any more', async () => {
    const { ledger, id, answer } = await createUnknown()
    await answer('not created')
    const claim = await claimOne(ledger, id, stillClock.now() + 60_000)
    const attempt = {
      runId: undefined,
      operation: 'create',
      sentAt: 0,
      answeredAt: 0,
      httpStatus: 0,
      outcome: '',
      detail: '',
    }
    await ledger.submissions.settle(claim, { to: 'unknown', reason: 'time-out', rawAnswer: '' }, attempt)
    expect(await answer('170012')).toMatchObject({ end: 'stale', problem: expect.stringContaining('earlier sending') })
  })
})
