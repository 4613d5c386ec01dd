import { describe, expect, it } from 'vitest'
import { acmeToken, callAs, globexToken, invitee, singleError, startForTest } from '../fixture.ts'

const refused = singleError('Could not create pending user')

describe('create_pending_user', () => {
  it('adds a pending approver', async () => {
    const sandbox = await startForTest()
    const answer = await callAs(sandbox, acmeToken)('create_pending_user', invitee)
    const added = sandbox.store.staff.list('Acme').find(({ staffId }) => staffId === 'C-002')
    expect(added).toMatchObject({ role: 'Approver', firstName: 'Ana', email: 'ana@acme.example', activatedAtMs: null })
    expect(added?.userId).toMatch(/^\d{13}x\d{18}$/)
    expect(answer).toEqual({ status: 'success', response: { user_id: added?.userId } })
  })

  it.each([
    ['a first name is missing', { first_name: undefined }],
    ['a last name is blank', { last_name: ' ' }],
    ['an address is missing', { email: '' }],
    ['an address is none', { email: 'ana at acme' }],
    ['a staff id is no text', { staff_id: 2 }],
    ['the staff id belongs to someone else', { staff_id: 'C-001' }],
  ])('refuses when %s', async (_name, changes) => {
    const sandbox = await startForTest()
    expect(await callAs(sandbox, acmeToken)('create_pending_user', { ...invitee, ...changes })).toEqual(refused)
    expect(sandbox.store.staff.list('Acme')).toHaveLength(1)
  })

  it.each([
    ['the same person', {}],
    ['the staff id with another address', { email: 'other@acme.example' }],
    ['the address with another staff id, in capitals', { staff_id: 'C-003', email: 'ANA@acme.example' }],
  ])('refuses %s a second time', async (_name, changes) => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    await call('create_pending_user', invitee)
    expect(await call('create_pending_user', { ...invitee, ...changes })).toEqual(refused)
  })

  it('keeps the companies apart', async () => {
    const sandbox = await startForTest()
    await callAs(sandbox, acmeToken)('create_pending_user', invitee)
    expect(await callAs(sandbox, globexToken)('create_pending_user', invitee)).toMatchObject({ status: 'success' })
  })
})
