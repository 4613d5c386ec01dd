import { resolve } from 'node:path'
import type { ServiceClient } from '../client/service.ts'
import type { LoadedRow, LoadSettings, RowContent } from '../ledger/port/loaded-row.ts'
import type { RefreshChoice } from '../ledger/port/refreshing.ts'
import { find, message } from '../messages/catalogue.ts'
import { emptyCell, isBlank, type SheetRow } from '../sheet/cell.ts'
import { findHeadings } from '../sheet/headings/find-headings.ts'
import { openSheet } from '../sheet/open.ts'
import { noHiddenNames, readHiddenNames } from '../sheet/package/sheet-names.ts'
import type { SheetSource } from '../sheet/source.ts'
import { displayCell, shorten } from '../sheet/values/display.ts'
import { readId } from '../sheet/values/id.ts'
import { BatchError } from '../support/errors.ts'
import { describeColumns } from './load/load-sheet.ts'
import type { Operation } from './model/operation.ts'
import type { RefreshRequest, RunPorts, RunReport } from './model/options.ts'
import type { Run, RunConnection } from './model/run.ts'
import { rescoreRows } from './poll/poll-scores.ts'
import { findOutputPath, publishOutput } from './publish-output.ts'
import { requestCell } from './rows/cells.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { paginate, readPages } from './rows/paginate.ts'
import { placeProblem } from './rows/row-findings.ts'
import { parseFields } from './rows/row-outcome.ts'
import { storeCells } from './rows/stored-cells.ts'
import { endRun } from './run.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import { resultsName } from './tables/results-sheet.ts'
import { firstRows } from './tables/search-sheet.ts'
import { newWorkbook } from './write/plan-output.ts'

const refreshName = 'refresh'

/**
 * Polls again for scores: of a sheet's identifiers, or of the ledger's rows. The client can only read.
 * @throws BatchError when there is nothing to poll for, or nothing could be done.
 */
export async function runRefresh(
  operation: Operation,
  connection: RunConnection,
  options: RefreshRequest,
  ports: RunPorts,
): Promise<RunReport> {
  const run = { operation, connection, options, ports, startedAt: ports.clock.now() }
  const loaded = await load(run)
  const recognised = connection.ledger.submissions.named
  const output = await findOutputPath(run, loaded, { suffix: 'refreshed', plan: newWorkbook, recognised })
  const asking = { ...run, connection: { ...connection, client: createReadOnlyClient(connection.client) } }
  const sent = await submitAndPoll(asking, loaded, rescoreRows)
  const facts = { output, plan: newWorkbook, file: options.input ?? connection.ledger.name, operation: refreshName }
  return await endRun(run, loaded, { ...sent, output: await publishOutput(run, loaded, facts) })
}

async function load(run: Run<RefreshRequest>): Promise<LoadedInput> {
  const { operation, connection, options } = run
  const { input } = options
  const file = input === undefined ? '' : resolve(input)
  const storeKnown = (choice: RefreshChoice): Promise<LoadedInput> =>
    store(run, { file, sheet: '', columns: columnsOfKnown(operation) }, listKnownRows(operation, connection, choice))
  if (input === undefined) return storeKnown({ file: undefined, isScoredToo: options.isScoredToo })
  const source = await openSheet(input, options.load)
  try {
    const list = await findIdentifierList(source, operation.sheet, options.load)
    if (list === undefined) return await storeKnown({ file, isScoredToo: true })
    const sheet = list.source.kind === 'xlsx' ? list.source.sheet : ''
    return await store(run, { file, sheet, columns: list.columns }, readIdentifierList(list))
  } finally {
    await source.close()
  }
}

async function store(
  { operation, connection: { ledger, target }, ports }: Run,
  { file, sheet, columns }: { file: string; sheet: string; columns: SheetColumns },
  source: Iterable<LoadedRow> | AsyncIterable<LoadedRow>,
): Promise<LoadedInput> {
  const now = ports.clock.now()
  const run = await ledger.runs.begin({
    operation: refreshName,
    doneWord: operation.output.doneWord,
    target,
    file,
    sheets: [sheet],
    isAgain: false,
    now,
  })
  const settings: LoadSettings = {
    runId: run.id,
    operation: operation.name,
    target,
    epoch: undefined,
    allowDuplicates: false,
    retryUnknown: false,
    now,
  }
  let rows = 0
  for await (const page of paginate(source)) {
    await ledger.rowLoader.add(settings, rows, page)
    rows += page.length
  }
  await ledger.runs.describeColumns(run.id, 0, JSON.stringify(columns))
  await ledger.refreshing.complete(run.id, now)
  if (rows === 0) {
    await ledger.runs.end(run.id, { now, ending: 'nothing to ask for', output: undefined })
    throw new BatchError('input', find('nothing-to-refresh', { file }))
  }
  return { runId: run.id, sheets: [{ name: sheet, rows, columns }], rows }
}

/** A guard: no stage of a refresh can create, decide or invite. */
function createReadOnlyClient(client: ServiceClient): ServiceClient {
  const refuse = (): never => {
    throw new BatchError('defect', 'a run that only asks was about to send something')
  }
  return {
    retrieveAssessment: (assessmentId, employeeId) => client.retrieveAssessment(assessmentId, employeeId),
    startingIf: refuse,
    close: () => client.close(),
    createAssessment: refuse,
    updateAssessment: refuse,
    inviteStaffMember: refuse,
  }
}

const pageSize = 500

/** The ledger's rows for the service, as rows of a sheet that does not exist. */
async function* listKnownRows(
  { name, request: { identifyingFields } }: Operation,
  { ledger, target }: RunConnection,
  choice: RefreshChoice,
): AsyncGenerator<LoadedRow> {
  let rowNumber = 1
  const of = { operation: name, target }
  for await (const page of readPages((after) => ledger.refreshing.knownPage(of, choice, after, pageSize), 'id')) {
    for (const { identifier, request } of page) {
      const fields = parseFields(request)
      rowNumber += 1
      const cells = identifyingFields.map((field) => requestCell(fields[field]))
      const content: RowContent = { kind: 'identified', identifier, request: undefined }
      yield { ...plainRow, rowNumber, isHidden: false, cells: storeCells({ cells }), content }
    }
  }
}

function columnsOfKnown({ request: { identifyingFields } }: Operation): SheetColumns {
  const fields = Object.fromEntries(identifyingFields.map((field, index) => [field, index]))
  return { headings: [...identifyingFields], fields }
}

const plainRow = { sheet: 0, warnings: undefined, orderKey: undefined }

interface IdentifierList {
  source: SheetSource
  headingRow: number
  /** 0-based index of the identifiers. */
  column: number
  columns: SheetColumns
}

/**
 * The named sheet, the results of an own workbook, or the only sheet with identifiers; undefined without one.
 * @throws BatchError `input` when several sheets fit and none was named.
 */
async function findIdentifierList(
  opened: SheetSource,
  { fields, identifierField }: Operation['sheet'],
  { sheet, columns }: RefreshRequest['load'],
): Promise<IdentifierList | undefined> {
  const field = fields.find(({ name }) => name === identifierField)
  if (field === undefined) return undefined
  const { ours, filled } = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  const wanted = [{ field: field.name, aliases: field.aliases, translations: field.translations, isRequired: true }]
  const fitting: IdentifierList[] = []
  for (const source of sheet === undefined ? visibleSheets(opened, ours) : [opened]) {
    const found = findHeadings(await firstRows(source), wanted, columns)
    if (found.kind !== 'found') continue
    const column = found.columns.find((heading) => heading.field === field.name)?.index
    if (column === undefined) continue
    fitting.push({ source, headingRow: found.rowNumber, column, columns: describeColumns(source, found.columns) })
  }
  const [first] = fitting
  const inResults = fitting.filter(({ source }) => source.sheet === resultsName || filled.has(source.sheet))
  const results = inResults.length === 1 ? inResults[0] : undefined
  if (results !== undefined || fitting.length < 2) return results ?? first
  const names = fitting.map(({ source }) => `“${source.sheet}”`).join(', ')
  throw new BatchError('input', find('lists-several', { file: opened.file, names }))
}

/** Rows without an identifier are skipped. */
async function* readIdentifierList({ source, headingRow, column }: IdentifierList): AsyncGenerator<LoadedRow> {
  for await (const row of source.rows()) {
    if (row.number <= headingRow || row.cells.every(isBlank)) continue
    const cells = storeCells(row)
    yield { ...plainRow, rowNumber: row.number, isHidden: row.isHidden, cells, content: readIdentifier(row, column) }
  }
}

function readIdentifier(row: SheetRow, column: number): RowContent {
  const cell = row.cells[column] ?? emptyCell
  const reason = message('no-identifier')
  if (isBlank(cell)) return { kind: 'held', state: 'skipped', detail: JSON.stringify({ reason }) }
  const reading = readId(cell)
  if (reading.ok) return { kind: 'identified', identifier: reading.value, request: undefined }
  const { ok: _, ...found } = reading
  const facts = { field: 'assessmentId', value: shorten(displayCell(cell)) }
  const problems = [{ ...placeProblem(row.number, { index: column, heading: '' }, facts), ...found }]
  return { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems }) }
}

function visibleSheets(source: SheetSource, ours: ReadonlySet<string>): SheetSource[] {
  if (source.kind === 'csv') return [source]
  const shown = source.sheets.filter(({ name, isVisible, isWorksheet }) => isVisible && isWorksheet && !ours.has(name))
  return shown.flatMap(({ name }) => (name === source.sheet ? [source] : (source.select(name) ?? [])))
}
