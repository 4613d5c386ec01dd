import { ask } from '../../../ledger/postgres/database.ts'
import type { SandboxStore } from '../../../rooms/sandbox/store.ts'
import type { Colleague } from './colleague.ts'
import type { Matter, Taken } from './matter.ts'

/** What a round came to. */
export interface Findings {
  created: number
  /** Trips that are at the service more than once. */
  twice: string[]
  /** At the service, and nowhere in the memory; or in an output neither named nor unknown. */
  lost: string[]
  /** All else that must not be, in words. */
  faults: string[]
  deadlocks: number
  /** How often a trip became unknown: because who sent it was not heard of any more; by an answer, or the lack of one. */
  unknown: { abandoned: number; answered: number }
  /** Outcomes that came too late, and counted for nothing. */
  late: number
  /** Requests that did not start, because their claim had lapsed. */
  lapsed: number
}

export interface RoundEnd {
  address: string
  store: SandboxStore
  matter: Matter
  colleagues: readonly Colleague[]
  /** The only ones that may have been given up; undefined when it may have been anybody. */
  stricken: ReadonlySet<number> | undefined
  deadlocks: number
  faults: readonly string[]
}

interface Kept {
  state: string
  identifier: string | null
  request: string
}

interface Logged {
  submission: number
  outcome: string
  detail: string
  operation: string
}

/** Holds what the service has created against the memory and against every output. */
export async function judgeRound(round: RoundEnd): Promise<Findings> {
  const { address, store, matter, colleagues, stricken, deadlocks } = round
  const outputs = colleagues.map((colleague) => colleague.results())
  const lies = matter.compare(store, outputs.flat())
  const created = matter.taken(store)
  const submissions = await ask<Kept>(address, 'SELECT state, identifier, request FROM submissions')
  const log = await ask<Logged>(
    address,
    'SELECT submission_id AS submission, outcome, detail, operation FROM attempts ORDER BY id',
  )
  const known = new Set(submissions.map(({ identifier }) => identifier))
  const words = log.map(({ detail }) => detail).join('\n')
  const doubted = submissions.filter(({ state }) => state === 'unknown').length
  const unnamed = matter.isNamedByService
    ? created.filter(({ identifier }) => !known.has(identifier) && !words.includes(identifier))
    : []
  const faults = [...round.faults, ...lies.false, ...lies.denied, ...matter.findFaults(store)]
  const open = submissions.filter(({ state }) => state !== 'done' && state !== 'unknown')
  if (open.length > 0) faults.push(`left in the memory: ${open.map(({ state }) => state).join(', ')}`)
  for (const [index, results] of outputs.entries()) {
    const { rows = 0 } = colleagues[index] ?? {}
    const states = new Map<string, number>()
    for (const { outcome } of results) states.set(String(outcome), (states.get(String(outcome)) ?? 0) + 1)
    const done = (states.get(matter.doneWord) ?? 0) + (states.get('unknown') ?? 0)
    if (done !== rows || results.length !== rows)
      faults.push(`an output of ${rows} rows has ${JSON.stringify([...states])}`)
  }
  const abandoned = log.filter(({ operation }) => operation === 'recover')
  for (const { detail } of abandoned) {
    const process = Number(/process (\d+)/.exec(detail)?.[1])
    if (stricken !== undefined && !stricken.has(process))
      faults.push(`given up, and nothing had happened to it: ${detail}`)
  }
  return {
    created: created.length,
    twice: [
      ...new Set([...lies.twice, ...(matter.isAnew === true ? findMoreThanKept(created, submissions, matter) : [])]),
    ],
    lost: [
      ...new Set(lies.lost),
      // What is unknown may be there under whatever name.
      ...(unnamed.length > doubted ? unnamed.map(({ name }) => `${name} is not in the memory`) : []),
    ],
    faults,
    deadlocks,
    unknown: {
      abandoned: abandoned.length,
      answered: log.filter(({ operation, outcome }) => operation !== 'recover' && outcome === 'unknown').length,
    },
    late: log.filter(({ outcome }) => outcome.startsWith('late: ')).length,
    lapsed: log.filter(({ detail }) => detail.includes('stood still for too long')).length,
  }
}

/** Each time that a row is wanted anew the memory has it once more. */
function findMoreThanKept(created: readonly Taken[], submissions: readonly Kept[], { field }: Matter): string[] {
  const kept = new Map<string, number>()
  for (const { request } of submissions) {
    const name = String(JSON.parse(request)[field])
    kept.set(name, (kept.get(name) ?? 0) + 1)
  }
  const there = new Map<string, number>()
  for (const { name } of created) there.set(name, (there.get(name) ?? 0) + 1)
  return [...there].flatMap(([name, times]) => (times > (kept.get(name) ?? 0) ? [name] : []))
}
