import { describe, expect, it } from 'vitest'
import { createWorkspace } from '../workspace.ts'

const address = 'https://example.test/version-test'

describe('a target', () => {
  it('is one address and one company, the same in every run', () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const target = ledger.targets.find(address, 'default')
    const others = [ledger.targets.find(address, 'acme'), ledger.targets.find(`${address}2`, 'default')]
    expect(new Set([target.id, ...others.map(({ id }) => id)]).size).toBe(3)
    ledger.close()
    expect(workspace.open().targets.find(address, 'default')).toEqual({ id: target.id, address, company: 'default' })
  })

  it('is the same for a label with other capitals or spaces around it; an empty one is refused', () => {
    const { targets } = createWorkspace().open()
    const first = targets.find(address, ' Acme Grüße')
    expect(first.company).toBe('Acme Grüße')
    for (const company of ['acme grüße', 'ACME GRÜSSE'.replace('SS', 'ß'), 'Acme Grüße ']) {
      expect(targets.find(address, company)).toEqual(first)
    }
    expect(() => targets.find(address, ' ')).toThrow('the label of the company is empty')
  })

  it('of a sandbox is another one when its data is, for each company; the one before keeps its name and a remark', () => {
    const { targets } = createWorkspace().open()
    const sandbox = 'sandbox:/output/sandbox.sqlite'
    const [own, acme] = [targets.find(sandbox, 'default', 'first'), targets.find(sandbox, 'acme', 'first')]
    const other = targets.find('sandbox:/other.sqlite', 'default', 'other')
    expect([targets.retire(sandbox, 'first', 1), targets.find(sandbox, 'default', 'first')]).toEqual([0, own])
    for (const target of [own, acme]) targets.rememberToken(target, { salt: '0a', hash: '1b' })
    expect([targets.retire(sandbox, 'second', 0), targets.retire(sandbox, 'second', 0)]).toEqual([2, 0])
    const anew = targets.find(sandbox, 'default', 'second')
    expect([own.id, acme.id, other.id]).not.toContain(anew.id)
    expect(targets.others(anew).map(({ target }) => target.address)).toEqual([
      `${sandbox} (deleted, noticed 1970-01-01T00:00:00.000Z)`,
      `${sandbox} (deleted, noticed 1970-01-01T00:00:00.000Z)`,
    ])
    expect(targets.find('sandbox:/other.sqlite', 'default')).toEqual(other)
  })

  it('knows the others whose token was accepted', () => {
    const { targets } = createWorkspace().open()
    const [one, two] = [targets.find(address, 'one'), targets.find(address, 'two')]
    targets.find(address, 'never accepted')
    for (const target of [one, two]) targets.rememberToken(target, { salt: '0a', hash: '1b' })
    expect(targets.others(one)).toEqual([{ target: two, fingerprint: { salt: '0a', hash: '1b' } }])
  })

  it('has the fingerprint of the token that was accepted last, each company its own', () => {
    const { targets } = createWorkspace().open()
    const target = targets.find(address, 'default')
    expect(targets.fingerprint(target)).toBeUndefined()
    for (const fingerprint of [
      { salt: '0a', hash: '1b' },
      { salt: '2c', hash: '3d' },
    ]) {
      targets.rememberToken(target, fingerprint)
      expect(targets.fingerprint(target)).toEqual(fingerprint)
    }
    expect(targets.fingerprint(targets.find(address, 'acme'))).toBeUndefined()
  })

  it('is confirmed once somebody has agreed, each company for itself', () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const target = ledger.targets.find(address, 'default')
    expect(ledger.targets.isConfirmed(target)).toBe(false)
    ledger.targets.confirm(target, 1_000)
    ledger.close()
    const { targets } = workspace.open()
    expect([targets.isConfirmed(target), targets.isConfirmed(targets.find(address, 'acme'))]).toEqual([true, false])
  })

  it('has the fingerprint of no token when it was altered', () => {
    const workspace = createWorkspace()
    const { targets } = workspace.open()
    const target = targets.find(address, 'default')
    workspace.connect().exec("UPDATE targets SET token_hash = 'altered'")
    expect(targets.fingerprint(target)).toEqual({ salt: '', hash: '' })
    expect(targets.others(targets.find(address, 'acme'))).toEqual([])
  })

  it('remembers for the next run what this one learned', () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const target = ledger.targets.find(address, 'default')
    expect(ledger.targets.recall(target)).toEqual({ limiter: undefined, pollSchedule: undefined })
    ledger.targets.remember(target, { limiter: '{"c":4}', pollSchedule: undefined })
    ledger.close()
    expect(workspace.open().targets.recall(target)).toEqual({ limiter: '{"c":4}', pollSchedule: undefined })
  })
})
