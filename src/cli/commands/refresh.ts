import { readColumnsFile } from '../../app/option-files.ts'
import { parseRefresh } from '../../app/parse-request.ts'
import { startRefresh } from '../../app/start-run.ts'
import { assess } from '../../operations/assess.ts'
import type { RunReport } from '../../pipeline/model/options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { summariseRun } from '../output/balance.ts'
import { describeTarget } from '../output/format-sending.ts'
import { printJson } from '../output/print.ts'
import { runInteractively, withTerminal } from '../run-interactively.ts'
import type { Arguments } from '../setting-options.ts'

/** `refresh`: asks again for scores, and creates nothing. */
export function refresh(host: Host, input: string | undefined, args: Arguments): Promise<ExitCode> {
  const options = parseRefresh({ ...args, input, columns: readColumnsFile(args.columns) })
  return withTerminal(host, args, options, async (terminal) => {
    terminal.logger.info(`refresh: asks ${describeTarget(terminal.destination)}; nothing is created`)
    const interactive = { output: options.output }
    const report = await runInteractively(host, terminal, interactive, (settings, all) =>
      startRefresh(assess, options, settings, all),
    )
    const exitCode = exitCodeOfRefresh(report)
    if (args.json) printJson(host, { ...summariseRun(report, exitCode), profile: args.profile?.file ?? null })
    return exitCode
  })
}

/** Earlier scores that could not be polled again count as open. */
function exitCodeOfRefresh(report: RunReport): ExitCode {
  const code = exitCodeOf(report, true)
  const isOpen = report.balance.some(({ wasDone }) => wasDone)
  return report.halt === undefined && isOpen ? 4 : code
}
