import { resolve } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import { find } from '../../messages/catalogue.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunPorts, RunRequest } from '../../pipeline/model/options.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { storeRun } from '../../pipeline/model/stored-run.ts'
import { requireShown } from '../../pipeline/plan-sending.ts'
import { dropUnlessDone, passCheck, prepareRun } from '../../pipeline/prepare-run.ts'
import { listPlanned } from '../../pipeline/sealing/list-planned.ts'
import { digestPlan } from '../../pipeline/sealing/plan-table.ts'
import { writePlan } from '../../pipeline/sealing/write-plan.ts'
import { pickSettings } from '../../settings/all.ts'
import { endOfPeriod } from '../../settings/calendar-period.ts'
import { BatchError } from '../../support/errors.ts'
import { announcePromise } from '../evidence-policy.ts'
import { ruleTable } from '../ledger/company-rules.ts'
import { foldersOf, type LedgerSettings } from '../ledger/ledger-access.ts'
import { withTarget } from '../ledger/with-connection.ts'
import { createTeller } from '../notify.ts'
import { prepareFolder, requireKind, requireNewFile } from '../output-file.ts'
import { type GivenRun, parseRequest } from '../parse-request.ts'
import type { SealedOptions, SealStatement } from '../seal-statement.ts'
import { type PlanSettings, viewPlan } from '../start-run.ts'
import { statePerson } from './waiting-runs.ts'

export interface SealRequest extends GivenRun {
  by: string | undefined
  /** Path of the workbook, or a function from the seal to the path; undefined: none is written. */
  plan: string | ((seal: string) => string) | undefined
  /** The rows that the sealer was shown; see `RunOptions`. */
  expects?: ReadonlyMap<string, string> | undefined
  /** See `RunOptions`. */
  check?: RunRequest['check'] | undefined
}

/**
 * Loads a sheet as a run that waits for a second person, and writes its plan as a workbook to be read. Nothing is sent,
 * and nothing that is recorded changes before the release. `until`: the last time of a release; `file`: the workbook,
 * empty where none is written; `dropped`: earlier sealed runs of the sheet that were not released.
 * @throws BatchError without a staff ID, without a request to send, or when the workbook cannot be written: the run is
 * dropped.
 */
export async function sealSheet(
  operation: Operation,
  { by: given, plan: wanted, expects, check, ...run }: SealRequest,
  settings: PlanSettings & LedgerSettings,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent'>,
) {
  const by = statePerson(given)
  if (typeof wanted === 'string') {
    requireKind(wanted, ['.xlsx'], undefined, 'seal')
    requireNewFile(wanted, 'seal')
  }
  announcePromise(settings.policy, ports.logger)
  const tell = createTeller(settings, ports.logger)
  const { address } = settings.destination
  const request = parseRequest(operation, run)
  const folders = foldersOf(request.input, request.output)
  return withTarget({ ...settings, folders }, ports, async (connection) => {
    const { clock } = ports
    const { ledger, target } = connection
    const digest = await digestOf(request.input)
    const { options, loaded } = await prepareRun(operation, connection, request, { output: request.output }, ports)
    const { runId } = loaded
    return dropUnlessDone({ connection, ports }, loaded, async () => {
      const listed = await listPlanned(operation, connection, loaded)
      if (listed.lines.length === 0) throw new BatchError('usage', find('nothing-to-seal', { input: request.input }))
      const shown = new Map<string, string>()
      const view = await viewPlan({ operation, connection, options }, loaded, { shown, listed })
      if (expects !== undefined) requireShown(expects, shown, true)
      await passCheck(connection, { check }, { runId, at: clock.now() })
      const seal = digestPlan({ operation: operation.name, target }, listed.lines)
      const output = typeof wanted === 'function' ? wanted(seal) : wanted
      if (output !== undefined) prepareFolder(output)
      const at = clock.now()
      const { waiting = ruleTable.waiting.none } = await ledger.rules.of(target)
      const until = endOfPeriod(at, waiting)
      const names = { seal, by: by.id, company: target.company }
      const facts = { ...names, at, ...currentOperator(), run: runId, until, isSimulated: isSimulated(target) }
      const sheet = { file: resolve(request.input), balance: view.report.balance, plan: view.plan }
      const { file, face } =
        output === undefined
          ? { file: '', face: '' }
          : await writePlan(output, operation, listed, { ...facts, ...sheet })
      // Those that decide which requests a sheet makes; for the advice how to seal what is left.
      const sealedOptions: SealedOptions = {
        ...pickSettings(run, ({ isSealed }) => isSealed === true),
        ...(run.keepRejected === true ? { keepRejected: true } : {}),
      }
      const read = { requests: listed.lines.length, plan: file && resolve(file), face }
      const said: SealStatement = { ...names, ...read, address, how: sealedOptions }
      const how = storeRun(options, loaded, digest)
      const sealing = { by, now: at, until, how, statement: JSON.stringify(said), lines: listed.planned }
      const { dropped } = await ledger.waiting.seal(runId, sealing)
      const { contradictions } = listed
      await tell?.({ event: 'waiting', operation: operation.name, run: runId, company: target.company })
      return { ...view, runId, seal, by: by.id, until, file, contradictions, dropped }
    })
  })
}
