import { describe, expect, it } from 'vitest'
import { checkDecision } from '../rooms/sandbox.ts'

const isActivated = (staffId: string): boolean => staffId === 'C-001'

const managerNeeded = ['managerId', 'Manager ID is required for Manager Approved']
const memberNeeded = ['complianceTeamMemberId', 'Compliance Team Member ID is required for Compliance Approved']
const eitherNeeded = ['approverId', 'Manager ID or Compliance Team Member ID is required for Rejected']
const cancellerNeeded = ['cancelledByStaffId', 'Cancelled By Staff ID is required for Canceled']
const notActivated = [
  'complianceTeamMemberId',
  'Compliance Team Member ID must match a registered, activated staff account in this company. ' +
    'The member must complete account setup from the invitation first.',
]
const unknownStatus = [
  'status',
  'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled. ' +
    'Approved is accepted as a legacy alias for Compliance Approved.',
]

const noActor = {}
const manager = { managerId: 'M-1' }
const member = { complianceTeamMemberId: 'C-001' }
const pendingMember = { complianceTeamMemberId: 'C-999' }
const canceller = { cancelledByStaffId: 'S-1' }

/** Each status with each actor: the status recorded, or the field and message. */
const table: readonly [string, object, string | readonly string[]][] = [
  ['Pending', noActor, 'Pending'],
  ['Pending', manager, 'Pending'],
  ['Pending', member, 'Pending'],
  ['Pending', canceller, 'Pending'],
  ['Pending', pendingMember, notActivated],
  ['Manager Approved', noActor, managerNeeded],
  ['Manager Approved', manager, 'Manager Approved'],
  ['Manager Approved', member, managerNeeded],
  ['Manager Approved', canceller, managerNeeded],
  ['Manager Approved', { ...manager, ...pendingMember }, notActivated],
  ['Compliance Approved', noActor, memberNeeded],
  ['Compliance Approved', manager, memberNeeded],
  ['Compliance Approved', member, 'Compliance Approved'],
  ['Compliance Approved', canceller, memberNeeded],
  ['Compliance Approved', pendingMember, notActivated],
  ['Approved', noActor, memberNeeded],
  ['Approved', manager, memberNeeded],
  ['Approved', member, 'Compliance Approved'],
  ['Approved', pendingMember, notActivated],
  ['Rejected', noActor, eitherNeeded],
  ['Rejected', manager, 'Rejected'],
  ['Rejected', member, 'Rejected'],
  ['Rejected', canceller, eitherNeeded],
  ['Rejected', pendingMember, notActivated],
  ['Rejected', { ...manager, ...pendingMember }, notActivated],
  ['Canceled', noActor, cancellerNeeded],
  ['Canceled', manager, cancellerNeeded],
  ['Canceled', member, cancellerNeeded],
  ['Canceled', canceller, 'Canceled'],
  ['Canceled', { ...canceller, ...pendingMember }, notActivated],
  ['Final Approved', member, unknownStatus],
  ['Cancelled', canceller, unknownStatus],
  ['pending', noActor, unknownStatus],
  ['', member, unknownStatus],
  ['toString', noActor, unknownStatus],
  ['Manager Approved', { managerId: '' }, managerNeeded],
  ['Manager Approved', { managerId: '  ' }, managerNeeded],
  ['Pending', { complianceTeamMemberId: '' }, 'Pending'],
]

describe('the checks of update', () => {
  it.each(table)('%s by %j: %j', (status, actors, expected) => {
    const checked = checkDecision({ status, ...actors }, isActivated)
    const outcome = checked.kind === 'accepted' ? checked.decision.status : [checked.error.field, checked.error.message]
    expect(outcome).toEqual(expected)
  })

  it('keep everything that was sent, and need no externalEventId', () => {
    const sent = { ...manager, ...member, ...canceller, note: 'fine', externalEventId: 'ev-1' }
    expect(checkDecision({ ...sent, status: 'Approved' }, isActivated)).toEqual({
      kind: 'accepted',
      decision: { ...sent, status: 'Compliance Approved' },
    })
    expect(checkDecision({ status: 'Pending' }, isActivated)).toEqual({
      kind: 'accepted',
      decision: {
        status: 'Pending',
        complianceTeamMemberId: '',
        managerId: '',
        cancelledByStaffId: '',
        note: '',
        externalEventId: '',
      },
    })
  })
})
