import { Token } from '../../client/token.ts'
import { decide } from '../../operations/decide.ts'
import type { RunReport } from '../../pipeline/model/options.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { systemClock } from '../../support/clock.ts'
import { silentLogger } from '../../support/logger.ts'
import { toLedgerSettings, toRunPorts, toRunSettings } from '../call-settings.ts'
import { reachService } from '../destination.ts'
import { withExplanation } from '../explain-failure.ts'
import { prepareFolder } from '../output-file.ts'
import { askForConfirm } from '../run-operation.ts'
import type { DropOptions, ReleaseOptions, SealOptions, WaitingOptions } from '../sheet-options.ts'
import type { RowConsumer } from '../sheet-run.ts'
import { startRun } from '../start-run.ts'
import { prepareRelease, readSealedPlan } from './release-plan.ts'
import { sealSheet } from './seal-sheet.ts'
import { dropWaiting, listWaiting, type WaitingEntry } from './waiting-runs.ts'

/** A run that waits for its second person. */
export interface SealedRun {
  /** Its number in the ledger. */
  run: number
  /** In the short form that people read to each other, `8333-C5FC`. */
  seal: string
  /** Milliseconds since 1970: no release counts after it. */
  until: number
  /** Decisions in it. */
  requests: number
  /** Path of the workbook; undefined where none was written. */
  plan: string | undefined
  /** What in it contradicts itself, or the ledger. */
  contradictions: readonly string[]
  /** Earlier sealed runs of the sheet that it replaces. */
  replaced: readonly number[]
}

export function sealOperation({ logger = silentLogger, by, plan, ...options }: SealOptions): Promise<SealedRun> {
  return withExplanation(async () => {
    const { onSpill, ...settings } = toRunSettings({ ...options, token: noToken })
    const sealed = await sealSheet(decide, { ...options, by, plan }, settings, { clock: systemClock, logger, onSpill })
    const { runId: run, seal, until, file, contradictions, dropped: replaced } = sealed
    const requests = sealed.plan.total
    return { run, seal: shortenSeal(seal), until, requests, plan: file || undefined, contradictions, replaced }
  })
}

export function releaseOperation(
  { run, by, input, confirm, ...options }: ReleaseOptions,
  readRows?: RowConsumer,
): Promise<RunReport> {
  return withExplanation(async () => {
    const ask = askForConfirm('release', confirm)
    const settings = { ...toRunSettings(options), readRows }
    const { address } = settings.destination
    const sealed = await readSealedPlan(decide, String(run), { ...settings, address })
    const batch = prepareRelease(decide, sealed, { ...options, by, input, isUnattended: confirm === true })
    prepareFolder(batch.output)
    return startRun(decide, batch, settings, toRunPorts(options, ask))
  })
}

export function listWaitingRuns({ ledger, baseUrl, company }: WaitingOptions): Promise<WaitingEntry[]> {
  return withExplanation(async () => {
    const address = baseUrl === undefined ? undefined : reachService(baseUrl, new Token(noToken)).address
    const label = company?.trim().toLowerCase()
    const isMeant = (each: WaitingEntry): boolean =>
      (address ?? each.address) === each.address && (label ?? each.company.toLowerCase()) === each.company.toLowerCase()
    return (await listWaiting(toLedgerSettings({ ledger }))).filter(isMeant)
  })
}

export function dropOperation({ run, by, logger = silentLogger, ...options }: DropOptions): Promise<WaitingEntry> {
  return withExplanation(() => dropWaiting(String(run), by, toLedgerSettings(options), { clock: systemClock, logger }))
}

const noToken = 'none-needed'
