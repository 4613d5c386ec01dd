import { digestOf } from '../../rooms/pipeline/earlier-output.ts'
import { type ResendOptions, type RunReport, storeRun } from '../../rooms/pipeline/model.ts'
import { digestPlan, listPlanned, type PlanLine } from '../../rooms/pipeline/sealing.ts'
import { dropUnlessDone, prepareRun, releaseBatch, restoreSealed, submitAndPoll } from '../../rooms/pipeline.ts'
import { BatchError } from '../../rooms/support.ts'
import type { Parts } from './parts.ts'
import type { Work } from './scene.ts'
import type { Sheet } from './trips.ts'

/** What the two officers know of a run that one of them has sealed, or has died over. */
export interface SealedRun {
  runId: number
  officer: 0 | 1
  sheet: Sheet
  resend: ResendOptions
  seal: string
  lines: readonly PlanLine[]
  untilMs: number
  /** By assessment, the last decision that may be in force. */
  inForce: ReadonlyMap<string, string>
  /** Whether any other run was released since. */
  isUndisturbed: boolean
}

/** As the program counts it. */
const countsForMs = 14 * 24 * 3_600_000
const personOf = (officer: 0 | 1): { id: string; key: string } => ({ id: `C-${officer}`, key: `c${officer}` })

/** `onSealing`: called before the ledger is asked, which may not live to do it. */
export async function sealSheet(
  { operation, connection, batch, ports, view }: Work,
  about: Pick<SealedRun, 'officer' | 'sheet' | 'resend'>,
  onSealing: (sealed: SealedRun) => void,
): Promise<undefined> {
  const { ledger, target } = connection
  const digest = await digestOf(batch.input)
  const { options, loaded } = await prepareRun(operation, connection, batch, { output: batch.output }, ports)
  const { runId } = loaded
  return dropUnlessDone({ connection, ports }, loaded, async () => {
    const { lines, planned } = await listPlanned(operation, connection, loaded)
    if (lines.length === 0) throw new BatchError('usage', 'there is nothing to seal')
    const seal = digestPlan({ operation: operation.name, target }, lines)
    const now = ports.clock.now()
    const until = now + countsForMs
    const by = personOf(about.officer)
    onSealing({ ...about, runId, seal, lines, untilMs: until, inForce: view.inForce(), isUndisturbed: true })
    const statement = JSON.stringify({ seal, by: by.id, requests: lines.length })
    await ledger.waiting.seal(runId, {
      by,
      now,
      until,
      how: storeRun(options, loaded, digest),
      statement,
      lines: planned,
    })
    return undefined
  })
}

/** `hasPlan`: the releasing officer has the workbook, and not only its number. */
export async function releaseSealed(
  { operation, connection, batch, ports }: Work,
  { runId, seal, lines, officer: sealedBy }: SealedRun,
  { officer, hasPlan, parts }: { officer: 0 | 1; hasPlan: boolean; parts: Parts },
): Promise<RunReport> {
  const { ledger, target } = connection
  const known = await ledger.waiting.find(runId, target)
  const by = personOf(officer)
  const release = {
    runId,
    seal,
    ...(hasPlan ? { lines } : {}),
    by,
    isSameAccount: true,
    isLookAlike: false,
    wasReleased: known?.releasedAt !== undefined,
    statement: JSON.stringify({ seal, by: by.id, sealedBy: personOf(sealedBy).id }),
  }
  const told = await parts.tellRelease(release, async () => {
    const { loaded } = restoreSealed(known, runId)
    return digestPlan({ operation: operation.name, target }, (await listPlanned(operation, connection, loaded)).lines)
  })
  return releaseBatch(operation, connection, { ...batch, release: told }, ports)
}

/** A face that sends without a release: what was sealed, or what it has just loaded. */
export async function sendUnreleased(
  { operation, connection, batch, ports }: Work,
  sealed: SealedRun | undefined,
): Promise<undefined> {
  const { waiting } = connection.ledger
  const run = { operation, connection, options: batch, ports, startedAt: ports.clock.now() }
  const known = sealed && (await waiting.find(sealed.runId, connection.target))
  if (known?.how !== undefined && known.endedAt === undefined && known.releasedAt === undefined) {
    await submitAndPoll(run, restoreSealed(known, known.id).loaded)
    return undefined
  }
  const { loaded } = await prepareRun(operation, connection, batch, { output: batch.output }, ports)
  return dropUnlessDone({ connection, ports }, loaded, async () => {
    await submitAndPoll(run, loaded)
    throw new BatchError('usage', 'it was not confirmed')
  })
}
