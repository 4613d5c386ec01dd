import { resolve } from 'node:path'
import type { FoundProfile } from '../../app/profile/profile.ts'
import { ledgerAt } from '../../ledger/open.ts'
import { systemClock } from '../../support/clock.ts'
import type { ExitCode } from '../exit-code.ts'
import { printJson, printLines } from '../output/print.ts'
import { describeRunStatus, summariseRunStatus } from '../output/run-description.ts'
import { describeWorkers, summariseWorkers } from '../output/team-words.ts'

export interface StatusArguments {
  ledger: string
  profile: FoundProfile | undefined
  json: boolean
}

/** `status`: what the ledger says of the latest run of each input. */
export async function showStatus(
  input: string | undefined,
  { ledger, profile, json }: StatusArguments,
): Promise<ExitCode> {
  const {
    holder,
    workers = [],
    runs,
  } = await ledgerAt(ledger).status({ input: input === undefined ? undefined : resolve(input) })
  const now = systemClock.now()
  if (json) {
    printJson({
      holder: holder ?? null,
      profile: profile?.file ?? null,
      workers: summariseWorkers(workers),
      runs: runs.map((run) => summariseRunStatus(run, now)),
    })
    return 0
  }
  if (holder !== undefined) printLines([`In use by ${holder}`])
  printLines(describeWorkers(workers))
  if (runs.length === 0) printLines([input === undefined ? 'No runs yet.' : `No run of ${input} yet.`])
  for (const run of runs) printLines([...describeRunStatus(run, now), ''])
  return 0
}
