import { type Row, trip } from '../../support/trips.ts'

const countries = ['Portugal', 'Spain', 'France', 'Italy', 'Brazil', 'Japan']

/** Trips of as many employees, no two alike. */
export function stormTrips(count: number): Row[] {
  return Array.from({ length: count }, (_, index) =>
    trip(`E-${index}`, { 'Host country': countries[index % countries.length] ?? '', 'Past trips (days)': index % 90 }),
  )
}

/** A decision on each of some assessments, each with a note of its own. */
export function stormDecisions(assessmentIds: readonly string[]): Row[] {
  return assessmentIds.map((assessmentId, index) => ({
    assessmentId,
    status: 'Manager Approved',
    managerId: `M-${index % 7}`,
    note: `note ${index}`,
  }))
}

/** Several decisions on each, one after another; what is about one assessment stands far apart. Each has a note of its own. */
export function stormSteps(assessmentIds: readonly string[], steps: number): Row[] {
  return Array.from({ length: steps }, (_, step) =>
    assessmentIds.map((assessmentId) => ({
      assessmentId,
      status: step % 2 === 0 ? 'Manager Approved' : 'Rejected',
      managerId: 'M-1',
      note: `${assessmentId} step ${step}`,
    })),
  ).flat()
}

export function stormStaff(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    'First name': 'Ann',
    'Last name': `Lee ${index}`,
    'E-mail': `lee-${index}@example.com`,
    'Staff ID': `S-${index}`,
  }))
}
