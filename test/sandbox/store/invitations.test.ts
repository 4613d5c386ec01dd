import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSandboxStore, type SandboxStore } from '../../rooms/sandbox/store.ts'
import { hashSetupToken } from '../../rooms/sandbox.ts'
import { openDatabase } from '../../rooms/support.ts'
import { invitee, makeTemporaryFolder } from '../fixture.ts'

const tokenHash = hashSetupToken('token')
const added = { company: 'Acme', invitation: invitee, userId: 'u', tokenHash, createdAtMs: 1, expiresAtMs: 9 }

function openStore(file = ':memory:'): SandboxStore {
  const store = openSandboxStore(file)
  onTestFinished(() => store.close())
  return store
}

describe('invitations', () => {
  it('add a pending member that the hash of the token finds', () => {
    const { invitations } = openStore()
    expect(invitations.add(added)).toBe(true)
    expect(invitations.find(tokenHash)).toEqual({
      company: 'Acme',
      staffId: 'C-002',
      role: 'Approver',
      firstName: 'Ana',
      lastName: 'Silva',
      email: 'ana@acme.example',
      expiresAtMs: 9,
      activatedAtMs: null,
    })
    expect(invitations.find(hashSetupToken('other'))).toBeUndefined()
  })

  it('store nothing for someone the company has already', () => {
    const { invitations } = openStore()
    invitations.add(added)
    const second = hashSetupToken('second')
    expect(invitations.add({ ...added, tokenHash: second })).toBe(false)
    expect(invitations.find(second)).toBeUndefined()
  })

  it('store no member when the key cannot be stored', () => {
    const { invitations, staff } = openStore()
    invitations.add(added)
    const other = { ...invitee, staff_id: 'C-003', email: 'other@acme.example' }
    expect(() => invitations.add({ ...added, invitation: other })).toThrow(/UNIQUE/)
    expect(staff.list('Acme')).toHaveLength(1)
  })

  it('are taken back with member and key, so that the person can be invited again', () => {
    const { invitations, staff } = openStore()
    invitations.add(added)
    expect(invitations.withdraw('Globex', 'C-002')).toBe(false)
    expect(invitations.withdraw('Acme', 'C-002')).toBe(true)
    expect(invitations.find(tokenHash)).toBeUndefined()
    expect(staff.list('Acme')).toEqual([])
    expect(invitations.add(added)).toBe(true)
  })

  it('are not taken back once the member is activated', () => {
    const { invitations, staff } = openStore()
    invitations.add(added)
    staff.activate('Acme', 'C-002', 2)
    expect(invitations.withdraw('Acme', 'C-002')).toBe(false)
    expect(invitations.find(tokenHash)?.activatedAtMs).toBe(2)
  })

  it('keep no token', async () => {
    const file = join(await makeTemporaryFolder(), 'data.sqlite')
    openStore(file).invitations.add(added)
    const database = openDatabase(file, { isReadonly: true })
    onTestFinished(() => {
      database.close()
    })
    expect(database.prepare('SELECT * FROM invitation').all()).toEqual([
      { token_hash: new Uint8Array(tokenHash), company: 'Acme', staff_id: 'C-002', expires_at: 9 },
    ])
  })

  it('come to a data file from before them', async () => {
    const file = join(await makeTemporaryFolder(), 'data.sqlite')
    openSandboxStore(file).close()
    const database = openDatabase(file)
    database.exec('DROP TABLE invitation; DROP TABLE origin; PRAGMA user_version = 1')
    database
      .prepare("INSERT INTO staff (company, staff_id, user_id, created_at) VALUES ('Acme', 'C-001', 'u', 1)")
      .run()
    database.close()
    const { invitations, staff } = openStore(file)
    expect(invitations.add(added)).toBe(true)
    expect(staff.list('Acme').map(({ staffId }) => staffId)).toEqual(['C-001', 'C-002'])
  })
})
