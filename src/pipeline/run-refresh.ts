import { resolve } from 'node:path'
import type { ServiceClient } from '../client/service.ts'
import type { LoadedRow, LoadSettings } from '../ledger/port/loaded-row.ts'
import { openSheet } from '../sheet/open.ts'
import { BatchError } from '../support/errors.ts'
import { endRun } from './end-run.ts'
import { chooseOutput, putOut } from './put-out.ts'
import { askAgain } from './refresh/ask-again.ts'
import { columnsOfKnown, listKnown } from './refresh/load-known.ts'
import { findList, readList } from './refresh/load-list.ts'
import { inPages } from './rows/in-pages.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import type { Operation } from './terms/operation.ts'
import type { RefreshOptions, RunPorts, RunReport } from './terms/options.ts'
import type { Run, RunPlace } from './terms/run.ts'
import { newWorkbook } from './write/plan-output.ts'

/** The operation under which runs that only ask are kept. */
const refreshName = 'refresh'

/**
 * Asks again for scores: of what a sheet names, or of what the ledger knows. Nothing is ever created: what it is given to
 * speak with can only ask.
 * @throws BatchError when there is nothing to ask for, or nothing could be done.
 */
export async function runRefresh(
  operation: Operation,
  place: RunPlace,
  options: RefreshOptions,
  ports: RunPorts,
): Promise<RunReport> {
  const run = { operation, place, options, ports, startedAt: ports.clock.now() }
  const loaded = await load(run)
  const recognised = place.ledger.submissions.named
  const output = await chooseOutput(run, loaded, { suffix: 'refreshed', plan: newWorkbook, recognised })
  const asking = { ...run, place: { ...place, client: onlyAsking(place.client) } }
  const sent = await submitAndPoll(asking, loaded, askAgain)
  const facts = { output, plan: newWorkbook, file: options.input ?? place.ledger.name, operation: refreshName }
  return await endRun(run, loaded, { ...sent, output: await putOut(run, loaded, facts) })
}

async function load(run: Run<RefreshOptions>): Promise<LoadedInput> {
  const { operation, place, options } = run
  const { input, isScoredToo } = options
  if (input === undefined) {
    const known = listKnown(operation, place.ledger, place.target, { file: undefined, isScoredToo })
    return store(run, { file: '', sheet: '', columns: columnsOfKnown(operation.request) }, known)
  }
  const file = resolve(input)
  const source = await openSheet(input, options.load)
  try {
    const list = await findList(source, operation.sheet, options.load)
    if (list !== undefined) {
      const sheet = list.source.kind === 'xlsx' ? list.source.sheet : ''
      return await store(run, { file, sheet, columns: list.columns }, readList(list))
    }
    const known = listKnown(operation, place.ledger, place.target, { file, isScoredToo: true })
    return await store(run, { file, sheet: '', columns: columnsOfKnown(operation.request) }, known)
  } finally {
    await source.close()
  }
}

interface RefreshSheet {
  file: string
  sheet: string
  columns: SheetColumns
}

async function store(
  { operation, place: { ledger, target }, ports }: Run,
  { file, sheet, columns }: RefreshSheet,
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
  for await (const page of inPages(source)) {
    await ledger.register.add(settings, rows, page)
    rows += page.length
  }
  await ledger.runs.describeColumns(run.id, 0, JSON.stringify(columns))
  await ledger.refreshing.complete(run.id, now)
  if (rows === 0) {
    await ledger.runs.end(run.id, { now, ending: 'nothing to ask for', output: undefined })
    throw nothingToAsk(file)
  }
  return { runId: run.id, sheets: [{ name: sheet, rows, columns }], rows }
}

function nothingToAsk(file: string): BatchError {
  const what =
    file === ''
      ? 'the ledger knows nothing of this service that waits for scores'
      : `${file} names no assessment (no column assessmentId), and the ledger knows none that was created from it`
  return new BatchError('input', `nothing to ask for: ${what}`, {
    hint: 'Name a sheet with a column assessmentId; ‹all› asks anew for what has scores, too; ‹ledger› names another ledger.',
  })
}

/** Whatever a stage might want, this cannot create, decide or invite. */
function onlyAsking(client: ServiceClient): ServiceClient {
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
