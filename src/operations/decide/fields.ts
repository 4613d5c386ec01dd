import { decisionStatusAlias, decisionStatuses } from '../../contract/decision.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import { choiceField, idField, optional, textField, withHeadings } from '../fields.ts'

const status = choiceField('status', decisionStatuses, {
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

/** interface.md, "Decision". An empty status means no decision for the row. */
export const decideFields: readonly Field[] = withHeadings('decide', [
  textField(
    'assessmentId',
    {
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
      title: 'Compliance staff ID',
      meaning: 'The staff ID of the compliance member who decided; their account must be set up.',
      example: 'C-001',
    }),
  ),
  neededFor(
    'Needed for Manager Approved; for Rejected this or the compliance staff ID.',
    idField('managerId', {
      title: 'Manager ID',
      meaning: 'The staff ID of the manager who decided.',
      example: 'M-042',
    }),
  ),
  neededFor(
    'Needed for Canceled.',
    idField('cancelledByStaffId', {
      title: 'Canceled by staff ID',
      meaning: 'The staff ID of the person who cancels.',
      example: 'S-007',
    }),
  ),
  optional(
    textField('note', {
      title: 'Note',
      meaning: 'Goes with the decision.',
      example: 'Agreed with Legal.',
    }),
  ),
  optional(
    textField(
      'externalEventId',
      {
        title: 'External event ID',
        meaning: 'Your own identifier of this decision; when it is empty, one is made that stays the same for the row.',
        example: 'review-2026-0317',
      },
      'id',
    ),
  ),
])

/** A field that only some statuses need; `checkActors` enforces it. */
function neededFor(needed: string, field: Field): Field {
  return { ...optional(field), about: { ...field.about, needed } }
}
