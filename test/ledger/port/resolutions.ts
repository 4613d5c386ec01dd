import { describe, expect, it } from 'vitest'
import type { Resolution } from '../../rooms/ledger/port.ts'
import { type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import { claimOne, drive, load, type SentTo, settlementTo, startOfTest, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

const now = startOfTest + 60_000
const notCreated: Resolution = { kind: 'not-created' }

function created(identifier: string | undefined, state: 'accepted' | 'done' | 'done' = 'accepted'): Resolution {
  return { kind: 'created', state, identifier }
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeResolutions(name: string, createStore: () => LedgerStore): void {
  describe(`resolutions of ${name}`, () => {
    /** A row in a state, and the reference to its sending. */
    async function createScene(state: SentTo): Promise<{ ledger: Ledger; id: number; reference: string }> {
      const ledger = await openNew(createStore)
      const id = (await submissionsOf(ledger, await load(ledger, [trip('E1 March Spain')])))[0] ?? Number.NaN
      await drive(ledger, id, state)
      return { ledger, id, reference: referToSending(ledger.id, { id, sentAt: startOfTest }) }
    }

    it('lists the sendings of an operation and target whose outcome is unknown', async () => {
      const { ledger, id } = await createScene('unknown')
      const { id: targetId } = await ledger.targets.find('https://example.test/version-test', 'default')
      const listed = await ledger.resolutions.listUnknown('assess', targetId)
      expect(listed).toMatchObject([{ id, sentAt: startOfTest }])
      expect(JSON.parse(listed[0]?.request ?? '')).toEqual({ text: 'E1 March Spain' })
      expect(await ledger.resolutions.listUnknown('decide', targetId)).toEqual([])
      expect(await ledger.resolutions.listUnknown('assess', targetId + 1)).toEqual([])
      const { ledger: settled } = await createScene('accepted')
      expect(await settled.resolutions.listUnknown('assess', targetId)).toEqual([])
    })

    describe('what a person says of an unknown outcome', () => {
      it.each<[string, Resolution, object, string, string]>([
        [
          'that it was not created: it is ready',
          notCreated,
          { state: 'ready', identifier: undefined },
          'ready',
          'not-created',
        ],
        [
          'the identifier: it is accepted, since it was sent',
          created('A-1'),
          { state: 'accepted', identifier: 'A-1', acceptedAt: startOfTest, doneAt: undefined, problem: undefined },
          'accepted',
          'A-1',
        ],
        [
          'that it was recorded: it is decided now',
          created(undefined, 'done'),
          { state: 'done', identifier: undefined, doneAt: now, problem: undefined },
          'done',
          'created',
        ],
        ['the account: it is invited', created('U-1', 'done'), { state: 'done', identifier: 'U-1' }, 'done', 'U-1'],
      ])('%s; the log has it', async (_, resolution, expected, outcome, said) => {
        const { ledger, id, reference } = await createScene('unknown')
        expect(await ledger.resolutions.readStatus('assess', reference)).toBe('open')
        expect(await ledger.resolutions.apply('assess', reference, resolution, now)).toBe('applied')
        expect(await ledger.submissions.get(id)).toMatchObject(expected)
        expect((await ledger.attempts.of(id)).at(-1)).toMatchObject({
          operation: 'resolve',
          outcome,
          answeredAt: now,
          sentAt: undefined,
          detail: `a person says of the sending at 2026-03-01T00:00:00.000Z: ${said}`,
        })
      })

      it('of what is waited for is asked for its scores at once, by whatever run has it', async () => {
        const { ledger, id, reference } = await createScene('unknown')
        await ledger.resolutions.apply('assess', reference, created('A-1'), now)
        expect(await ledger.submissions.duePolls(1, now, 10)).toMatchObject([{ id, identifier: 'A-1' }])
      })

      it('counts once', async () => {
        const { ledger, id, reference } = await createScene('unknown')
        await ledger.resolutions.apply('assess', reference, created('A-1'), now)
        expect(await ledger.resolutions.apply('assess', reference, notCreated, now)).toBe('moot')
        expect(await ledger.submissions.get(id)).toMatchObject({ state: 'accepted', identifier: 'A-1' })
        expect((await ledger.attempts.of(id)).filter(({ operation }) => operation === 'resolve')).toHaveLength(1)
      })

      it('never counts for a later sending; the twin with the later reference does', async () => {
        const { ledger, id, reference } = await createScene('unknown')
        await ledger.resolutions.apply('assess', reference, notCreated, now)
        const claim = await claimOne(ledger, id, now)
        await ledger.submissions.settle(claim, settlementTo('unknown', id), { ...attemptOf(now), outcome: 'unknown' })

        expect(await ledger.resolutions.readStatus('assess', reference)).toBe('stale')
        for (const resolution of [notCreated, created('A-1')]) {
          expect(await ledger.resolutions.apply('assess', reference, resolution, now)).toBe('stale')
        }
        expect((await ledger.submissions.get(id))?.state).toBe('unknown')

        const later = referToSending(ledger.id, { id, sentAt: now })
        expect(later).not.toBe(reference)
        expect(await ledger.resolutions.apply('assess', later, notCreated, now + 1)).toBe('applied')
      })

      it('does not give one identifier to two rows', async () => {
        const ledger = await openNew(createStore)
        const [first, second] = await submissionsOf(
          ledger,
          await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')]),
        )
        await drive(ledger, first ?? Number.NaN, 'accepted')
        await drive(ledger, second ?? Number.NaN, 'unknown')
        const reference = referToSending(ledger.id, { id: second ?? Number.NaN, sentAt: startOfTest })
        expect(await ledger.resolutions.apply('assess', reference, created(`R-${first}`), now)).toBe('taken')
        expect((await ledger.submissions.get(second ?? Number.NaN))?.state).toBe('unknown')
        expect(await ledger.resolutions.apply('assess', reference, created('R-other'), now)).toBe('applied')
      })
    })

    describe('nothing comes of it', () => {
      it.each(['ready', 'sending', 'accepted', 'pending', 'done', 'rejected', 'failed'] as const)(
        'when the row is %s',
        async (state) => {
          const { ledger, id, reference } = await createScene(state)
          expect(await ledger.resolutions.readStatus('assess', reference)).toBe('moot')
          expect(await ledger.resolutions.apply('assess', reference, notCreated, now)).toBe('moot')
          expect((await ledger.submissions.get(id))?.state).toBe(state)
        },
      )

      it('when it is said of another operation, another ledger, or nothing', async () => {
        const { ledger, id, reference } = await createScene('unknown')
        const elsewhere = referToSending((await openNew(createStore)).id, { id, sentAt: startOfTest })
        for (const [operation, said] of [
          ['decide', reference],
          ['assess', elsewhere],
          ['assess', `${ledger.id.slice(0, 8)}-999-${startOfTest.toString(36)}`],
          ['assess', `${reference} `.repeat(2)],
          ['assess', ''],
        ] as const) {
          expect(await ledger.resolutions.readStatus(operation, said)).toBe('moot')
          expect(await ledger.resolutions.apply(operation, said, notCreated, now)).toBe('moot')
        }
        expect((await ledger.submissions.get(id))?.state).toBe('unknown')
        expect(await ledger.resolutions.readStatus('assess', ` ${reference}\n`)).toBe('open')
      })
    })

    function attemptOf(sentAt: number) {
      return { runId: undefined, operation: 'create', sentAt, answeredAt: sentAt, httpStatus: undefined, detail: '' }
    }
  })
}
