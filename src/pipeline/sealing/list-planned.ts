import type { ReplacedByRow } from '../../ledger/port/ordered-rows.ts'
import type { LedgerView } from '../../ledger/store/parts.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { increase } from '../figures/score-sums.ts'
import { type FourEyesPart, readSubjects } from '../model/four-eyes.ts'
import type { Operation } from '../model/operation.ts'
import type { TargetLedger } from '../model/run.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { type RowView, viewRows } from '../rows/row-view.ts'
import { keyOfLine, listPlanColumns, type PlanLine, type PlanNow } from './plan-table.ts'

export interface PlannedRow {
  seq: number
  /** `row 5`, or `row 5 of EMEA`. */
  row: string
  /** As JSON. */
  request: string
  line: PlanLine
  /** The line as cells: numbers are numbers. */
  cells: readonly OutputCell[]
  before: ReplacedByRow | undefined
}

export interface ListedPlan extends PlanNow {
  planned: readonly PlannedRow[]
  /** Of the planned rows, those that break the rule of notes. */
  unnoted: readonly string[]
  /** Of the planned rows, those about one subject that differ. */
  contradictions: readonly string[]
}

/** Every line that a run of such an operation would send. Rows that surely must wait are left out. */
export async function listPlanned(
  { fourEyes, output, request: { label } }: Operation,
  { ledger, target }: TargetLedger<LedgerView>,
  loaded: Pick<LoadedInput, 'runId' | 'sheets'>,
  noteFor: readonly string[] = [],
): Promise<ListedPlan> {
  const unnoted: string[] = []
  const planned: PlannedRow[] = []
  const [listed, recorded] = [new Map<string, number>(), new Map<string, number>()]
  const bySubject = new Map<string, { text: string; key: string }[]>()
  if (fourEyes === undefined) throw new TypeError('an operation without plans to be read')
  const columns = listPlanColumns({ fourEyes })
  const several = new Set(await ledger.order.listSeveral(loaded.runId))
  for await (const page of viewRows({ operation: { output }, ledger, runId: loaded.runId })) {
    const things = [...new Set(page.flatMap(({ request }) => String(request[fourEyes.aboutField] ?? '') || []))]
    const known = await readKnown(fourEyes, { ledger, target }, things)
    const latest = await ledger.order.findLatest(loaded.runId, things)
    for (const view of page) {
      if (view.submission === undefined) continue
      const thing = String(view.request[fourEyes.aboutField] ?? '')
      const about = { isOne: !several.has(view.seq), latest: latest.get(thing) }
      const isReady = view.outcome.state === 'ready'
      const before = isReady ? await findReplaced(ledger, loaded.runId, view, about) : undefined
      const seen = {
        cells: view.cells,
        columns: loaded.sheets[view.sheet]?.columns,
        ...known(thing),
        before: before === 'waits' ? undefined : before,
      }
      const cells = [
        textCell(view.rowAddress),
        ...fourEyes.columns.map((column) => {
          const value = column.value(view.request, seen)
          return valueCell(typeof value === 'string' ? truncateCellText(value) : value)
        }),
      ]
      const line = cells.map(textOfCell)
      const key = keyOfLine(columns, line)
      increase(listed, key)
      if (view.outcome.state === 'done') increase(recorded, key)
      if (!isReady || before === 'waits') continue
      const { request } = view.submission
      const missing = noteFor.length === 0 ? undefined : fourEyes.findMissingNote(view.request, seen, noteFor)
      if (missing !== undefined) unnoted.push(`${view.rowAddress}: ${missing.rule}`)
      planned.push({ seq: view.seq, row: view.rowAddress, request, line, cells, before })
      const text = `${label(view.request)} (${view.rowAddress})`
      bySubject.set(thing, [...(bySubject.get(thing) ?? []), { text, key }])
    }
  }
  const contradictions = [...bySubject].flatMap(([thing, all]) =>
    new Set(all.map(({ key }) => key)).size < 2 ? [] : [`${thing}: ${all.map(({ text }) => text).join(', then ')}`],
  )
  return { planned, lines: planned.map(({ line }) => line), unnoted, contradictions, listed, recorded }
}

/** Only the first of several rows about one subject replaces the earlier record; others may have to wait. */
async function findReplaced(
  { order }: LedgerView,
  runId: number,
  { seq, submission }: RowView,
  { isOne, latest }: { isOne: boolean; latest: ReplacedByRow | undefined },
): Promise<ReplacedByRow | 'waits' | undefined> {
  if (isOne && submission?.isDoubted === false) return latest
  const blocker = await order.findBlocker(runId, seq)
  if (blocker === undefined) return order.findReplaced(runId, seq)
  return blocker.state === 'ready' ? undefined : 'waits'
}

async function readKnown(
  fourEyes: FourEyesPart<object>,
  { ledger: { submissions }, target }: TargetLedger<LedgerView>,
  things: readonly string[],
) {
  const subjects = await readSubjects(fourEyes, { submissions, target }, things)
  const results = await submissions.resultsOf(fourEyes.about, target, things)
  return (thing: string) => {
    const { created = {}, name = '' } = subjects.get(thing) ?? {}
    return { created, name, result: parseFields(results.get(thing)) }
  }
}

/** The text that a seal covers, for written and read cells alike. Pure. */
export function textOfCell(cell: OutputCell | undefined): string {
  return cell === undefined || cell.t === 'z' ? '' : String(cell.v)
}
