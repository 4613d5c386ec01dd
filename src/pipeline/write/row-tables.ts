import type { JsonFields } from '../../contract/outcome.ts'
import { createdStates, formatState, unreadStates } from '../../contract/states.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { referToSending } from '../../ledger/sending-reference.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { OutputCell, OutputSheet, Table, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import { changedTable, listChanged } from '../earlier-output/question-sheets.ts'
import { unknownTable } from '../earlier-output/unknown-answers.ts'
import type { UnknownRow } from '../earlier-output/unknown-row.ts'
import { readSubjects } from '../model/four-eyes.ts'
import type { Operation } from '../model/operation.ts'
import { type OrphanView, orphansTitle, whyHeading } from '../model/orphans.ts'
import { linkCell, timeCell } from '../rows/cells.ts'
import { type LoadedSheet, RowAddresses } from '../rows/loaded-input.ts'
import { readPages } from '../rows/paginate.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { type RowQuery, type RowView, viewRows } from '../rows/row-view.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import {
  correctionsTable,
  listCorrections,
  listProblemLines,
  listRowProblems,
  problemsTable,
} from '../tables/problems-sheet.ts'
import { subjectColumns, tableColumn } from '../tables/sheet-names.ts'
import { fillLine } from '../tables/write-tables.ts'

export interface RowTablesRequest extends RowQuery {
  operation: Operation
  sheets: readonly LoadedSheet[]
  /** Of what the requests are about. */
  target?: Target
  /** Answers in the sheet Changed that could not be read: reference → text. */
  unclear?: Readonly<Record<string, string>> | undefined
}

export interface RowTable {
  sheet: OutputSheet
  /** One page at a time; each call reads from the start. May be empty. */
  lines(): AsyncIterable<readonly OutputCell[][]>
}

/** The tables that need a person, in sheet order, for workbooks and CSV files. */
export function planRowTables(request: RowTablesRequest, locate: RowLocation): readonly RowTable[] {
  const { operation, sheets, unclear, face } = request
  const hasSheets = sheets.length > 1
  const open = () => viewRows(request, 'openPage')
  async function* listed<Source>(list: (view: RowView) => readonly Source[]): AsyncGenerator<readonly Source[]> {
    for await (const page of open()) yield page.flatMap(list)
  }
  const problems = () => listProblemLines(open, (view) => listRowProblems(view, sheets))
  const changed = () => listed((view) => listChanged(view, operation))
  return [
    rowTable(problemsTable(hasSheets, locate, face), problems),
    rowTable(changedTable(operation, sheets, { locate, unclear, face }), changed),
    rowTable(correctionsTable(hasSheets, locate, face), () => listed((view) => listCorrections(view, sheets))),
    rowTable(unknownTable(operation, hasSheets), () => viewUnknown(request)),
    rowTable(orphansTable(operation), () => viewOrphans(request)),
  ]
}

function rowTable<Source>(sheet: Table<Source>, read: () => AsyncIterable<readonly Source[]>): RowTable {
  return {
    sheet,
    async *lines() {
      for await (const page of read()) yield page.map((source) => fillLine(sheet, source))
    },
  }
}

/** Rows with an unknown outcome, with their attempts, the reference of the sending, and what they are known by. */
async function* viewUnknown(request: RowTablesRequest): AsyncGenerator<readonly UnknownRow[]> {
  const { ledger } = request
  for await (const page of viewRows(request, 'openPage')) {
    const unknown = page.flatMap((view) =>
      view.outcome.state === 'unknown' && view.submission !== undefined ? [{ view, ...view.submission }] : [],
    )
    const about = await describeSubjects(request, unknown)
    yield await Promise.all(
      unknown.map(async ({ view, id, sentAt = 0 }) => ({
        view,
        attempts: await ledger.attempts.of(id),
        reference: referToSending(ledger.id, { id, sentAt }),
        about: about(view),
      })),
    )
  }
}

async function describeSubjects(
  { ledger: { submissions }, sheets, target, operation }: RowTablesRequest,
  rows: readonly { view: RowView }[],
): Promise<(view: RowView) => JsonFields> {
  const { fourEyes } = operation
  if (fourEyes === undefined || target === undefined || rows.length === 0) return ({ request }) => request
  const thingOf = ({ request }: RowView): string => String(request[fourEyes.aboutField] ?? '')
  const things = rows.map(({ view }) => thingOf(view))
  const subjects = await readSubjects(fourEyes, { submissions, target }, things)
  const reports = await submissions.reportsOf(fourEyes.about, target, things)
  return (view) => {
    const { created = {}, name = '' } = subjects.get(thingOf(view)) ?? {}
    const { cells, request, eventId } = view
    const seen = { cells, columns: sheets[view.sheet]?.columns, created, name, result: {}, before: undefined }
    const shown = fourEyes.columns.map(({ heading, value }) => [heading, value(request, seen)])
    const own = { externalEventId: request['externalEventId'] ?? eventId, reportUrl: reports.get(thingOf(view)) }
    return { ...Object.fromEntries(shown), ...own }
  }
}

/** Submissions of earlier runs of this input without a row. */
export function orphansTable({
  request: { identifyingFields },
  output: { createdHeadings, doneWord, orphanColumns = [] },
}: Pick<Operation, 'request' | 'output'>): Table<OrphanView> {
  const [identifier = '', report = ''] = createdHeadings
  const created: TableColumn<OrphanView>[] = [
    tableColumn(identifier, 36, ({ orphan }) => orphan.identifier),
    tableColumn(report, 16, ({ orphan }) => linkCell(orphan.reportUrl ?? '')),
  ]
  return {
    name: orphansTitle,
    hasAutoFilter: true,
    frozenColumns: Math.min(1, createdHeadings.length),
    columns: [
      ...created.slice(0, createdHeadings.length),
      // Not headed as the results that `decide` writes beside them.
      tableColumn('outcome', 12, ({ orphan }) => formatState(orphan.state, doneWord), { title: 'State' }),
      ...subjectColumns(identifyingFields, ({ orphan }: OrphanView) => parseFields(orphan.request)),
      tableColumn('sentAt', 17, ({ orphan }) => timeCell(orphan.sentAt), { title: 'Sent on' }),
      tableColumn(whyHeading, 30, ({ why }) => why, { isWrapped: true }),
      tableColumn('replacedBy', 22, ({ orphan }) => orphan.replacement?.identifier, { isWrapped: true }),
      ...orphanColumns,
      tableColumn('problem', 32, ({ orphan }) => orphan.problem, { title: 'Message', isWrapped: true }),
    ],
  }
}

/** `successor`: the row of its replacement. `namesake`: an unreadable or skipped row with the same subject. */
export function explainOrphan(
  { replacement }: Pick<Orphan, 'replacement'>,
  { successor, namesake }: { successor: string | undefined; namesake: Namesake | undefined },
  doneWord: string,
): string {
  if (replacement !== undefined) {
    const by = successor ?? replacement.identifier ?? 'a row that is not in the sheet any more'
    if (createdStates.has(replacement.state)) return `replaced by ${by}`
    return `to be replaced by ${by}, which is ${formatState(replacement.state, doneWord)}`
  }
  if (namesake === undefined) return 'taken out of the sheet'
  return `not found in the sheet; perhaps ${namesake.rowAddress}, which is ${namesake.state} and has the same ${tableTitles[namesake.field] ?? namesake.field}`
}

interface Namesake {
  rowAddress: string
  state: string
  field: string
}

const pageSize = 500
/** Limit on remembered unread rows: memory does not grow with a sheet. */
const mostNamesakes = 10_000

export async function* viewOrphans(request: RowTablesRequest): AsyncGenerator<readonly OrphanView[]> {
  const { ledger, runId, operation, sheets } = request
  const [field = ''] = operation.request.identifyingFields
  const addresses = new RowAddresses(sheets.map(({ name }) => name))
  let namesakes: ReadonlyMap<string, Namesake> | undefined
  const pages = readPages((after) => ledger.runs.orphanPage(runId, after, pageSize), 'id')
  for await (const page of pages) {
    namesakes ??= await findNamesakes(request, field)
    const identifiers = page.flatMap(({ identifier }) => identifier ?? [])
    const latest = await ledger.order.findLatest(runId, identifiers)
    const views: OrphanView[] = []
    for (const orphan of page) {
      const row = orphan.replacement && (await ledger.runs.rowOf(runId, orphan.replacement.id))
      const successor = row && addresses.row(row.sheet, row.rowNumber)
      const namesake = namesakes.get(String(parseFields(orphan.request)[field] ?? ''))
      const why = explainOrphan(orphan, { successor, namesake }, operation.output.doneWord)
      views.push({ orphan, why, latest: latest.get(orphan.identifier ?? '') })
    }
    yield views
  }
}

/** Unread rows by subject: an orphan may be one of them. */
async function findNamesakes(request: RowTablesRequest, field: string): Promise<ReadonlyMap<string, Namesake>> {
  const found = new Map<string, Namesake>()
  for await (const page of viewRows(request, 'findingsPage')) {
    for (const { outcome, cells, sheet, rowAddress, state } of page) {
      const column = request.sheets[sheet]?.columns.fields[field]
      if (!unreadStates.has(outcome.state) || column === undefined) continue
      const about = displayCell(cells[column] ?? emptyCell).trim()
      if (about !== '' && !found.has(about)) found.set(about, { rowAddress, state, field })
    }
    if (found.size >= mostNamesakes) break
  }
  return found
}
