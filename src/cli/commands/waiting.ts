import { resolve } from 'node:path'
import { dropWaiting, listWaiting } from '../../app/four-eyes/waiting-runs.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { describeWaiting, summariseWaiting } from '../output/format-waiting.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, printJson, printLines } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

/** `status --waiting`: what nobody has released yet, the newest first. */
export async function showWaiting(host: Host, input: string | undefined, args: Arguments): Promise<ExitCode> {
  const all = await listWaiting({ ledger: args.ledger, surroundings: host })
  const waiting = input === undefined ? all : all.filter(({ file }) => file === resolve(input))
  if (args.json) printJson(host, { waiting: waiting.map(summariseWaiting) })
  else if (waiting.length === 0)
    printLines(host, [input === undefined ? 'Nothing waits.' : `Nothing of ${input} waits.`])
  else
    printLines(
      host,
      waiting.flatMap((entry) => describeWaiting(host, args, entry)),
    )
  return 0
}

/** `decide --drop`: needs neither token nor service. */
export async function dropCommand(host: Host, args: Arguments & { drop: string }): Promise<ExitCode> {
  const { drop, by, ledger, quiet, verbose, logFile } = args
  const { settings, ports } = beginSession(host, ledger, { quiet, verbose, logFile })
  const dropped = await dropWaiting(drop, by, settings, ports)
  const { run, file, sealed, rule } = dropped
  const what =
    rule !== undefined
      ? `${rule.change}, asked for by ${rule.by}`
      : `${countOf(sealed?.requests ?? 0, 'request')}, sealed by ${sealed?.by}, seal ${sealed?.seal}`
  ports.logger.info(
    `Run ${run}${file && ` of ${file}`} is dropped: ${what}. Nothing of it was sent, and it can no longer be released.`,
  )
  if (args.json) printJson(host, { dropped: summariseWaiting(dropped) })
  return 0
}
