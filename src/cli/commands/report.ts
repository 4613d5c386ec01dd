import { reportLedger } from '../../app/report/report-ledger.ts'
import type { CommandSession } from '../command-spec.ts'
import type { ExitCode } from '../exit-code.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, printLines, printToStderr } from '../output/print.ts'

export async function report({ host, args }: CommandSession): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, { quiet: true })
  const { file, figures } = await reportLedger(args, settings, ports)
  const { trips, hires, people, excluded } = figures
  const left = [...excluded.values()].reduce((sum, count) => sum + count, 0)
  const counted = `${countOf(trips, 'trip')} and ${countOf(hires, 'hire')} of ${countOf(people, 'person', 'people')}`
  if (!args.quiet)
    printToStderr(host, [left === 0 ? counted : `${counted}; not counted: ${left}, see “What is not counted, and why”`])
  printLines(host, [file])
  return 0
}
