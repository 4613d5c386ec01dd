import { describe, expect, it } from 'vitest'
import { messages } from '../../rooms/contract.ts'
import {
  acmeToken,
  callAs,
  createFor,
  fieldError,
  globexToken,
  holdClock,
  invitee,
  singleError,
  startForTest,
  trip,
} from '../fixture.ts'

const recorded = { status: 'success', success: true, message: 'RWA decision and note updated' }
const notActivated = fieldError(
  'complianceTeamMemberId',
  `${messages.complianceMemberUnknown} The member must complete account setup from the invitation first.`,
)

describe('rwa_update', () => {
  it('keeps every decision with its time, and shows the staff named last', async () => {
    const clock = holdClock(1000)
    const sandbox = await startForTest({ clock })
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    const approval = { assessmentId, status: 'Manager Approved', managerId: 'M-1', note: 'ok', externalEventId: 'ev-1' }
    expect(await call('rwa_update', approval)).toEqual(recorded)
    clock.advance(10)
    await call('rwa_update', { assessmentId, status: 'Approved', complianceTeamMemberId: 'C-001' })
    clock.advance(10)
    await call('rwa_update', { assessmentId, status: 'Canceled', cancelledByStaffId: 'S-9', managerId: 'M-2' })

    const history = sandbox.store.decisions.history(assessmentId)
    expect(history.map(({ status, decidedAtMs }) => [status, decidedAtMs])).toEqual([
      ['Manager Approved', 1000],
      ['Compliance Approved', 1010],
      ['Canceled', 1020],
    ])
    expect(history[0]).toMatchObject({ managerId: 'M-1', note: 'ok', externalEventId: 'ev-1' })
    expect(history[2]).toMatchObject({ cancelledByStaffId: 'S-9' })
    expect(await call('rwa_retrieve', { assessmentId })).toMatchObject({
      data: { complianceTeamMemberId: 'C-001', managerId: 'M-2' },
    })
  })

  it('does not ask whether it was told before: the same event twice is recorded twice', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    const pending = { assessmentId, status: 'Pending', externalEventId: 'ev-1' }
    await call('rwa_update', pending)
    await call('rwa_update', pending)
    expect(sandbox.store.decisions.history(assessmentId)).toHaveLength(2)
  })

  it('answers the field of a failed check, and records nothing', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    expect(await call('rwa_update', { assessmentId, status: 'Rejected' })).toEqual(
      fieldError('approverId', 'Manager ID or Compliance Team Member ID is required for Rejected'),
    )
    expect(sandbox.store.decisions.history(assessmentId)).toEqual([])
  })

  it('knows no assessment of another company, whatever else is wrong', async () => {
    const sandbox = await startForTest()
    const { assessmentId } = await createFor(callAs(sandbox, acmeToken), trip)
    const call = callAs(sandbox, globexToken)
    const unknown = singleError('RWA not found for this company')
    expect(await call('rwa_update', { assessmentId, status: 'Pending' })).toEqual(unknown)
    expect(await call('rwa_update', { assessmentId, status: 'No such' })).toEqual(unknown)
    expect(await call('rwa_update', {})).toEqual(unknown)
    expect(sandbox.store.decisions.history(assessmentId)).toEqual([])
  })

  it('takes an invited member only once account set-up is finished', async () => {
    const sandbox = await startForTest()
    const call = callAs(sandbox, acmeToken)
    const { assessmentId } = await createFor(call, trip)
    await call('create_pending_user', invitee)
    const approval = { assessmentId, status: 'Compliance Approved', complianceTeamMemberId: 'C-002' }
    expect(await call('rwa_update', approval)).toEqual(notActivated)
    expect(sandbox.store.staff.activate('Acme', 'C-002', 5)).toBe(true)
    expect(await call('rwa_update', approval)).toEqual(recorded)
  })

  it.each(['Pending', 'Manager Approved', 'Compliance Approved', 'Rejected', 'Canceled'])(
    "refuses another company's approver under %s",
    async (status) => {
      const sandbox = await startForTest()
      const call = callAs(sandbox, acmeToken)
      const { assessmentId } = await createFor(call, trip)
      const actors = { complianceTeamMemberId: 'G-001', managerId: 'M-1', cancelledByStaffId: 'S-1' }
      expect(await call('rwa_update', { assessmentId, status, ...actors })).toEqual(notActivated)
    },
  )
})
