import type { JsonFields } from '../../contract/outcome.ts'
import type { ReplacedByRow } from '../../ledger/port/ordered-rows.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { Clock } from '../../support/clock.ts'
import { silentLogger } from '../../support/logger.ts'
import { findTarget } from '../ledger/find-target.ts'
import { findStore } from '../ledger/ledger-access.ts'
import { type WithCleanup, withScratchLedger } from '../ledger/scratch-ledger.ts'
import type { PlanSettings } from '../plan-sheet.ts'

export interface RecordedFacts {
  created: JsonFields
  result: JsonFields
  latest: ReplacedByRow | undefined
}

/** Reads an excerpt of the ledger, so no lock is held. */
export function readRecordedFacts(
  { name, output, fourEyes }: Operation,
  things: readonly string[],
  { company, destination, ...location }: PlanSettings,
  { clock, cleaningUp }: { clock: Clock; cleaningUp: WithCleanup },
): Promise<Map<string, RecordedFacts>> {
  return withScratchLedger({ excerptOf: findStore(location), cleaningUp }, async (ledger) => {
    const target = await findTarget(ledger.targets, destination, company, { clock, logger: silentLogger })
    const about = fourEyes?.about ?? ''
    const requests = await ledger.submissions.requestsOf(about, target, things)
    const results = await ledger.submissions.resultsOf(about, target, things)
    const run = {
      operation: name,
      doneWord: output.doneWord,
      target,
      file: '',
      sheets: [],
      isAgain: false,
      now: clock.now(),
    }
    const latest = await ledger.order.findLatest((await ledger.runs.begin(run)).id, things)
    const known = (thing: string): RecordedFacts => ({
      created: parseFields(requests.get(thing)),
      result: parseFields(results.get(thing)),
      latest: latest.get(thing),
    })
    return new Map(things.map((thing) => [thing, known(thing)]))
  })
}
