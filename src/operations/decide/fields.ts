import { decisionStatusAlias, decisionStatuses } from '../../contract/decision.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import { choiceField, exactIdField, idField, optional, textField, withHeadings } from '../fields.ts'

const status = choiceField(
  'status',
  {
    values: decisionStatuses,
    // `Final Approved` is another name for the same decision in the interface's own text.
    synonyms: {
      [decisionStatusAlias]: 'Compliance Approved',
      'Final Approved': 'Compliance Approved',
      Cancelled: 'Canceled',
    },
  },
  'Status',
  'The decision.',
  'Compliance Approved',
)

/** interface.md, "Decision". An empty status means no decision for the row. */
export const decideFields: readonly Field[] = withHeadings('decide', [
  exactIdField(
    'assessmentId',
    'Assessment ID',
    'The identifier that the service gave the assessment; it is in the workbook that assess wrote.',
    '1700000000000x123456789',
  ),
  { ...status, isNeeded: false, about: { ...status.about, needed: 'Empty: nothing is decided for the row.' } },
  neededFor(
    'Needed for Compliance Approved; for Rejected this or the manager ID.',
    idField(
      'complianceTeamMemberId',
      'Compliance staff ID',
      'The staff ID of the compliance member who decided; their account must be set up.',
      'C-001',
    ),
  ),
  neededFor(
    'Needed for Manager Approved; for Rejected this or the compliance staff ID.',
    idField('managerId', 'Manager ID', 'The staff ID of the manager who decided.', 'M-042'),
  ),
  neededFor(
    'Needed for Canceled.',
    idField('cancelledByStaffId', 'Canceled by staff ID', 'The staff ID of the person who cancels.', 'S-007'),
  ),
  optional(textField('note', 'Note', 'Goes with the decision.', 'Agreed with Legal.')),
  optional(
    exactIdField(
      'externalEventId',
      'External event ID',
      'Your own identifier of this decision; when it is empty, one is made that stays the same for the row.',
      'review-2026-0317',
    ),
  ),
])

/** A field that only some statuses need; `checkActors` enforces it. */
function neededFor(needed: string, field: Field): Field {
  return { ...optional(field), about: { ...field.about, needed } }
}
