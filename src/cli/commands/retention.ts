import { describePeriods, keepRetention } from '../../app/person/retention.ts'
import { retentionNames } from '../../settings/forgetting.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { createMessages } from '../output/messages.ts'
import { printJson, printJsonToStderr, printLines } from '../output/print.ts'
import type { Arguments } from '../setting-options.ts'

/** `ledger retention`: the periods that hold, or new ones for all who share the ledger. */
export async function retentionCommand(host: Host, args: Arguments): Promise<ExitCode> {
  const settings = {
    ledger: args.ledger,
    surroundings: host,
    onSpill: (line: string) => printJsonToStderr(host, line),
  }
  const given = retentionNames.flatMap((name) => {
    const text = args[name]
    return text === undefined ? [] : [[name, text === 'none' ? undefined : text] as const]
  })
  const retention = args.profile?.profile.retention ?? {}
  const logger = createMessages(host, {})
  const chosen = await keepRetention(Object.fromEntries(given), retention, settings, { clock: host.clock, logger })
  if (args.json) printJson(host, { exitCode: 0, ledger: args.ledger, ...chosen })
  else printLines(host, describePeriods(chosen))
  return 0
}
