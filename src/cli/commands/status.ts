import { resolve } from 'node:path'
import { type RunStatus, readStatus } from '../../ledger/status.ts'
import type { ExitCode } from '../exit-code.ts'
import { printJson, printLines } from '../output/print.ts'

export interface StatusArguments {
  ledger: string
  json: boolean
}

/** `status`: what the ledger says of the latest run of each input. */
export function showStatus(input: string | undefined, { ledger, json }: StatusArguments): ExitCode {
  const status = readStatus(ledger, input === undefined ? undefined : resolve(input))
  if (json) {
    printJson({ holder: status.holder ?? null, runs: status.runs.map(toJson) })
    return 0
  }
  if (status.holder !== undefined) printLines([`In use by ${status.holder}`])
  if (status.runs.length === 0) {
    printLines([input === undefined ? 'No runs yet.' : `No run of ${input} yet.`])
  }
  for (const run of status.runs) printLines([...describe(run), ''])
  return 0
}

function describe(run: RunStatus): string[] {
  const sheets = nameSheets(run.sheets)
  return [
    `${run.operation} ${run.file}${sheets}`,
    `  to ${run.address}, company ${run.company}`,
    `  started ${new Date(run.startedAt).toISOString()}, ${describeEnd(run)}`,
    ...run.balance.map(
      ({ state, wasDone, count }) => `  ${String(count).padStart(8)}  ${state}${wasDone ? ' (already done)' : ''}`,
    ),
    ...(run.orphans > 0
      ? [`  ${String(run.orphans).padStart(8)}  orphans: created earlier, no longer in the sheet`]
      : []),
    ...(run.output === undefined ? [] : [`  written to ${run.output}`]),
  ]
}

function describeEnd({ endedAt, ending, isRunning }: RunStatus): string {
  if (endedAt !== undefined) return `ended ${new Date(endedAt).toISOString()} (${ending ?? ''})`
  return isRunning ? 'not ended: it is running' : 'not ended: the process died; the same command carries on'
}

function nameSheets(sheets: RunStatus['sheets']): string {
  if (sheets.length === 0) return ''
  return `, ${sheets.length === 1 ? 'sheet' : 'sheets'} ${sheets.map(({ name }) => `“${name}”`).join(', ')}`
}

function toJson(run: RunStatus): object {
  return {
    ...run,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: run.endedAt === undefined ? null : new Date(run.endedAt).toISOString(),
    ending: run.ending ?? null,
    output: run.output ?? null,
  }
}
