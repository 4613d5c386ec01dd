import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JsonFields } from '../../contract/outcome.ts'
import { currentOperator } from '../../ledger/operator.ts'
import type { KeptStatement } from '../../ledger/port/attempts.ts'
import type { ReplacedByRow } from '../../ledger/port/ordered-rows.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import type { Face } from '../../messages/face.ts'
import { isSheetChanged, restoreSealed } from '../../pipeline/later-run.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { Release, RunRequest } from '../../pipeline/model/options.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { requireSamePrint, requireSealed } from '../../pipeline/sealing/require-sealed.ts'
import { type ReadPlan, readPlan } from '../../pipeline/sealing/write-plan.ts'
import { pickSettings } from '../../settings/all.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import { BatchError } from '../../support/errors.ts'
import { collectRows, type EditedCheck } from '../check/check-sheet.ts'
import { combineRules } from '../ledger/company-rules.ts'
import type { TargetOfUser } from '../ledger/find-target.ts'
import { findStore, type LedgerLocation } from '../ledger/ledger-access.ts'
import { viewTarget } from '../ledger/with-connection.ts'
import { type GivenRun, parseRequest } from '../parse-request.ts'
import type { ReleaseStatement, SealStatement } from '../seal-statement.ts'
import { type PlanSettings, viewPlan } from '../start-run.ts'
import { lookAlike, requireOtherStaffId, statePerson } from './waiting-runs.ts'

const mostShown = 10

export interface SealedPlan
  extends Omit<SealStatement, 'face'>,
    Pick<KeptStatement, 'runId' | 'at' | 'account' | 'machine'> {
  /** As the plan was named: its workbook, its run or its seal. */
  file: string
  input: string
  released: { by: string; at: number } | undefined
}

/**
 * `reference`: the plan's workbook, or the seal's or the run's number. Holds no lock on the ledger.
 * @throws BatchError `input` for a file that is not a sealed plan, or that differs from its seal; `ledger` when there
 * is no ledger.
 */
export async function readSealedPlan(
  operation: Operation,
  reference: string,
  expected: LedgerLocation & TargetOfUser,
): Promise<SealedPlan> {
  const isNumber = /^(?:[0-9A-F]{4}-[0-9A-F]{4}|\d+)$/i.test(reference)
  const read = isNumber ? undefined : await readWholePlan(reference)
  const store = findStore(expected)
  const sealOf = ({ detail }: KeptStatement): string => parseStored<{ seal: string }>(detail, 'statement').seal
  const isMeant = (said: KeptStatement): boolean =>
    read === undefined
      ? [String(said.runId), shortenSeal(sealOf(said))].includes(reference.toUpperCase())
      : sealOf(said) === read.seal
  const sealed = (await store.statements('seal')).findLast(isMeant)
  if (sealed === undefined) {
    if (read === undefined) throw new BatchError('input', find('waiting-run-unknown', { reference }))
    const seal = shortenSeal(read.seal)
    throw new BatchError('input', find('seal-unrecorded', { ledger: store.name, seal, file: reference }))
  }
  const { face, ...statement } = parseStored<SealStatement>(sealed.detail, 'statement')
  if (read !== undefined && face !== read.face) {
    const reason = `the plan itself was changed since it was sealed (${reference}, sheet Seal)`
    throw new BatchError('input', `the seal is broken: ${reason}`, {
      hint: 'Read an unchanged copy of it, or seal it again. Nothing was sent.',
    })
  }
  requireSameTarget(statement, expected)
  const { runId } = sealed
  await viewTarget(expected, async ({ ledger: { waiting }, target }) => {
    restoreSealed(await waiting.find(runId, target), runId)
    if (read !== undefined) requireSamePrint(operation, read, await waiting.sealedLines(runId))
  })
  const last = (await store.statements('release')).findLast((said) => said.runId === runId)
  const released = last && { by: parseStored<ReleaseStatement>(last.detail, 'statement').by, at: last.at }
  const { at, account, machine, file: input } = sealed
  return { ...statement, runId, file: reference, input, at, account, machine, released }
}

/** The person who releases a plan must be able to read all of it. */
async function readWholePlan(file: string): Promise<ReadPlan> {
  if (!existsSync(file)) {
    throw new BatchError('input', `${file} does not exist`, { hint: 'Check the name and the folder.' })
  }
  const read = await readPlan(file)
  if (read === undefined) throw new BatchError('input', find('plan-not-sealed', { file }))
  const { hidden } = read
  if (hidden.length === 0) return read
  const shown = hidden.slice(0, mostShown).join(', ')
  const more = hidden.length > mostShown ? ` and ${hidden.length - mostShown} more` : ''
  throw new BatchError('input', `${file} has hidden content: ${shown}${more}`, {
    hint: 'Read an unchanged copy of the plan; or show what is hidden, clear its filters, save it, and read it again. Nothing was sent.',
  })
}

function requireSameTarget(
  { address, company }: Pick<SealStatement, 'address' | 'company'>,
  expected: TargetOfUser,
): void {
  const now = { address: expected.destination.address, company: expected.company }
  if (address === now.address && company.toLowerCase() === now.company.trim().toLowerCase()) return
  throw new BatchError('configuration', find('seal-of-other-target', { sealed: { address, company }, now }))
}

/** The release's own options: reading options were sealed with the run. */
export interface ReleaseRequest extends Omit<GivenRun, 'input' | 'limit' | keyof ReadOptions> {
  by?: string | undefined
  /** Path of the sheet, if it was moved and is not beside the plan. */
  input?: string | undefined
  isUnattended?: boolean
}

/** @throws BatchError `usage` without a second staff ID. */
export function prepareRelease(
  operation: Operation,
  sealed: SealedPlan,
  { by: given, input, isUnattended, ...options }: ReleaseRequest,
): RunRequest & { release: Release } {
  const by = statePerson(given)
  requireOtherStaffId(by.id, sealed.by)
  const { runId, seal, by: sealedBy, at: sealedAt, account, machine } = sealed
  const here = currentOperator()
  const isSameAccount = here.account === account && here.machine === machine
  const doubts = { isSameAccount, isLookAlike: lookAlike(by.id, sealedBy) }
  const said: ReleaseStatement = { seal, by: by.id, sealedBy, sealedAt, account, machine, ...doubts }
  const own = pickSettings(options, ({ isSealed }) => !isSealed)
  const request = parseRequest(operation, { ...own, ...sealed.how, input: input ?? findSheet(sealed) })
  const release = { runId, seal, by, ...doubts, wasReleased: sealed.released !== undefined, isUnattended }
  return { ...request, release: { ...release, statement: JSON.stringify(said) } }
}

/**
 * What a release would send, from the ledger, which is neither locked nor copied.
 * @throws BatchError `input` with each difference when the seal is broken.
 */
export function planRelease(
  operation: Operation,
  request: RunRequest & { release: Release },
  settings: PlanSettings,
  face?: Face,
) {
  const { release } = request
  const { runId } = release
  return viewTarget(settings, async (connection) => {
    const { ledger, target } = connection
    const { facts, loaded } = restoreSealed(await ledger.waiting.find(runId, target), runId)
    const { noteFor } = combineRules(await ledger.rules.of(target), settings.demands ?? {})
    const listed = await requireSealed(operation, connection, loaded, release, noteFor)
    const view = await viewPlan({ operation, connection, options: request, face }, loaded, { listed })
    const plan = { ...view.plan, isRelease: true, isSheetChanged: await isSheetChanged(facts, request.input) }
    const { lines, contradictions } = listed
    return { ...view, plan, lines, contradictions }
  })
}

/** The rows of a sealed run as the ledger has them. @throws BatchError `input` when it was dropped. */
export function readSealedRows(
  operation: Operation,
  { runId }: SealedPlan,
  settings: PlanSettings,
  face: Face,
): Promise<EditedCheck> {
  return viewTarget(settings, async ({ ledger, target }) => {
    const { loaded } = restoreSealed(await ledger.waiting.find(runId, target), runId)
    return collectRows({ operation, ledger, runId, face }, loaded)
  })
}

/** The sheet is only named: what is sent is in the ledger. */
function findSheet({ input, file }: SealedPlan): string {
  const beside = join(dirname(file), basename(input))
  return [input, beside].find((path) => existsSync(path)) ?? input
}

export interface RecordedFacts {
  created: JsonFields
  result: JsonFields
  latest: ReplacedByRow | undefined
}

/** From the ledger, without a lock; empty where there is none yet. */
export async function readRecordedFacts(
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  things: readonly string[],
  settings: PlanSettings,
): Promise<Map<string, RecordedFacts>> {
  if (!(await findStore(settings).exists())) return new Map()
  return viewTarget(settings, async ({ ledger: { submissions, order }, target }) => {
    const about = fourEyes?.about ?? ''
    const requests = await submissions.requestsOf(about, target, things)
    const results = await submissions.resultsOf(about, target, things)
    const latest = await order.findLatest(target, things)
    const known = (thing: string): RecordedFacts => ({
      created: parseFields(requests.get(thing)),
      result: parseFields(results.get(thing)),
      latest: latest.get(thing),
    })
    return new Map(things.map((thing) => [thing, known(thing)]))
  })
}
