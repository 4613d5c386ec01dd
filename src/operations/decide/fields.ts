import { decisionStatusAlias, decisionStatuses } from '../../contract/decision.ts'
import type { Field } from '../../pipeline/terms/operation.ts'
import { choiceField, idField, optional, textField } from '../fields.ts'

const status = choiceField('status', decisionStatuses, {
  aliases: ['Decision', 'Decision status', 'New status'],
  // `Final Approved` is another name for the same decision in the interface's own text.
  synonyms: {
    [decisionStatusAlias]: 'Compliance Approved',
    'Final Approved': 'Compliance Approved',
    Cancelled: 'Canceled',
  },
  title: 'Status',
  meaning: 'The decision.',
  example: 'Compliance Approved',
})

/** interface.md, "Decision". An empty status means that there is nothing to do for the row. */
export const decideFields: readonly Field[] = [
  textField(
    'assessmentId',
    {
      aliases: ['Assessment ID', 'Assessment', 'RWA ID'],
      title: 'Assessment ID',
      meaning: 'The identifier that the service gave the assessment; it is in the workbook that assess wrote.',
      example: '1700000000000x123456789',
    },
    'id',
  ),
  { ...status, isNeeded: false, about: { ...status.about, needed: 'Empty: nothing is decided for the row.' } },
  neededFor(
    'Needed for Compliance Approved; for Rejected this or the manager ID.',
    idField('complianceTeamMemberId', {
      aliases: [
        'Compliance team member ID',
        'Compliance member ID',
        'Compliance staff ID',
        'Compliance approver',
        'Approver ID',
      ],
      title: 'Compliance staff ID',
      meaning: 'The staff ID of the compliance member who decided; their account must be set up.',
      example: 'C-001',
    }),
  ),
  neededFor(
    'Needed for Manager Approved; for Rejected this or the compliance staff ID.',
    idField('managerId', {
      aliases: ['Manager ID', 'Manager staff ID'],
      title: 'Manager ID',
      meaning: 'The staff ID of the manager who decided.',
      example: 'M-042',
    }),
  ),
  neededFor(
    'Needed for Canceled.',
    idField('cancelledByStaffId', {
      aliases: ['Cancelled by staff ID', 'Canceled by staff ID', 'Cancelled by', 'Canceled by'],
      title: 'Canceled by staff ID',
      meaning: 'The staff ID of the person who cancels.',
      example: 'S-007',
    }),
  ),
  optional(
    textField('note', {
      aliases: ['Notes', 'Comment', 'Comments', 'Remark', 'Remarks', 'Reason'],
      title: 'Note',
      meaning: 'Goes with the decision.',
      example: 'Agreed with Legal.',
    }),
  ),
  optional(
    textField(
      'externalEventId',
      {
        aliases: ['External event ID', 'Event ID'],
        title: 'External event ID',
        meaning: 'Your own identifier of this decision; when it is empty, one is made that stays the same for the row.',
        example: 'review-2026-0317',
      },
      'id',
    ),
  ),
]

/** Of a field that some statuses need; `checkActors` looks after that. */
function neededFor(needed: string, field: Field): Field {
  return { ...optional(field), about: { ...field.about, needed } }
}
