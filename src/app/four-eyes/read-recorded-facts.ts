import type { JsonFields } from '../../contract/outcome.ts'
import type { ReplacedByRow } from '../../ledger/port/ordered-rows.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { findStore } from '../ledger/ledger-access.ts'
import { viewTarget } from '../ledger/with-connection.ts'
import type { PlanSettings } from '../plan-sheet.ts'

export interface RecordedFacts {
  created: JsonFields
  result: JsonFields
  latest: ReplacedByRow | undefined
}

/** From the ledger, without a lock; empty where there is none yet. */
export async function readRecordedFacts(
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  things: readonly string[],
  settings: PlanSettings,
): Promise<Map<string, RecordedFacts>> {
  if (!(await findStore(settings).exists())) return new Map()
  return viewTarget(settings, async ({ ledger: { submissions, order }, target }) => {
    const about = fourEyes?.about ?? ''
    const requests = await submissions.requestsOf(about, target, things)
    const results = await submissions.resultsOf(about, target, things)
    const latest = await order.findLatest(target, things)
    const known = (thing: string): RecordedFacts => ({
      created: parseFields(requests.get(thing)),
      result: parseFields(results.get(thing)),
      latest: latest.get(thing),
    })
    return new Map(things.map((thing) => [thing, known(thing)]))
  })
}
