import { decisionStatusAlias, decisionStatuses } from '../../contract/decision.ts'
import type { Field } from '../../pipeline/operation.ts'
import { choiceField, idField, optional, textField } from '../fields.ts'

/** interface.md, "Decision". An empty status means that there is nothing to do for the row. */
export const decideFields: readonly Field[] = [
  textField('assessmentId', { aliases: ['Assessment ID', 'Assessment', 'RWA ID'] }),
  {
    ...choiceField('status', decisionStatuses, {
      aliases: ['Decision', 'Decision status', 'New status'],
      // `Final Approved` is another name for the same decision in the interface's own text.
      synonyms: {
        [decisionStatusAlias]: 'Compliance Approved',
        'Final Approved': 'Compliance Approved',
        Cancelled: 'Canceled',
      },
    }),
    isNeeded: false,
  },
  optional(
    idField('complianceTeamMemberId', {
      aliases: [
        'Compliance team member ID',
        'Compliance member ID',
        'Compliance staff ID',
        'Compliance approver',
        'Approver ID',
      ],
    }),
  ),
  optional(idField('managerId', { aliases: ['Manager ID', 'Manager staff ID'] })),
  optional(
    idField('cancelledByStaffId', {
      aliases: ['Cancelled by staff ID', 'Canceled by staff ID', 'Cancelled by', 'Canceled by'],
    }),
  ),
  optional(textField('note', { aliases: ['Notes', 'Comment', 'Comments', 'Remark', 'Remarks', 'Reason'] })),
  optional(textField('externalEventId', { aliases: ['External event ID', 'Event ID'] })),
]
