/** A trip as the interface has it, but for whose it is. */
export const anyTrip = {
  purpose: 'Work From Anywhere',
  seniority: 'Mid',
  roleType: 'Engineering',
  citizenship: 'Germany',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-03-31T00:00:00.000Z',
}
