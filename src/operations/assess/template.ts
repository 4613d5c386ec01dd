import type { TemplateFacts } from '../../pipeline/terms/operation.ts'

export const template: TemplateFacts = {
  sheet: 'Trips and hires',
  examples: [{}, { purpose: 'Hire From Anywhere', workingDays: '', endDate: '2027-02-26' }],
  advice: [
    'One row is one assessment: a trip of one employee (Work From Anywhere) or a hire (Hire From Anywhere).',
    'Countries, role types and urgencies must be written exactly as the service lists them.',
  ],
}
