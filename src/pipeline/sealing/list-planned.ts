import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { PlannedLine } from '../../ledger/port/waiting.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import type { FourEyesPart } from '../model/four-eyes.ts'
import type { Operation } from '../model/operation.ts'
import { textCell } from '../rows/cells.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { viewRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { countKeys, type PlanNow } from './compare-plan.ts'
import { keyOfLine, listPlanColumns, type PlanLine } from './plan-table.ts'

export interface PlanSource {
  ledger: Ledger
  target: Target
}

export interface ListedPlan extends PlanNow {
  /** The lines as cells: numbers are numbers. */
  cells: readonly (readonly OutputCell[])[]
  contradictions: readonly string[]
  sealed: readonly PlannedLine[]
}

interface PlanEntry {
  row: string
  label: string
  key: string
}

/** Rows that surely must wait are left out, as from any plan. */
export async function listPlanned(
  operation: Operation,
  { ledger, target }: PlanSource,
  loaded: LoadedInput,
): Promise<ListedPlan> {
  const { fourEyes } = operation
  const plan = { lines: [] as PlanLine[], cells: [] as OutputCell[][], sealed: [] as PlannedLine[] }
  const listed: string[] = []
  const recorded: string[] = []
  const entries = new Map<string, PlanEntry[]>()
  if (fourEyes === undefined) return { ...plan, contradictions: [], listed: new Map(), recorded: new Map() }
  const columns = listPlanColumns(operation)
  const request = { operation, ledger, runId: loaded.runId }
  for await (const page of viewRows(request)) {
    const about = await readCreated(fourEyes, { ledger, target }, page)
    for (const view of page) {
      if (view.submission === undefined) continue
      const before = await findReplacedRequest(ledger, loaded.runId, view)
      const thing = String(view.request[fourEyes.aboutField] ?? '')
      const seen = {
        cells: view.cells,
        columns: loaded.sheets[view.sheet]?.columns,
        created: parseFields(about.requests.get(thing)),
        result: parseFields(about.results.get(thing)),
        before: before === 'waits' ? undefined : before,
      }
      const asked = parseStored<object>(view.submission.request, 'request')
      const cells = [textCell(view.rowAddress), ...fourEyes.columns.map((column) => toCell(column.value(asked, seen)))]
      const line = cells.map(textOfCell)
      const key = keyOfLine(columns, line)
      listed.push(key)
      if (view.outcome.state === 'done') recorded.push(key)
      if (view.outcome.state !== 'ready' || before === 'waits') continue
      plan.lines.push(line)
      plan.cells.push(cells)
      plan.sealed.push({ seq: view.seq, line })
      const { label } = operation.request
      entries.set(thing, [...(entries.get(thing) ?? []), { row: view.rowAddress, label: label(asked), key }])
    }
  }
  const contradictions = [...listContradictions(entries)]
  return { ...plan, contradictions, listed: countKeys(listed), recorded: countKeys(recorded) }
}

/** Only the first of several rows about one subject replaces the earlier record. */
async function findReplacedRequest(
  { order }: Ledger,
  runId: number,
  { seq, outcome }: RowView,
): Promise<Replaced | 'waits' | undefined> {
  if (outcome.state !== 'ready') return undefined
  const blocker = await order.findBlocker(runId, seq)
  if (blocker === undefined) return order.findReplaced(runId, seq)
  return blocker.state === 'ready' ? undefined : 'waits'
}

async function readCreated(
  { about, aboutField }: FourEyesPart<object>,
  { ledger, target }: PlanSource,
  page: readonly RowView[],
) {
  const things = [...new Set(page.map(({ request }) => String(request[aboutField] ?? '')))]
  const { submissions } = ledger
  return {
    requests: await submissions.requestsOf(about, target, things),
    results: await submissions.resultsOf(about, target, things),
  }
}

function* listContradictions(entriesByThing: ReadonlyMap<string, readonly PlanEntry[]>): Generator<string> {
  for (const [thing, all] of entriesByThing) {
    if (new Set(all.map(({ key }) => key)).size < 2) continue
    yield `${thing}: ${all.map(({ row, label }) => `${label} (${row})`).join(', then ')}`
  }
}

function toCell(value: string | number | undefined): OutputCell {
  if (value === undefined) return emptyCell
  return typeof value === 'number' ? { t: 'n', v: value } : textCell(truncateCellText(value))
}

/** The text that a seal covers, for written and read cells alike. Pure. */
export function textOfCell(cell: OutputCell | undefined): string {
  return cell === undefined || cell.t === 'z' ? '' : String(cell.v)
}
