/** People and approvers are numbered unless their names are wanted. */
export interface Names {
  person(company: string, employeeId: string): string
  approver(named: string): string
}

export function chooseNames(areShown: boolean): Names {
  if (areShown) return { person: (_, employeeId) => employeeId, approver: (named) => named }
  const people = new Map<string, number>()
  const approvers = new Map<string, number>()
  return {
    person: (company, employeeId) => `Person ${numberOf(people, JSON.stringify([company, employeeId]))}`,
    approver: (named) => (named === '' ? '' : `Approver ${numberOf(approvers, named)}`),
  }
}

function numberOf(known: Map<string, number>, key: string): number {
  const number = known.get(key) ?? known.size + 1
  known.set(key, number)
  return number
}
