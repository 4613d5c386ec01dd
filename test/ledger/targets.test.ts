import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../../src/ledger/targets.ts'
import { createWorkspace } from './workspace.ts'

const address = 'https://example.test/version-test'
const secret = 'a-token-that-nobody-may-see'
const token = fingerprintOf(secret)
const other = fingerprintOf('another-token')

function fingerprintOf(text: string): Fingerprint {
  return (salt) => createHash('sha256').update(salt).update(text).digest('hex')
}

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

  it('takes any token until one was accepted, then only that one, until another is remembered', () => {
    const { targets } = createWorkspace().open()
    const target = targets.find(address, 'default')
    expect([targets.isKnownToken(target, token), targets.isKnownToken(target, other)]).toEqual([true, true])
    targets.rememberToken(target, token)
    expect([targets.isKnownToken(target, token), targets.isKnownToken(target, other)]).toEqual([true, false])
    expect(targets.isKnownToken(targets.find(address, 'acme'), other)).toBe(true)
    targets.rememberToken(target, other)
    expect([targets.isKnownToken(target, token), targets.isKnownToken(target, other)]).toEqual([false, true])
  })

  it('keeps the token in no file, and salts its hash', () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    for (const company of ['default', 'acme'])
      ledger.targets.rememberToken(ledger.targets.find(address, company), token)
    const hashes = workspace.connect().prepare<[], string>('SELECT token_hash FROM targets').pluck().all()
    expect(new Set(hashes).size).toBe(2)
    ledger.close()
    const names = readdirSync(workspace.folder)
    expect(names).toContain('ledger.sqlite')
    for (const name of names) expect(readFileSync(join(workspace.folder, name)).includes(secret)).toBe(false)
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
