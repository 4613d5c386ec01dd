// Heading of the sheets that the bench makes → field of a create.
export const fieldOfHeading = {
  'Employee ID': 'employeeId',
  'Assessment type': 'purpose',
  Citizenship: 'citizenship',
  'Country of residence': 'residency',
  'Destination country': 'destination',
  'Start date': 'startDate',
  'End date': 'endDate',
  'Working days': 'workingDays',
  'Previous days abroad': 'pastTripsDuration',
  'Role type': 'roleType',
  Seniority: 'seniority',
  'Legal right to work': 'legalRight',
  'Signs contracts': 'salesContracts',
  'Local market benefit': 'benefitLocalMarket',
}
