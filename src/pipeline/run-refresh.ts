import { resolve } from 'node:path'
import type { ServiceClient } from '../client/service.ts'
import type { LoadedRow, LoadSettings } from '../ledger/loaded-row.ts'
import { refreshName } from '../ledger/sqlite/refreshing.ts'
import { openSheet } from '../sheet/open.ts'
import { BatchError } from '../support/errors.ts'
import { requireOwnOutput } from './earlier-output/require-own-output.ts'
import { Halt } from './engine/halt.ts'
import { chooseOutput, putOut } from './put-out.ts'
import { askAgain } from './refresh/ask-again.ts'
import { columnsOfKnown, listKnown } from './refresh/load-known.ts'
import { findList, readList } from './refresh/load-list.ts'
import type { RefreshOptions } from './refresh/refresh-options.ts'
import type { LoadedInput, SheetColumns } from './rows/loaded-input.ts'
import { submitAndPoll } from './submit-and-poll.ts'
import type { Operation } from './terms/operation.ts'
import type { RunPorts, RunReport } from './terms/options.ts'
import type { RunPlace } from './terms/place.ts'

const batchSize = 500

/**
 * Asks again for scores: of what a sheet names, or of what the ledger knows. Nothing is ever created: what it is given to
 * speak with can only ask.
 * @throws BatchError when there is nothing to ask for, or nothing could be done.
 */
export async function runRefresh<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: RefreshOptions,
  ports: RunPorts,
): Promise<RunReport> {
  const { ledger } = place
  const startedAt = ports.clock.now()
  const loaded = await load(operation, place, options, ports)
  const runId = loaded.run.id
  const chosen = await chooseOutput('refreshed', place, options, ports, loaded)
  await requireOwnOutput(chosen, operation.identifierField, ledger, ports.interrupt).catch((error: unknown) => {
    ledger.runs.end(runId, { now: ports.clock.now(), ending: 'refused', output: undefined })
    throw error
  })
  const halt = new Halt()
  const asking = { ...place, client: onlyAsking(place.client) }
  const traffic = await submitAndPoll(operation, asking, options, ports, loaded, halt, askAgain)
  if (halt.reason?.kind === 'broken') throw halt.reason.error
  const output = await putOut(operation, place, options, ports, loaded, {
    output: chosen,
    summary: { file: options.input ?? ledger.name, operation: refreshName, startedAt },
  })
  const endedAt = ports.clock.now()
  ledger.runs.end(runId, { now: endedAt, ending: halt.reason?.kind ?? 'done', output: output.file })
  ports.onEvent?.({ kind: 'written', file: output.file })
  return {
    runId,
    operation: operation.name,
    targetLabel: options.targetLabel,
    isTestTarget: options.isTestTarget,
    sheets: loaded.sheets.map(({ name, rows }) => ({ name, rows })),
    balance: ledger.runs.balance(runId),
    rows: loaded.rows,
    halt: halt.reason,
    output,
    orphans: 0,
    traffic,
    startedAt,
    endedAt,
  }
}

async function load<Request extends object>(
  operation: Operation<Request>,
  place: RunPlace,
  options: RefreshOptions,
  ports: RunPorts,
): Promise<LoadedInput> {
  const { input, isScoredToo } = options
  if (input === undefined) {
    const choice = { file: undefined, isScoredToo }
    const known = listKnown(operation, place.ledger, place.target, choice)
    return store(operation, place, ports, { file: '', sheet: '', columns: columnsOfKnown(operation) }, known)
  }
  const file = resolve(input)
  const source = await openSheet(input, options.load)
  try {
    const list = await findList(source, operation, options.load)
    if (list !== undefined) {
      const { columns } = list
      const sheet = list.source.kind === 'xlsx' ? list.source.sheet : ''
      return await store(operation, place, ports, { file, sheet, columns }, readList(list))
    }
    const known = listKnown(operation, place.ledger, place.target, { file, isScoredToo: true })
    return await store(operation, place, ports, { file, sheet: '', columns: columnsOfKnown(operation) }, known)
  } finally {
    await source.close()
  }
}

interface RefreshSheet {
  file: string
  sheet: string
  columns: SheetColumns
}

async function store<Request extends object>(
  operation: Operation<Request>,
  { ledger, target }: RunPlace,
  { clock }: RunPorts,
  { file, sheet, columns }: RefreshSheet,
  source: Iterable<LoadedRow> | AsyncIterable<LoadedRow>,
): Promise<LoadedInput> {
  const now = clock.now()
  const run = ledger.runs.begin({
    operation: refreshName,
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
  let batch: LoadedRow[] = []
  const flush = (): void => {
    ledger.register.add(settings, rows - batch.length, batch)
    batch = []
  }
  for await (const row of source) {
    batch.push(row)
    rows += 1
    if (batch.length === batchSize) flush()
  }
  flush()
  ledger.runs.describeColumns(run.id, 0, JSON.stringify(columns))
  ledger.refreshing.complete(run.id, now)
  if (rows === 0) {
    ledger.runs.end(run.id, { now, ending: 'nothing to ask for', output: undefined })
    throw nothingToAsk(file)
  }
  return { run, sheets: [{ name: sheet, rows, columns }], rows }
}

function nothingToAsk(file: string): BatchError {
  const what =
    file === ''
      ? 'the ledger knows nothing of this service that waits for scores'
      : `${file} names no assessment (no column assessmentId), and the ledger knows none that was created from it`
  return new BatchError('input', `nothing to ask for: ${what}`, {
    hint: 'Name a sheet with a column assessmentId; --all asks anew for what has scores, too; --ledger names another ledger.',
  })
}

/** Whatever a stage might want, this cannot create, decide or invite. */
function onlyAsking(client: ServiceClient): ServiceClient {
  const refuse = (): never => {
    throw new BatchError('defect', 'a run that only asks was about to send something')
  }
  return {
    retrieveAssessment: (assessmentId, employeeId) => client.retrieveAssessment(assessmentId, employeeId),
    close: () => client.close(),
    createAssessment: refuse,
    updateAssessment: refuse,
    inviteStaffMember: refuse,
  }
}
