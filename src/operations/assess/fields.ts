import { legalRights, purposes, seniorities, yesNo } from '../../contract/assessment.ts'
import type { Field, FieldValues } from '../../pipeline/model/operation.ts'
import {
  choiceField,
  countryField,
  dateField,
  idField,
  integerField,
  listedField,
  neededWhen,
  optional,
  withHeadings,
} from '../fields.ts'

function isWork(values: FieldValues): boolean {
  return values.get('purpose') === 'Work From Anywhere'
}

function isHire(values: FieldValues): boolean {
  return values.get('purpose') === 'Hire From Anywhere'
}

const forWork = 'Needed when the purpose is Work From Anywhere; not sent otherwise.'
const forHire = 'Needed when the purpose is Hire From Anywhere; not sent otherwise.'

/**
 * interface.md, "Assessment input". The purpose comes first because it decides which other fields apply. With an
 * unreadable purpose they are unknown.
 */
export const assessFields: readonly Field[] = withHeadings('assess', [
  choiceField(
    'purpose',
    { values: purposes, usual: 'Work From Anywhere' },
    'Purpose',
    'An employee’s trip abroad, or a hire abroad.',
    'Work From Anywhere',
  ),
  idField('employeeId', 'Employee ID', 'Your company’s own staff ID of the employee.', '00123'),
  choiceField('seniority', { values: seniorities }, 'Seniority', 'How senior the role is.', 'Mid'),
  listedField('roleType', 'Role type', 'What kind of work is done.', 'Engineering'),
  countryField('citizenship', 'Citizenship', 'The country whose citizen the employee is.', 'Germany'),
  countryField('destination', 'Destination', 'The country of the work abroad.', 'Portugal'),
  countryField('residency', 'Residency', 'The country of the employee’s employment and residence.', 'Germany'),
  dateField('startDate', {}, 'Start date', 'The first day abroad.', '2026-03-02'),
  dateField('endDate', { notBefore: 'startDate' }, 'End date', 'The last day abroad.', '2026-03-27'),
  optional(integerField('workingDays', 'Working days', 'Working days within the dates.', '20')),
  choiceField(
    'salesContracts',
    { values: yesNo },
    'Sales contracts',
    'Whether the employee negotiates or signs sales contracts there.',
    'No',
  ),
  neededWhen(
    isWork,
    forWork,
    integerField(
      'pastTripsDuration',
      'Past trips duration',
      'How long earlier trips there were in all; 0 when there were none. The service’s owner knows the unit.',
      '0',
    ),
  ),
  choiceField(
    'legalRight',
    { values: legalRights },
    'Right to work',
    'Whether the employee may legally work there.',
    'Yes',
  ),
  choiceField(
    'benefitLocalMarket',
    { values: yesNo },
    'Benefits local market',
    'Whether the work benefits the market there.',
    'No',
  ),
  neededWhen(isHire, forHire, listedField('urgency', 'Urgency', 'How soon the hire is needed.', 'Within 3 months')),
  neededWhen(
    isHire,
    forHire,
    integerField('numberHires', 'Number of hires', 'Hires expected over the next two years.', '2'),
  ),
  optional(
    idField(
      'assessmentId',
      'Assessment ID',
      'Of a row that was created already; such a row is only asked for, never created.',
      '1700000000000x123456789',
    ),
  ),
])
