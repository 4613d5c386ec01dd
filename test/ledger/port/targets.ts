import { describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { openNew, workspaceOf } from './suite.ts'

const address = 'https://example.test/version-test'

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeTargets(name: string, createStore: () => LedgerStore): void {
  describe(`targets of ${name}`, () => {
    describe('a target', () => {
      it('is one address and one company, the same in every run', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const target = await ledger.targets.find(address, 'default')
        const others = [await ledger.targets.find(address, 'acme'), await ledger.targets.find(`${address}2`, 'default')]
        expect(new Set([target.id, ...others.map(({ id }) => id)]).size).toBe(3)
        await ledger.close()
        expect(await (await workspace.open()).targets.find(address, 'default')).toEqual({
          id: target.id,
          address,
          company: 'default',
        })
      })

      it('is the same for a label with other capitals or spaces around it; an empty one is refused', async () => {
        const { targets } = await openNew(createStore)
        const first = await targets.find(address, ' Acme Grüße')
        expect(first.company).toBe('Acme Grüße')
        for (const company of ['acme grüße', 'ACME GRÜSSE'.replace('SS', 'ß'), 'Acme Grüße ']) {
          expect(await targets.find(address, company)).toEqual(first)
        }
        await expect(targets.find(address, ' ')).rejects.toThrow('the label of the company is empty')
      })

      it('of a sandbox is another one when its data is, for each company; the one before keeps its name and a remark', async () => {
        const { targets } = await openNew(createStore)
        const sandbox = 'sandbox:/output/sandbox.sqlite'
        const [own, acme] = [
          await targets.find(sandbox, 'default', 'first'),
          await targets.find(sandbox, 'acme', 'first'),
        ]
        const other = await targets.find('sandbox:/other.sqlite', 'default', 'other')
        expect([await targets.retire(sandbox, 'first', 1), await targets.find(sandbox, 'default', 'first')]).toEqual([
          0,
          own,
        ])
        for (const target of [own, acme]) await targets.rememberToken(target, { salt: '0a', hash: '1b' })
        expect([await targets.retire(sandbox, 'second', 0), await targets.retire(sandbox, 'second', 0)]).toEqual([2, 0])
        const anew = await targets.find(sandbox, 'default', 'second')
        expect([own.id, acme.id, other.id]).not.toContain(anew.id)
        expect((await targets.others(anew)).map(({ target }) => target.address)).toEqual([
          `${sandbox} (deleted, noticed 1970-01-01T00:00:00.000Z)`,
          `${sandbox} (deleted, noticed 1970-01-01T00:00:00.000Z)`,
        ])
        expect(await targets.find('sandbox:/other.sqlite', 'default')).toEqual(other)
      })

      it('knows the others whose token was accepted', async () => {
        const { targets } = await openNew(createStore)
        const [one, two] = [await targets.find(address, 'one'), await targets.find(address, 'two')]
        await targets.find(address, 'never accepted')
        for (const target of [one, two]) await targets.rememberToken(target, { salt: '0a', hash: '1b' })
        expect(await targets.others(one)).toEqual([{ target: two, fingerprint: { salt: '0a', hash: '1b' } }])
      })

      it('has the fingerprint of the token that was accepted last, each company its own', async () => {
        const { targets } = await openNew(createStore)
        const target = await targets.find(address, 'default')
        expect(await targets.fingerprint(target)).toBeUndefined()
        for (const fingerprint of [
          { salt: '0a', hash: '1b' },
          { salt: '2c', hash: '3d' },
        ]) {
          await targets.rememberToken(target, fingerprint)
          expect(await targets.fingerprint(target)).toEqual(fingerprint)
        }
        expect(await targets.fingerprint(await targets.find(address, 'acme'))).toBeUndefined()
      })

      it('is confirmed once somebody has agreed, each company for itself', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const target = await ledger.targets.find(address, 'default')
        expect(await ledger.targets.isConfirmed(target)).toBe(false)
        await ledger.targets.confirm(target, 1_000)
        await ledger.close()
        const { targets } = await workspace.open()
        expect([
          await targets.isConfirmed(target),
          await targets.isConfirmed(await targets.find(address, 'acme')),
        ]).toEqual([true, false])
      })

      it('remembers for the next run what this one learned', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const target = await ledger.targets.find(address, 'default')
        expect(await ledger.targets.readMemory(target)).toEqual({ limiter: undefined, pollSchedule: undefined })
        await ledger.targets.writeMemory(target, { limiter: '{"c":4}', pollSchedule: undefined })
        await ledger.close()
        expect(await (await workspace.open()).targets.readMemory(target)).toEqual({
          limiter: '{"c":4}',
          pollSchedule: undefined,
        })
      })
    })
  })
}
