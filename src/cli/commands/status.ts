import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findStore } from '../../app/ledger/ledger-access.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeTrusted } from '../output/format-ledger.ts'
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
  const store = findStore({ ledger, surroundings: host })
  const { holder, workers = [], runs } = await store.status({ input: input === undefined ? undefined : resolve(input) })
  if (runs.length === 0 && input !== undefined && !existsSync(resolve(input))) {
    throw new BatchError('usage', `${input} does not exist here, and no run of it is known`, {
      hint: 'Check the name and the folder; without a name all runs are shown.',
    })
  }
  const { trusted } = await store.overview()
  const now = host.clock.now()
  const distrusted = profile?.profile.distrustStatus ?? []
  if (json) {
    printJson(host, {
      holder: holder ?? null,
      profile: profile?.file ?? null,
      workers: summariseWorkers(workers),
      trusted,
      distrusted,
      runs: runs.map((run) => summariseRunStatus(run, now)),
    })
    return 0
  }
  if (holder !== undefined) printLines(host, [`In use by ${holder}`])
  printLines(host, describeWorkers(workers))
  if (runs.length === 0) printLines(host, [input === undefined ? 'No runs yet.' : `No run of ${input} yet.`])
  for (const run of runs) printLines(host, [...describeRunStatus(run, now), ''])
  printLines(host, [...describeTrusted(trusted), ...describeDistrusted(distrusted)])
  return 0
}

/** Only the profile's: the option itself belongs to one run. */
function describeDistrusted(statuses: readonly number[]): string[] {
  if (statuses.length === 0) return []
  return [`The profile distrusts ${statuses.join(', ')}: a row with such an answer becomes unknown ("distrustStatus")`]
}
