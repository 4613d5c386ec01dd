import type { RecordedSpan, ShownLine } from '../../ledger/port/outcomes.ts'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { toMinute } from '../../support/clock.ts'
import { formatWatermark, watermarkLabel } from '../earlier-output/ledger-watermark.ts'
import { filledIn } from '../earlier-output/recall-defaults.ts'
import { textCell } from '../rows/cells.ts'

export const summarySheet: OutputSheet = {
  name: 'Summary',
  hasHeadings: false,
  columns: [
    { heading: '', width: 30 },
    // Longer text runs on into the empty cells beside it; figures stand under their headings.
    { heading: '', width: 12 },
    { heading: '', width: 12 },
    { heading: '', width: 12 },
  ],
}

export interface SummaryFacts {
  file: string
  /** Empty for CSV. */
  sheets: readonly { name: string; rows: number }[]
  operation: string
  title: string
  /** Field → the `--set` value of its empty cells. */
  filledIn?: ReadonlyMap<string, string>
  targetLabel: string
  company: string
  isTestTarget: boolean
  isSimulated: boolean
  toolVersion: string
  ledger: LedgerLine
  /** No time of the run itself: an unchanged output stays the same, byte for byte. */
  recorded: RecordedSpan
  balance: readonly ShownLine[]
  orphans: number
}

function describeEnvironment({ isSimulated, isTestTarget }: SummaryFacts): string {
  if (isSimulated) return 'SIMULATED: everything here is made up by the sandbox, nothing of it is at the service'
  return isTestTarget ? 'test' : 'not marked as test'
}

export function listSummary(facts: SummaryFacts, { option }: Face = libraryFace): OutputCell[][] {
  const total = facts.balance.reduce((sum, { count }) => sum + count, 0)
  const isNamed = facts.company !== 'default'
  return [
    [{ ...textCell(isNamed ? `${facts.title}: ${facts.company}` : facts.title), look: 'title' }],
    [],
    [textCell('Input'), textCell(facts.file)],
    ...facts.sheets.map(({ name, rows }): OutputCell[] => [
      textCell('Sheet read'),
      textCell(name),
      { t: 'n', v: rows, f: '#,##0 "rows"' },
    ]),
    [textCell('Operation'), textCell(facts.operation)],
    ...[...(facts.filledIn ?? [])].map((filled): OutputCell[] => [
      textCell(`${filledIn}${option('set')}`),
      ...filled.map(textCell),
    ]),
    [textCell('Service'), textCell(facts.targetLabel)],
    ...(isNamed ? [[textCell('Company'), textCell(facts.company)]] : []),
    [textCell('Environment'), textCell(describeEnvironment(facts))],
    ...timeLine('First sent (UTC)', facts.recorded.firstSentAt),
    ...timeLine('Last recorded (UTC)', facts.recorded.lastRecordedAt),
    [textCell('rwa-batch'), textCell(facts.toolVersion)],
    [textCell(watermarkLabel), textCell(formatWatermark(facts.ledger))],
    [],
    headLine('Outcome', 'Rows'),
    ...facts.balance.map(({ state, wasDone, wasNamed, count }): OutputCell[] => [
      textCell(wasDone ? `${state} (already done)` : wasNamed ? `${state} (asked again)` : state),
      { t: 'n', v: count },
    ]),
    [textCell('rows in all'), { t: 'n', v: total }],
    ...(facts.orphans === 0 ? [] : [[textCell('no row any more (Orphans)'), { t: 'n' as const, v: facts.orphans }]]),
  ]
}

function timeLine(label: string, at: number | undefined): OutputCell[][] {
  return at === undefined ? [] : [[textCell(label), textCell(toMinute(at))]]
}

export function headLine(...headings: readonly string[]): OutputCell[] {
  return headings.map((heading) => ({ ...textCell(heading), look: 'heading' }))
}
