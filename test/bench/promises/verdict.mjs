// What a tool did and said, against what the service knows.

/**
 * @typedef {{ employeeId: string, assessmentId?: string | undefined, says: 'done' | 'in doubt' | 'not sent' }} Said
 *
 * @typedef {object} Verdict
 * @property {number} twice assessments beyond the first of a trip
 * @property {number} lost identifiers that the service returned and no result has, of trips that are not called unknown;
 *   trips that were created, or never sent, and the results say otherwise
 * @property {number} inDoubt trips that the tool itself calls unknown
 */

/**
 * @param {readonly string[]} employees everybody in the last sheet
 * @param {readonly import('./service.mjs').Created[]} created
 * @param {readonly Said[]} everSaid in any results that the tool wrote
 * @param {readonly Said[]} lastSaid in the last of each machine
 * @returns {Verdict}
 */
export function judge(employees, created, everSaid, lastSaid) {
  const known = new Set(everSaid.map(({ assessmentId }) => assessmentId).filter(Boolean))
  const byEmployee = groupBy(created)
  const says = groupBy(lastSaid)
  let [twice, lost, inDoubt] = [0, 0, 0]
  for (const employee of employees) {
    const made = byEmployee.get(employee) ?? []
    const saying = says.get(employee) ?? []
    const isKnown = made.some(({ id }) => known.has(id))
    const isDoubted = !isKnown && saying.some((one) => one.says === 'in doubt')
    twice += Math.max(0, made.length - 1)
    const gone = made.filter(({ id, isReturned }) => isReturned && !known.has(id)).length
    if (isDoubted) inDoubt += 1
    else if (gone > 0) lost += gone
    else if (!isKnown && !isToldTruly(made.length, saying)) lost += 1
  }
  return { twice, lost, inDoubt }
}

/** Of a trip without an identifier in any results. @param {number} made @param {readonly Said[]} saying */
function isToldTruly(made, saying) {
  return made === 0 && saying.some(({ says }) => says === 'not sent')
}

/** @template {{ employeeId: string }} One @param {readonly One[]} all */
function groupBy(all) {
  /** @type {Map<string, One[]>} */
  const groups = new Map()
  for (const one of all) groups.set(one.employeeId, [...(groups.get(one.employeeId) ?? []), one])
  return groups
}
