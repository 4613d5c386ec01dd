import { finishedStates } from '../../contract/states.ts'
import type { RecordedSpan, ShownLine } from '../../ledger/port/outcomes.ts'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { labelState } from '../../messages/states.ts'
import { columnName } from '../../sheet/cell.ts'
import { shorten } from '../../sheet/values/display.ts'
import type { ChartSpec } from '../../sheet/writing/chart.ts'
import type { CellEmphasis, OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { toMinute } from '../../support/clock.ts'
import { filledIn, formatWatermark, watermarkLabel } from '../earlier-output/ledger-watermark.ts'
import { shownMean, sortByKey } from '../figures/score-sums.ts'
import type { CountedWords } from '../model/operation.ts'
import { valueCell } from '../rows/cells.ts'
import { labelOfBand } from '../tables/charts-sheet.ts'
import type { listOpen } from './open-rows.ts'
import type { ResultFigures } from './result-figures.ts'

export const summaryName = 'Summary'

export interface SummaryFacts {
  file: string
  /** Empty for CSV. */
  sheets: readonly { name: string; rows: number }[]
  operation: string
  title: string
  counted: CountedWords
  doneWord: string
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

export interface SummaryParts {
  face?: Face | undefined
  figures?: ResultFigures | undefined
  open: Awaited<ReturnType<typeof listOpen>>
}

function describeEnvironment({ isSimulated, isTestTarget }: SummaryFacts): string {
  if (isSimulated) return 'SIMULATED: everything here is made up by the sandbox, nothing of it is at the service'
  return isTestTarget ? 'test' : 'not marked as test'
}

type SummaryLine = readonly (OutputCell | string | number)[]

/** Places of the four figures, of the second text of a line, and of the chart. */
const figureColumns = [0, 2, 5, 8]
const secondText = 6
const chartPlace = { column: 2, columns: 8 }
const shownText = 64
const widths = [26, ...new Array<number>(10).fill(12)]

/** For a person who reads one page: a sentence, figures, what is open, the charts; the technical lines at the foot. */
export function planSummary(
  facts: SummaryFacts,
  { face = libraryFace, figures, open }: SummaryParts,
): { sheet: OutputSheet; lines: OutputCell[][] } {
  const scored: string[] = []
  const charts: ChartSpec[] = []
  const lines: SummaryLine[] = [
    ...(facts.isSimulated ? [bandLine('SIMULATED: no number in this workbook is real')] : []),
    [look('title', facts.company === 'default' ? facts.title : `${facts.title}: ${facts.company}`)],
    [look('lead', sayResult(facts, figures))],
    [],
    ...figureLines(facts, figures),
    ...openLines(open),
  ]
  const colour = (from: number, to: number, count: number): void => {
    const [first, last] = [lines.length + 1, lines.length + count]
    scored.push(`${columnName(from)}${first}:${columnName(to)}${last}`)
  }
  if (figures !== undefined && figures.overall.count > 0) {
    const { headings, lines: groups, left } = figures.listGroups()
    lines.push([], [look('section', figures.table.title)], headLine(headings[0] ?? '', ...headings.slice(1)))
    colour(2, 2, groups.length)
    colour(4, headings.length - 1, groups.length)
    lines.push(...groups)
    if (left > 0) lines.push([look('note', `and ${left} others, in the sheet Charts`)])
    if (figures.high.length > 0) {
      lines.push([], [look('section', 'The highest, from 7')])
      colour(secondText, secondText, figures.high.length)
      lines.push(...figures.high.map(({ cells }) => cells))
    }
    lines.push([], [look('section', 'How the overall scores are spread')], headLine('Overall score', 'Rows'))
    const [chart] = figures.charts().filter(({ kind }) => kind === 'columns')
    const first = lines.length + 1
    lines.push(...figures.spread.map((count, band) => [labelOfBand(band), count]))
    if (chart !== undefined) {
      const { title, description, kind, axisTitle, colours = [] } = chart
      const [categories, values] = ['A', 'B'].map((column) => `${column}${first}:${column}${lines.length}`)
      const series = [{ name: `B${first - 1}`, values: values ?? '' }]
      const place = { ...chartPlace, row: first - 2, rows: figures.spread.length + 1 }
      const stamp = facts.isSimulated ? 'SIMULATED: ' : ''
      charts.push({
        ...{ title: `${stamp}${title}`, description, kind, axisTitle, colours },
        ...{ categories: categories ?? '', series, place },
      })
    }
  }
  lines.push([], ...listBalance(facts))
  if (figures !== undefined) {
    lines.push(...listCounts('PE level', figures.levels))
    if (figures.overall.count > 0) lines.push(...listCounts('Last decision', figures.decisions))
  }
  lines.push([], ...listTechnical(facts, face))
  const columns = widths.map((width) => ({ heading: '', width }))
  const sheet = { name: summaryName, hasHeadings: false, isUpright: true, columns, scored, charts }
  return { sheet, lines: lines.map((line) => line.map(valueCell)) }
}

function doneOf({ balance, doneWord }: SummaryFacts): number {
  return sumCounts(balance, ({ state }) => state === doneWord)
}

/** Rows about something to do: no totals, notes, or rows that were left out. */
export function countRowsMeant({ balance }: Pick<SummaryFacts, 'balance'>): number {
  return sumCounts(balance, ({ state }) => labelState(state) !== labelState('skipped'))
}

function sumCounts(balance: readonly ShownLine[], counts: (line: ShownLine) => boolean): number {
  return balance.reduce((sum, line) => sum + (counts(line) ? line.count : 0), 0)
}

const shown = (count: number): string => count.toLocaleString('en')

/** `604 of 621 trips assessed · 3 at 7 or more · 20 to correct` */
export function sayResult(facts: SummaryFacts, figures: ResultFigures | undefined): string {
  const { balance, counted, doneWord } = facts
  const open = new Map<string, number>()
  for (const { state, count } of balance) {
    if (state === doneWord || finishedStates.has(state)) continue
    open.set(labelState(state), (open.get(labelState(state)) ?? 0) + count)
  }
  const high = figures?.overall.count ? [`${shown(figures.overall.high)} at 7 or more`] : []
  const whole = countRowsMeant(facts)
  const all = `${shown(doneOf(facts))} of ${shown(whole)} ${whole === 1 ? counted.one : counted.many} ${counted.done}`
  return [all, ...high, ...[...open].map(([label, count]) => `${shown(count)} ${label}`)].join(' · ')
}

function figureLines(facts: SummaryFacts, figures: ResultFigures | undefined): SummaryLine[] {
  const { balance, counted, doneWord } = facts
  const done = doneOf(facts)
  const all = countRowsMeant(facts)
  const isOpen = ({ state }: ShownLine): boolean => state !== doneWord && !finishedStates.has(state)
  const before = sumCounts(balance, ({ state, wasDone }) => wasDone && state === doneWord)
  const open = sumCounts(balance, isOpen)
  const first = [labelState(doneWord), done, `of ${shown(all)} ${all === 1 ? counted.one : counted.many}`] as const
  const last = ['still open', open, open === 0 ? 'nothing is left to do' : 'see below'] as const
  const mean = figures && shownMean(figures.overall)
  const between =
    figures === undefined || mean === undefined
      ? ([
          ['in an earlier run', before, `of these ${shown(done)}`],
          ['duplicate', sumCounts(balance, ({ state }) => state === 'duplicate'), 'the same as an earlier row'],
        ] as const)
      : ([
          ['7 or more', figures.overall.high, `highest: ${figures.overall.worst.toFixed(1)}`],
          ['average', mean, `${shown(figures.groups)} ${figures.groups === 1 ? 'destination' : 'destinations'}`],
        ] as const)
  const all4 = [first, ...between, last]
  const spread = (cellOf: (part: (typeof all4)[number]) => OutputCell): OutputCell[] => {
    const line: OutputCell[] = []
    for (const [at, part] of all4.entries()) {
      while (line.length < (figureColumns[at] ?? 0)) line.push({ t: 'z' })
      line.push(cellOf(part))
    }
    return line
  }
  return [
    spread(([label]) => look('section', `${label.charAt(0).toUpperCase()}${label.slice(1)}`)),
    spread(([label, v]) => ({ t: 'n', v, f: label === 'average' ? '0.0' : '#,##0', look: 'figure' })),
    spread(([, , note]) => look('note', note)),
  ]
}

function openLines({ lines, others }: SummaryParts['open']): SummaryLine[] {
  if (lines.length === 0) return []
  const cut = (text: string): string => shorten(text.replaceAll('\n', ' '), shownText)
  return [
    [],
    [look('section', 'What is open')],
    ...lines.map(({ state, text, hint, rows }): SummaryLine => {
      const gap = new Array<string>(secondText - 2).fill('')
      return [rows, cut(text === '' ? state : `${state}: ${text}`), ...gap, look('note', cut(hint))]
    }),
    ...(others === 0 ? [] : [[others, 'for further reasons: see the sheet Problems']]),
  ]
}

function listBalance({ balance, orphans }: SummaryFacts): SummaryLine[] {
  return [
    headLine('Outcome', 'Rows'),
    ...balance.map(({ state, wasDone, wasNamed, count }) => {
      const word = labelState(state)
      return [wasDone ? `${word} (already done)` : wasNamed ? `${word} (asked again)` : word, count]
    }),
    ['rows in all', sumCounts(balance, () => true)],
    ...(orphans === 0 ? [] : [['no row any more (Orphans)', orphans]]),
  ]
}

export function listTechnical(facts: SummaryFacts, { kind, option, field }: Face): SummaryLine[] {
  const { company, recorded } = facts
  const filled = [...(facts.filledIn ?? [])]
  const by = kind === 'page' ? 'one answer for all' : option('set')
  return [
    ['Input', facts.file],
    ...facts.sheets.map(({ name, rows }): SummaryLine => ['Sheet read', name, { t: 'n', v: rows, f: '#,##0 "rows"' }]),
    ['Operation', facts.operation],
    ...filled.map(([name, value]) => [`${filledIn}${by}`, field(name), value]),
    ['Service', facts.targetLabel],
    ...(company === 'default' ? [] : [['Company', company]]),
    ['Environment', describeEnvironment(facts)],
    ...timeLine('First sent (UTC)', recorded.firstSentAt),
    ...timeLine('Last recorded (UTC)', recorded.lastRecordedAt),
    ['rwa-batch', facts.toolVersion],
    [watermarkLabel, formatWatermark(facts.ledger)],
  ].map((line) => line.map((cell) => ({ ...valueCell(cell), look: 'note' })))
}

function timeLine(label: string, at: number | undefined): SummaryLine[] {
  return at === undefined ? [] : [[label, toMinute(at)]]
}

function look(emphasis: CellEmphasis, text: string): OutputCell {
  return { t: 's', v: text, look: emphasis }
}

function headLine(first: string, ...others: readonly string[]): OutputCell[] {
  return [look('heading', first), ...others.map((heading) => look('number-heading', heading))]
}

function bandLine(text: string): OutputCell[] {
  return widths.map((_, at) => (at === 0 ? look('band', text) : { t: 'z', look: 'band' }))
}

function listCounts(heading: string, counts: ReadonlyMap<string, number>): SummaryLine[] {
  return counts.size === 0 ? [] : [[], headLine(heading, 'Rows'), ...sortByKey(counts)]
}
