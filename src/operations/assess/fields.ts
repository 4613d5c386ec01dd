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
  choiceField('purpose', purposes, {
    usual: 'Work From Anywhere',
    title: 'Purpose',
    meaning: 'An employee’s trip abroad, or a hire abroad.',
    example: 'Work From Anywhere',
  }),
  idField('employeeId', {
    title: 'Employee ID',
    meaning: 'Your company’s own staff ID of the employee.',
    example: '00123',
  }),
  choiceField('seniority', seniorities, {
    title: 'Seniority',
    meaning: 'How senior the role is.',
    example: 'Mid',
  }),
  listedField('roleType', {
    title: 'Role type',
    meaning: 'What kind of work is done.',
    example: 'Engineering',
  }),
  countryField('citizenship', {
    title: 'Citizenship',
    meaning: 'The country whose citizen the employee is.',
    example: 'Germany',
  }),
  countryField('destination', {
    title: 'Destination',
    meaning: 'The country of the work abroad.',
    example: 'Portugal',
  }),
  countryField('residency', {
    title: 'Residency',
    meaning: 'The country of the employee’s employment and residence.',
    example: 'Germany',
  }),
  dateField('startDate', {
    title: 'Start date',
    meaning: 'The first day abroad.',
    example: '2026-03-02',
  }),
  dateField('endDate', {
    notBefore: 'startDate',
    title: 'End date',
    meaning: 'The last day abroad.',
    example: '2026-03-27',
  }),
  optional(
    integerField('workingDays', {
      title: 'Working days',
      meaning: 'Working days within the dates.',
      example: '20',
    }),
  ),
  choiceField('salesContracts', yesNo, {
    title: 'Sales contracts',
    meaning: 'Whether the employee negotiates or signs sales contracts there.',
    example: 'No',
  }),
  neededWhen(
    isWork,
    forWork,
    integerField('pastTripsDuration', {
      title: 'Past trips duration',
      meaning: 'How long earlier trips there were in all; 0 when there were none. The service’s owner knows the unit.',
      example: '0',
    }),
  ),
  choiceField('legalRight', legalRights, {
    title: 'Right to work',
    meaning: 'Whether the employee may legally work there.',
    example: 'Yes',
  }),
  choiceField('benefitLocalMarket', yesNo, {
    title: 'Benefits local market',
    meaning: 'Whether the work benefits the market there.',
    example: 'No',
  }),
  neededWhen(
    isHire,
    forHire,
    listedField('urgency', {
      title: 'Urgency',
      meaning: 'How soon the hire is needed.',
      example: 'Within 3 months',
    }),
  ),
  neededWhen(
    isHire,
    forHire,
    integerField('numberHires', {
      title: 'Number of hires',
      meaning: 'Hires expected over the next two years.',
      example: '2',
    }),
  ),
  optional(
    idField('assessmentId', {
      title: 'Assessment ID',
      meaning: 'Of a row that was created already; such a row is only asked for, never created.',
      example: '1700000000000x123456789',
    }),
  ),
])
