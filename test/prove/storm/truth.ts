/** What a sheet says against what the service has; each entry is a lie, in words. */
import { scoreFields } from '../../rooms/contract.ts'
import type { SandboxStore } from '../../rooms/sandbox/store.ts'
import { computeScores } from '../../rooms/sandbox.ts'
export interface Lies {
  /** Rows that are there more than once. */
  twice: string[]
  /** There, and the row neither has its identifier nor says `unknown`. */
  lost: string[]
  /** Rows that say something else than the service has: done and not there, or other scores. */
  false: string[]
  /** Rows that say that they were not processed, and are there. */
  denied: string[]
}

type Results = readonly Record<string, unknown>[]

/** What the service has for one row. */
interface Fact {
  identifier: string
  /** Columns of the output and what must be in them. */
  shown: Readonly<Record<string, string>>
}

/** Every row has an employee of its own. */
export function compareAssessments({ assessments }: SandboxStore, results: Results): Lies {
  const facts = new Map<string, Fact[]>()
  for (const { assessmentId, input } of assessments.list('Acme')) {
    const scores = computeScores(input)
    const shown = Object.fromEntries(scoreFields.map((field) => [field, String(scores[field])]))
    add(facts, input.employeeId, { identifier: assessmentId, shown: { assessmentId, ...shown } })
  }
  return compare(facts, results, 'Staff ID', 'scored')
}

/** Like that, but a row may be there more than once: it says which one it is. */
export function compareAnewAssessed({ assessments }: SandboxStore, results: Results): Lies {
  const lies: Lies = { twice: [], lost: [], false: [], denied: [] }
  const there = new Map([...assessments.list('Acme')].map(({ assessmentId, input }) => [assessmentId, input]))
  const names = new Set([...there.values()].map(({ employeeId }) => employeeId))
  for (const { outcome, assessmentId, 'Staff ID': name } of results) {
    const input = there.get(String(assessmentId))
    if (outcome === 'scored' && input?.employeeId !== name) lies.false.push(`${name} is scored by another's`)
    if (outcome !== 'scored' && outcome !== 'unknown' && names.has(String(name)))
      lies.denied.push(`${name} is ${outcome}, and there is one`)
  }
  return lies
}

/** Every row has a note of its own. */
export function compareDecisions({ decisions }: SandboxStore, results: Results): Lies {
  const facts = new Map<string, Fact[]>()
  for (const { note, assessmentId, status, externalEventId } of decisions.list('Acme')) {
    add(facts, note, { identifier: externalEventId, shown: { assessmentId, status, externalEventId } })
  }
  return compare(facts, results, 'note', 'decided')
}

export function compareInvitations({ staff }: SandboxStore, results: Results): Lies {
  const facts = new Map<string, Fact[]>()
  for (const { staffId, userId, email } of staff.list('Acme')) {
    if (email !== null) add(facts, staffId, { identifier: userId, shown: { userId, 'E-mail': email } })
  }
  return compare(facts, results, 'Staff ID', 'invited')
}

function add(facts: Map<string, Fact[]>, key: string, fact: Fact): void {
  const known = facts.get(key)
  if (known === undefined) facts.set(key, [fact])
  else known.push(fact)
}

function compare(facts: ReadonlyMap<string, Fact[]>, results: Results, keyHeading: string, done: string): Lies {
  const lies: Lies = { twice: [], lost: [], false: [], denied: [] }
  const seen = new Set<string>()
  for (const row of results) {
    const key = String(row[keyHeading])
    seen.add(key)
    const there = facts.get(key) ?? []
    const [fact] = there
    const outcome = String(row['outcome'])
    const isShown = fact !== undefined && Object.entries(fact.shown).every(([heading, text]) => row[heading] === text)
    if (there.length > 1) lies.twice.push(key)
    if (outcome === 'unknown') continue
    if (outcome === done && !isShown) lies.false.push(`${key} is ${outcome}, and there is ${JSON.stringify(fact)}`)
    if (outcome !== done && fact !== undefined)
      lies.denied.push(`${key} is ${outcome}, and there is ${fact.identifier}`)
    const named = there.filter(({ shown }) => Object.entries(shown).every(([heading, text]) => row[heading] === text))
    if (named.length < there.length) lies.lost.push(key)
  }
  lies.lost.push(...[...facts.keys()].filter((key) => !seen.has(key)))
  return lies
}

export const noLies: Lies = { twice: [], lost: [], false: [], denied: [] }
