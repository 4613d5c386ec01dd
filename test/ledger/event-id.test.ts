import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveEventId, hashRequest } from '../rooms/ledger.ts'
import { createWorkspace, load, trip } from './workspace.ts'

describe('the identifier of a ledger', () => {
  it('stays what it is however often it is opened; no other ledger has it', () => {
    const workspace = createWorkspace()
    const first = workspace.open()
    const { id } = first
    first.close()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(workspace.open().id).toBe(id)
    expect(createWorkspace().open().id).not.toBe(id)
  })
})

describe('an event identifier', () => {
  const submission = { requestHash: hashRequest({ assessmentId: 'A-1', status: 'Pending' }), ordinal: 0, generation: 0 }

  it('never changes from version to version: a service may have it already', () => {
    expect(deriveEventId('00000000-0000-4000-8000-000000000000', submission)).toBe(
      'rwa-batch-6a4ac9f36c96c0553af4e70873ee5cd8',
    )
  })

  it('is another one for another ledger, content, equal row or time that it is done anew', () => {
    const one = fc.record({
      ledger: fc.constantFrom('L1', 'L2', 'L11'),
      hash: fc.constantFrom('aa', 'ab'),
      ordinal: fc.nat(12),
      generation: fc.nat(12),
    })
    fc.assert(
      fc.property(one, one, (left, right) => {
        const [leftId, rightId] = [left, right].map(({ ledger, hash, ...place }) =>
          deriveEventId(ledger, { requestHash: Buffer.from(hash, 'hex'), ...place }),
        )
        expect(leftId === rightId).toBe(JSON.stringify(left) === JSON.stringify(right))
      }),
      { seed: 5 },
    )
  })

  it('gives away nothing of the row, and is short', () => {
    expect(deriveEventId('L1', { ...submission, requestHash: randomBytes(16) })).toMatch(/^rwa-batch-[0-9a-f]{32}$/)
  })

  it('is the same when its row is loaded again, elsewhere in the sheet', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const [march, may] = [trip('E1 March Spain'), trip('E1 May Spain')]
    const idsOf = async (runId: number): Promise<string[]> =>
      (await ledger.submissions.readyPage(runId, -1, 10)).map((row) => deriveEventId(ledger.id, row))
    const first = await idsOf(await load(ledger, [march, may]))
    expect((await idsOf(await load(ledger, [trip('E9 May Peru'), may, march]))).slice(1)).toEqual(first.toReversed())
  })
})
