import {
  type AssessmentInput,
  assessmentInput,
  legalRights,
  purposes,
  scoreFields,
  seniorities,
  yesNo,
} from '../contract/assessment.ts'
import { decisionStatuses } from '../contract/decision.ts'
import { messages } from '../contract/messages.ts'
import type { CrossCheck, Field, FieldValues, Operation, ResultColumn } from '../pipeline/operation.ts'
import type { RowView } from '../pipeline/write/row-view.ts'
import { choiceField, dateField, idField, integerField, listedField, optional, textField } from './fields.ts'
import { linkColumn, resultNumberColumn, resultTextColumn, textColumn, timeColumn } from './result-columns.ts'

const dayMs = 86_400_000
const farAwayMs = 10 * 365.25 * dayMs

function isWork(values: FieldValues): boolean {
  return values.get('purpose') !== 'Hire From Anywhere'
}

function isHire(values: FieldValues): boolean {
  return values.get('purpose') === 'Hire From Anywhere'
}

/** interface.md, "Assessment input". The purpose comes first: it decides which of the others apply. */
const fields: readonly Field[] = [
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
  optional(textField('assessmentId', { aliases: ['Assessment ID', 'RWA ID'] })),
]

function check(values: FieldValues, now: number): CrossCheck {
  const start = Date.parse(String(values.get('startDate')))
  const end = Date.parse(String(values.get('endDate')))
  const problems: { field: string; rule: string; hint: string }[] = []
  const warnings: { field: string; rule: string }[] = []
  if (end < start) {
    const hint = 'Check both dates: one of them may have day and month, or the year, mixed up.'
    problems.push({
      field: 'endDate',
      rule: `must be on or after the start date (${String(values.get('startDate')).slice(0, 10)})`,
      hint,
    })
  }
  const workingDays = values.get('workingDays')
  const tripDays = Math.floor((end - start) / dayMs) + 1
  if (typeof workingDays === 'number' && tripDays > 0 && workingDays > tripDays) {
    warnings.push({ field: 'workingDays', rule: `is more than the ${tripDays} days of the trip` })
  }
  for (const [field, time] of [
    ['startDate', start],
    ['endDate', end],
  ] as const) {
    if (Math.abs(time - now) > farAwayMs) warnings.push({ field, rule: 'is more than ten years away' })
  }
  return { problems, warnings }
}

/** The values of a row as one request; what does not apply to its purpose is not among them. */
function buildRequest(values: FieldValues): AssessmentInput {
  const { assessmentId: _, ...request } = Object.fromEntries(values)
  return assessmentInput.parse(request)
}

const hints = new Map<string, string>([
  [
    messages.incorrectCountry,
    'The service does not know this country name. Use the name in its list exactly, or give the list with --lists to check before sending.',
  ],
  [messages.employeeIdMissing, 'Fill in the employee’s staff ID.'],
  [messages.pastTripsDurationMissing, 'Fill in the days of earlier trips; 0 when there were none.'],
  [messages.numberHiresMissing, 'Fill in how many hires are expected over the next two years.'],
])

function hintFor(field: string, message: string): string {
  const known = hints.get(message)
  if (known !== undefined) return known
  const what = field === '' ? 'Correct the row' : `Correct ${field}`
  return `${what} as the service says, then start the same command again: it was not created.`
}

const scoreColumns: readonly ResultColumn[] = [...scoreFields, 'contractorMisclass'].map((field) =>
  resultNumberColumn(field),
)

const resultColumns: readonly ResultColumn[] = [
  textColumn('outcome', 12, ({ state }) => state),
  textColumn('assessmentId', 36, ({ submission }) => submission?.identifier ?? ''),
  linkColumn('reportUrl', 30, ({ submission }) => submission?.reportUrl ?? ''),
  ...scoreColumns,
  resultTextColumn('cumulativePeRiskLevel'),
  resultTextColumn('complianceTeamMemberId'),
  resultTextColumn('managerId'),
  textColumn('problem', 50, ({ problem }) => problem),
  textColumn('hint', 50, ({ hint }) => hint),
  timeColumn('sentAt', ({ submission }) => submission?.sentAt),
  timeColumn('scoredAt', ({ state, submission }) => (state === 'scored' ? submission?.doneAt : undefined)),
]

function requestText(view: RowView, field: string): string {
  return String(view.request?.[field] ?? '')
}

const empty = (): string => ''

/** create: one assessment per row, then its scores. */
export const assess: Operation<AssessmentInput> = {
  name: 'assess',
  endpoint: 'create',
  outputSuffix: 'assessed',
  fields,
  identifierField: 'assessmentId',
  check,
  buildRequest,
  tellingFields: ['employeeId', 'destination', 'startDate', 'endDate'],
  likeness: ({ employeeId, startDate, destination }) => ({ subject: employeeId, traits: [startDate, destination] }),
  send: (client, request) => client.createAssessment(request),
  retrieve: (client, assessmentId) => client.retrieveAssessment(assessmentId),
  doneState: 'accepted',
  hintFor,
  resultColumns,
  extraSheets: [
    {
      name: 'Decisions',
      includes: ({ state }) => state === 'scored',
      columns: [
        textColumn('assessmentId', 36, ({ submission }) => submission?.identifier ?? ''),
        textColumn('employeeId', 16, (view) => requestText(view, 'employeeId')),
        textColumn('destination', 20, (view) => requestText(view, 'destination')),
        resultNumberColumn('overallTrip'),
        linkColumn('reportUrl', 30, ({ submission }) => submission?.reportUrl ?? ''),
        { ...textColumn('status', 22, empty), dropDown: decisionStatuses },
        textColumn('complianceTeamMemberId', 24, empty),
        textColumn('managerId', 14, empty),
        textColumn('cancelledByStaffId', 20, empty),
        textColumn('note', 40, empty),
      ],
    },
  ],
  summary: {
    title: 'Overall score by destination',
    groupHeading: 'destination',
    group: (view) => requestText(view, 'destination'),
    value: ({ result }) => (typeof result?.['overallTrip'] === 'number' ? result['overallTrip'] : undefined),
  },
}
