import { resolve } from 'node:path'
import type { ServiceClient } from '../client/service.ts'
import type { JsonFields } from '../contract/outcome.ts'
import type { LoadedRow, LoadSettings } from '../ledger/port/loaded-row.ts'
import type { RefreshChoice } from '../ledger/port/refreshing.ts'
import type { Target } from '../ledger/port/targets.ts'
import type { Ledger } from '../ledger/port.ts'
import { parseStored } from '../ledger/stored-json.ts'
import { find } from '../messages/catalogue.ts'
import type { Cell } from '../sheet/cell.ts'
import { openSheet } from '../sheet/open.ts'
import { BatchError } from '../support/errors.ts'
import type { Operation } from './model/operation.ts'
import type { RefreshRequest, RunPorts, RunReport } from './model/options.ts'
import type { Run, RunConnection } from './model/run.ts'
import { rescoreRows } from './poll/poll-scores.ts'
import { findOutputPath, publishOutput } from './publish-output.ts'
import { findIdentifierList, readIdentifierList } from './refresh/load-list.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { paginate, readPages } from './rows/paginate.ts'
import { endRun } from './run.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import { newWorkbook } from './write/plan-output.ts'

const refreshName = 'refresh'

/**
 * Polls again for scores: of a sheet's identifiers, or of the ledger's rows. The client can only read, so nothing is
 * created.
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
  const { input, isScoredToo } = options
  if (input === undefined) {
    const known = listKnownRows(operation, connection.ledger, connection.target, { file: undefined, isScoredToo })
    return store(run, { file: '', sheet: '', columns: columnsOfKnown(operation.request) }, known)
  }
  const file = resolve(input)
  const source = await openSheet(input, options.load)
  try {
    const list = await findIdentifierList(source, operation.sheet, options.load)
    if (list !== undefined) {
      const sheet = list.source.kind === 'xlsx' ? list.source.sheet : ''
      return await store(run, { file, sheet, columns: list.columns }, readIdentifierList(list))
    }
    const known = listKnownRows(operation, connection.ledger, connection.target, { file, isScoredToo: true })
    return await store(run, { file, sheet: '', columns: columnsOfKnown(operation.request) }, known)
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
export async function* listKnownRows(
  { name, request: { identifyingFields } }: Pick<Operation, 'name' | 'request'>,
  ledger: Ledger,
  target: Target,
  choice: RefreshChoice,
): AsyncGenerator<LoadedRow> {
  let rowNumber = 1
  const pages = readPages(
    (after) => ledger.refreshing.knownPage({ operation: name, target }, choice, after, pageSize),
    ({ id }) => id,
  )
  for await (const page of pages) {
    for (const { identifier, request } of page) {
      const fields = parseStored<JsonFields>(request, 'request')
      rowNumber += 1
      yield {
        sheet: 0,
        rowNumber,
        isHidden: false,
        cells: JSON.stringify(identifyingFields.map((field) => toCell(fields[field]))),
        warnings: undefined,
        orderKey: undefined,
        content: { kind: 'identified', identifier, request: undefined },
      }
    }
  }
}

export function columnsOfKnown({ identifyingFields }: Operation['request']): SheetColumns {
  const fields = Object.fromEntries(identifyingFields.map((field, index) => [field, index]))
  return { headings: [...identifyingFields], fields }
}

function toCell(value: unknown): Cell {
  const text = String(value ?? '')
  if (text === '') return { t: 'z' }
  if (/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(text)) return { t: 'd', v: text.slice(0, 19), f: 'yyyy-mm-dd' }
  return { t: 's', v: text }
}
