import type { TemplateFacts } from '../../pipeline/terms/operation.ts'

export const template: TemplateFacts = {
  sheet: 'Decisions',
  examples: [{ managerId: '', cancelledByStaffId: '', externalEventId: '' }],
  advice: [
    'One row is one decision. Several rows may name one assessment: they are sent in the order of the sheet.',
    'The workbook that assess wrote has a sheet Decisions with the assessments already in it: rather fill in that one.',
    'Each status needs the person who decided, as the headings’ notes say.',
  ],
}
