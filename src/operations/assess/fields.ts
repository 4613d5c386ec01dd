import { legalRights, purposes, seniorities, yesNo } from '../../contract/assessment.ts'
import type { Field, FieldValues } from '../../pipeline/operation.ts'
import { choiceField, dateField, idField, integerField, listedField, optional } from '../fields.ts'

function isWork(values: FieldValues): boolean {
  return values.get('purpose') === 'Work From Anywhere'
}

function isHire(values: FieldValues): boolean {
  return values.get('purpose') === 'Hire From Anywhere'
}

/**
 * interface.md, "Assessment input". The purpose comes first: it decides which of the others apply; of a row whose purpose
 * cannot be read nobody can say.
 */
export const assessFields: readonly Field[] = [
  choiceField('purpose', purposes, {
    aliases: ['Assessment purpose', 'Type of assessment', 'Assessment type', 'Request type', 'Trip or hire'],
    synonyms: {
      wfa: 'Work From Anywhere',
      work: 'Work From Anywhere',
      trip: 'Work From Anywhere',
      hfa: 'Hire From Anywhere',
      hire: 'Hire From Anywhere',
    },
  }),
  idField('employeeId', {
    aliases: [
      'Employee ID',
      'Employee number',
      'Employee no',
      'Emp ID',
      'Staff ID',
      'Staff number',
      'Staff no',
      'Personnel number',
      'Personnel ID',
      'Worker ID',
      'Payroll ID',
      'HR ID',
      'Global ID',
    ],
  }),
  choiceField('seniority', seniorities, {
    aliases: ['Seniority level', 'Level', 'Grade', 'Job level', 'Career level'],
    synonyms: { junior: 'Low', medium: 'Mid', middle: 'Mid', high: 'Senior' },
  }),
  listedField('roleType', {
    aliases: ['Role type', 'Role', 'Type of role', 'Job type', 'Job family', 'Function', 'Role category'],
  }),
  listedField('citizenship', {
    aliases: [
      'Nationality',
      'Citizen of',
      'Country of citizenship',
      'Passport country',
      'Passport',
      'Country of nationality',
    ],
  }),
  listedField('destination', {
    aliases: [
      'Host country',
      'Destination country',
      'Country of destination',
      'To country',
      'Host location',
      'Country of work',
      'Travelling to',
      'Where to',
      'Country to',
    ],
  }),
  listedField('residency', {
    aliases: [
      'Home country',
      'Country of residence',
      'Residence',
      'Resident in',
      'Residence country',
      'Country of residency',
      'Employment country',
      'Country of employment',
      'From country',
      'Home location',
      'Tax residence',
      'Tax residency',
      'Country from',
    ],
  }),
  dateField('startDate', {
    aliases: [
      'Start',
      'Start date',
      'Trip start',
      'Trip start date',
      'From',
      'From date',
      'Date from',
      'Arrival',
      'Arrival date',
      'First day',
      'First day abroad',
      'Begin date',
      'Start of trip',
      'Begins',
    ],
  }),
  dateField('endDate', {
    aliases: [
      'End',
      'End date',
      'Trip end',
      'Trip end date',
      'To',
      'To date',
      'Until',
      'Date to',
      'Return',
      'Return date',
      'Last day',
      'Last day abroad',
      'Finish date',
      'End of trip',
      'Ends',
    ],
  }),
  optional(
    integerField('workingDays', {
      aliases: [
        'Working days',
        'Work days',
        'Workdays',
        'Days worked',
        'Number of working days',
        'Business days',
        'Working days abroad',
        'Work days abroad',
        'Days of work',
        'Days at work',
      ],
    }),
  ),
  choiceField('salesContracts', yesNo, {
    aliases: [
      'Sales contracts',
      'Signs contracts',
      'Contract authority',
      'Sales authority',
      'Signing authority',
      'Concludes contracts',
      'Sales or contracts',
      'Sales/contracts',
      'Sales / contract authority',
      'Authority to sign contracts',
      'Negotiates contracts',
    ],
  }),
  {
    ...integerField('pastTripsDuration', {
      aliases: [
        'Past trips',
        'Past trips duration',
        'Past trip duration',
        'Previous trips',
        'Past trip days',
        'Past trips days',
        'Earlier trips',
        'Earlier trip days',
        'Prior trips',
        'Prior trip days',
        'Days in previous trips',
        'Days there before',
        'Previous days abroad',
        'Days already spent',
      ],
    }),
    isRequiredColumn: false,
    appliesTo: isWork,
  },
  choiceField('legalRight', legalRights, {
    aliases: [
      'Legal right',
      'Right to work',
      'Legal right to work',
      'Work right',
      'Work permit',
      'Work authorisation',
      'Work authorization',
      'Permit to work',
      'Allowed to work',
    ],
    synonyms: {
      'not sure': 'Unsure',
      unknown: 'Unsure',
      'don’t know': 'Unsure',
      '?': 'Unsure',
      tbc: 'Unsure',
      tbd: 'Unsure',
    },
  }),
  choiceField('benefitLocalMarket', yesNo, {
    aliases: [
      'Benefit local market',
      'Benefits local market',
      'Benefit to local market',
      'Serves local market',
      'Local market',
      'Local market benefit',
      'Local clients',
      'Local business benefit',
      'Benefits host market',
    ],
  }),
  {
    ...listedField('urgency', { aliases: ['Priority', 'How urgent', 'Hiring urgency'] }),
    isRequiredColumn: false,
    appliesTo: isHire,
  },
  {
    ...integerField('numberHires', {
      aliases: [
        'Number of hires',
        'Hires',
        'Hires planned',
        'Planned hires',
        'Expected hires',
        'Anticipated hires',
        'Number hires',
        'No of hires',
        'Headcount',
        'Hires in two years',
        'Hires next two years',
      ],
    }),
    isRequiredColumn: false,
    appliesTo: isHire,
  },
  optional(idField('assessmentId', { aliases: ['Assessment ID', 'RWA ID'] })),
]
