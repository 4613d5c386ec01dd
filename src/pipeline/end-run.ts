import { formatStates } from '../contract/states.ts'
import type { BalanceLine } from '../ledger/port/outcomes.ts'
import type { Ledger } from '../ledger/port.ts'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import { readLedgerLine } from './earlier-output/ledger-watermark.ts'
import type { RunOptions, RunReport, WrittenOutput } from './model/options.ts'
import { labelTarget, type Run, type TargetLedger } from './model/run.ts'
import type { LoadedInput } from './rows/loaded-input.ts'
import type { SubmitResult } from './submit-and-poll.ts'

/** @throws BatchError as `requireAllRows` does. */
export async function endRun(
  run: Run,
  loaded: LoadedInput,
  { halt, traffic, output }: SubmitResult & { output: WrittenOutput | undefined },
): Promise<RunReport> {
  const {
    connection: { ledger },
    ports,
  } = run
  if (output !== undefined) ports.onEvent?.({ kind: 'written', file: output.file })
  const endedAt = ports.clock.now()
  await ledger.runs.end(loaded.runId, { now: endedAt, ending: halt?.kind ?? 'done', output: output?.file })
  const balance = await requireAllRows(ledger, loaded)
  return { ...(await summarizeRun(run, loaded, balance)), halt, output, orphans: 0, traffic, endedAt }
}

export async function summarizeRun(
  { operation, connection, startedAt }: Pick<Run<RunOptions, TargetLedger>, 'operation' | 'connection' | 'startedAt'>,
  { runId, rows, sheets }: LoadedInput,
  balance: readonly BalanceLine[],
): Promise<Omit<RunReport, 'halt' | 'output' | 'orphans' | 'traffic' | 'endedAt'>> {
  return {
    runId,
    operation: operation.name,
    ...labelTarget(connection),
    sheets: sheets.map(({ name, rows }) => ({ name, rows })),
    balance: formatStates(balance, operation.output.doneWord),
    rows,
    others: await connection.ledger.runs.othersOf(runId),
    ledger: await readLedgerLine(connection.ledger),
    startedAt,
  }
}

/**
 * Compares the ledger with the number of loaded rows: missing rows are in no balance and in no output. A balance reads
 * every row, so it is returned.
 * @throws BatchError `ledger` when the run has fewer or more rows there than it has loaded.
 */
export async function requireAllRows(
  { name, runs, team }: Pick<Ledger, 'name' | 'runs' | 'team'>,
  { runId, rows }: Pick<LoadedInput, 'runId' | 'rows'>,
): Promise<BalanceLine[]> {
  const balance = await runs.balance(runId)
  const found = balance.reduce((sum, { count }) => sum + count, 0)
  if (found === rows) return balance
  // Only a run without a heartbeat is replaced, and then with all its rows.
  if (team !== undefined && found === 0) {
    throw new BatchError('ledger', find('run-replaced', { ledger: name }))
  }
  throw new BatchError('ledger', find('rows-changed', { ledger: name, found, rows }))
}
