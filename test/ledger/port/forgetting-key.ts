import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ForgetChoice } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { load, readCells, startOfTest, statesOf, trip } from '../workspace.ts'
import { keyedWorkspace, sent } from './forgetting.ts'

const march = trip('E1 March Spain')
const ofE1: ForgetChoice = { people: ['E1'], readCells }
const erasure = { reason: '', by: 'ann@laptop', now: startOfTest }

/** What every ledger promises of the key of forgotten trips. */
export function describeForgettingKey(name: string, createStore: () => LedgerStore): void {
  describe(`the key of forgotten trips in ${name}`, () => {
    it('refuses sheets without its key, or with another one, before a row is taken in', async () => {
      const { open, keyFile } = keyedWorkspace(createStore)
      const ledger = await open()
      await sent(ledger, [march])
      await ledger.forgetting.erase(ofE1, erasure)
      await ledger.close()
      const key = readFileSync(keyFile)
      rmSync(keyFile)
      const without = await open()
      await expect(load(without, [march])).rejects.toMatchObject({ said: { code: 'forget-key-missing' } })
      await without.close()
      writeFileSync(keyFile, `${'0'.repeat(64)}\n`)
      const wrong = await open()
      await expect(load(wrong, [march])).rejects.toMatchObject({ said: { code: 'forget-key-other' } })
      await wrong.close()
      writeFileSync(keyFile, key)
      const right = await open()
      expect(await statesOf(right, await load(right, [march]))).toEqual(['done'])
    })

    it('is asked for before a sheet is opened, in plans by the name of their ledger; not where nothing is forgotten', async () => {
      const { open, excerpt, store } = keyedWorkspace(createStore)
      const nowhere = () => undefined
      const ledger = await open()
      await sent(ledger, [march])
      const planned = await excerpt(nowhere)
      expect(await planned.forgetting.requireKey()).toBeUndefined()
      await ledger.forgetting.erase(ofE1, erasure)
      expect(await ledger.forgetting.requireKey()).toBeUndefined()
      await ledger.close()
      for (const opened of [await open(nowhere), await excerpt(nowhere)]) {
        const said = { code: 'forget-key-missing', facts: expect.objectContaining({ ledger: store.name, file: '' }) }
        await expect(opened.forgetting.requireKey()).rejects.toMatchObject({ code: 'configuration', said })
        await opened.close()
      }
    })

    it('may be printed: once it is loaded, runs, plans and forgetting go on as with a file', async () => {
      const { open, excerpt } = keyedWorkspace(createStore)
      const printed = (digit: string) => () => ({ print: async () => `${digit.repeat(64)}\n` })
      const ledger = await open(printed('a'))
      await sent(ledger, [march])
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 1 })
      await ledger.close()
      const again = await open(printed('a'))
      await expect(load(again, [march])).rejects.toMatchObject({ said: { code: 'forget-key-missing' } })
      await again.forgetting.requireKey()
      expect(await statesOf(again, await load(again, [march]))).toEqual(['done'])
      const plan = await excerpt(printed('a'))
      await plan.forgetting.requireKey()
      expect(await statesOf(plan, await load(plan, [march]))).toEqual(['done'])
      const other = await excerpt(printed('b'))
      await expect(other.forgetting.requireKey()).rejects.toMatchObject({ said: { code: 'forget-key-other' } })
    })
  })
}
