import { expect, it } from 'vitest'
import { UnconfirmedOutcomes } from '../../../rooms/ledger/postgres.ts'
import type { GuardedChange } from '../../../rooms/ledger/store.ts'

const first: GuardedChange = { id: 7, claim: { holder: 2, number: 3 }, to: 'accepted', identifier: 'R-7' }
const second: GuardedChange = { ...first, id: 8, identifier: 'R-8' }
const poll: GuardedChange = { id: 9, from: 'accepted', to: 'done', result: '{}' }

function create({ isWritable = true, interrupt }: { isWritable?: boolean; interrupt?: AbortSignal } = {}) {
  const spool: number[] = []
  const spilled: unknown[] = []
  const outcomes = new UnconfirmedOutcomes({
    onSpill: (record) => spilled.push(record),
    spool: {
      append(changes) {
        if (isWritable) spool.push(...changes.map(({ id }) => id))
        return isWritable
      },
      clear: () => void spool.splice(0),
    },
    interrupt,
  })
  for (const change of [first, poll]) outcomes.add(change)
  return { outcomes, spool, spilled }
}

it('are spooled from the first lost connection on, once each, until the database has answered', () => {
  const { outcomes, spool } = create()
  expect(spool).toEqual([])
  outcomes.spool()
  outcomes.add(second)
  outcomes.spool()
  expect(spool).toEqual([7, 8])
  outcomes.confirm(first)
  expect(spool).toEqual([7, 8])
  outcomes.confirm(second)
  outcomes.endRisk()
  outcomes.add(first)
  expect(spool).toEqual([])
})

it('are spooled as they come once the process was told to stop', () => {
  const { outcomes, spool } = create({ interrupt: AbortSignal.abort() })
  outcomes.endRisk()
  outcomes.add(second)
  expect(spool).toEqual([7, 8])
})

it('stay spooled when they are given up for now; what no opening can store is spilled', () => {
  const { outcomes, spool, spilled } = create()
  outcomes.add(second)
  outcomes.giveUp(first, true)
  outcomes.giveUp(second, false)
  outcomes.giveUp(poll, false)
  expect([spool, spilled]).toEqual([[7], [{ submission: 8, identifier: 'R-8' }]])
})

it('are spilled where nothing can be spooled: when they are given up, or at once when the process was told to stop', () => {
  const { outcomes, spilled } = create({ isWritable: false })
  outcomes.spool()
  expect(spilled).toEqual([])
  outcomes.giveUp(first, true)
  const record = { submission: 7, identifier: 'R-7' }
  expect(spilled).toEqual([record])
  const stopped = create({ isWritable: false, interrupt: AbortSignal.abort() })
  stopped.outcomes.spool()
  stopped.outcomes.giveUp(first, true)
  expect([stopped.spool, stopped.spilled]).toEqual([[], [record]])
})
