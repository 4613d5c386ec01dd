import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findStore } from '../../app/ledger/ledger-access.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeWorkers, summariseWorkers } from '../output/format-team.ts'
import { printJson, printLines } from '../output/print.ts'
import { describeRunStatus, summariseRunStatus } from '../output/progress/run-description.ts'
import type { Arguments } from '../setting-options.ts'

/** `status`: shows the latest run of each input. */
export async function showStatus(
  host: Host,
  input: string | undefined,
  { ledger, profile, json }: Arguments,
): Promise<ExitCode> {
  const {
    holder,
    workers = [],
    runs,
  } = await findStore({ ledger, surroundings: host }).status({
    input: input === undefined ? undefined : resolve(input),
  })
  if (runs.length === 0 && input !== undefined && !existsSync(resolve(input))) {
    throw new BatchError('usage', `${input} does not exist here, and no run of it is known`, {
      hint: 'Check the name and the folder; without a name all runs are shown.',
    })
  }
  const now = host.clock.now()
  if (json) {
    printJson(host, {
      holder: holder ?? null,
      profile: profile?.file ?? null,
      workers: summariseWorkers(workers),
      runs: runs.map((run) => summariseRunStatus(run, now)),
    })
    return 0
  }
  if (holder !== undefined) printLines(host, [`In use by ${holder}`])
  printLines(host, describeWorkers(workers))
  if (runs.length === 0) printLines(host, [input === undefined ? 'No runs yet.' : `No run of ${input} yet.`])
  for (const run of runs) printLines(host, [...describeRunStatus(run, now), ''])
  return 0
}
