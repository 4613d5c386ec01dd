import type { RowRecord } from '../../rooms/ledger/port.ts'
import type { Ledger } from '../../rooms/ledger.ts'
import type { RunReport, SendOptions } from '../../rooms/pipeline/model.ts'
import type { SeenSubmission } from './ledger-view.ts'
import { readOutput } from './sheet-edits.ts'
import { expectationOf, type Sheet } from './trips.ts'
import type { Verdict } from './verdict.ts'
import type { SentRequest } from './wire.ts'

export interface EndedRun {
  report: RunReport
  sheet: Sheet
  ledger: Ledger
  submissions: readonly SeenSubmission[]
  requests: readonly SentRequest[]
  options: SendOptions
}

/** What must be so when a run has come to its end by itself. */
export async function checkRun(verdict: Verdict, run: EndedRun): Promise<void> {
  const { report, sheet, ledger, submissions, options } = run
  const rows = await ledger.runs.rowPage(report.runId, -1, 1000)
  const total = report.balance.reduce((sum, { count }) => sum + count, 0)
  const lines = sheet.lines.length
  verdict.check('the balance adds up', total === lines && rows.length === lines, () => `${total} of ${lines} rows`)
  const written = report.output === undefined ? rows : readOutput(report.output.file).lines
  verdict.check('the balance adds up', written.length === lines, () => `${written.length} of ${lines} rows are written`)
  for (const [index, row] of rows.entries()) checkRow(verdict, run, sheet.lines[index] ?? [], row)
  verdict.check(
    'the balance adds up',
    submissions.every(({ state }) => state !== 'sending'),
    () => 'a row is left sending',
  )
  if (report.halt !== undefined || !options.wait) return
  const left = rows.filter((row) => row.state === 'accepted' && !wasNotFound(row, run))
  verdict.check('the poll deadline is kept', left.length === 0, () => `row ${left[0]?.rowNumber} is still accepted`)
  const unsent = rows.filter((row) => row.state === 'ready')
  verdict.check('the balance adds up', unsent.length === 0, () => `row ${unsent[0]?.rowNumber} was not sent`)
}

function checkRow(verdict: Verdict, { sheet, submissions }: EndedRun, line: readonly string[], row: RowRecord): void {
  const expected = expectationOf(sheet, line)
  const fits = (expected.kind === 'invalid') === (row.state === 'invalid')
  verdict.check('a row stands for its content', fits, () => `row ${row.rowNumber} is ${row.state}: ${line.join(',')}`)
  if (expected.kind !== 'request' || row.submission === undefined) return
  const content = submissions.find(({ id }) => id === row.submission?.id)?.content
  verdict.check('a row stands for its content', content === expected.content, () => {
    return `row ${row.rowNumber} is ${expected.content} and shows ${content}`
  })
}

/** The service has said of it that there is no such assessment: it stays accepted, and is not asked for again. */
function wasNotFound({ submission }: RowRecord, { requests }: EndedRun): boolean {
  return requests.some(
    ({ kind, subject, fault }) =>
      kind === 'retrieve' && subject === submission?.identifier && fault === 'not found for now',
  )
}

/** After a last run without any fault every row is where it belongs, and only what cannot be known is not. */
export async function checkAllDone(
  verdict: Verdict,
  { report, ledger }: Pick<EndedRun, 'report' | 'ledger'>,
): Promise<void> {
  const ends = new Set(['done', 'pending', 'unknown', 'rejected', 'invalid', 'duplicate', 'changed', 'kept'])
  const open = (await ledger.runs.rowPage(report.runId, -1, 1000)).filter(
    ({ state, detail }) => !ends.has(state) && !detail?.includes('forgotten-version'),
  )
  verdict.check('all is done at last', open.length === 0 && report.halt === undefined, () => {
    return `${report.halt?.kind ?? 'no halt'}; row ${open[0]?.rowNumber} is ${open[0]?.state}`
  })
}
