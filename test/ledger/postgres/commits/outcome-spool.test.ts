import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { GuardedChange } from '../../../../src/ledger/postgres/commits/group-statement.ts'
import { OutcomeSpool } from '../../../../src/ledger/postgres/commits/outcome-spool.ts'
import { createFolder } from '../../workspace.ts'

const change: GuardedChange = { id: 7, claim: { holder: 2, number: 3 }, to: 'accepted', identifier: 'R-7' }

async function takeIn(kept: OutcomeSpool): Promise<GuardedChange[]> {
  const taken: GuardedChange[] = []
  const count = await kept.replay(async (each) => void taken.push(each))
  expect(count).toBe(taken.length)
  return taken
}

it('what was kept is given back once, in another process too, and only to its own ledger', async () => {
  const folder = createFolder()
  const other = { ...change, id: 8 }
  expect(new OutcomeSpool(folder, 'a1').append(change)).toBe(true)
  expect(new OutcomeSpool(folder, 'a1').append(other)).toBe(true)
  expect(await takeIn(new OutcomeSpool(folder, 'b2'))).toEqual([])
  expect(await takeIn(new OutcomeSpool(folder, 'a1'))).toEqual([change, other])
  expect(await takeIn(new OutcomeSpool(folder, 'a1'))).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it('stays where it is when it cannot be taken in', async () => {
  const kept = new OutcomeSpool(createFolder(), 'a1')
  kept.append(change)
  await expect(kept.replay(() => Promise.reject(new Error('away again')))).rejects.toThrow('away again')
  expect(await takeIn(kept)).toEqual([change])
})

it('a line that was cut is no outcome, and takes no other with it', async () => {
  const folder = createFolder()
  const kept = new OutcomeSpool(folder, 'a1')
  kept.append(change)
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"id": 9, "claim": {"hol')
  expect(await takeIn(kept)).toEqual([change])
})

it('says when it cannot keep something', () => {
  expect(new OutcomeSpool('/dev/null/nowhere', 'a1').append(change)).toBe(false)
})
