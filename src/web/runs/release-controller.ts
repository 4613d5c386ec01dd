import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, win32 } from 'node:path'
import { planRelease, prepareRelease, readSealedPlan, readSealedRows } from '../../app/four-eyes/release-plan.ts'
import { type SealRequest, sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { dropWaiting, requireStaffId } from '../../app/four-eyes/waiting-runs.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find } from '../../messages/catalogue.ts'
import { describePairDoubts } from '../../messages/plans.ts'
import { decide } from '../../operations/decide.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { BatchError } from '../../support/errors.ts'
import type { PageSettings } from '../page-settings.ts'
import type { RowWindow } from '../protocol.ts'
import type { WindowQuery } from '../request-schemas.ts'
import { pageFace, toPageError } from '../user-messages.ts'
import { countPlan, cutPlan, planColumns } from './plan-lines.ts'
import { type PlannedSend, requireConfirmedCount } from './send-controller.ts'

/** Placeholder for the second person while a plan is only viewed; no staff ID looks like this. */
const placeholderReleaser = '(second person)'

/** A sealed run on the page: viewed from the ledger, and released by a second person. */
export class ReleaseController {
  readonly #settings: PageSettings
  readonly #refreshWaiting: () => Promise<void>
  #shown: Awaited<ReturnType<typeof viewSealed>> | undefined
  /** Whose staff ID looks like the sealer's, and was told so. */
  #warnedOf: string | undefined

  /** `refreshWaiting`: for a change of the runs that wait. */
  constructor(settings: PageSettings, refreshWaiting: () => Promise<void>) {
    this.#settings = settings
    this.#refreshWaiting = refreshWaiting
  }

  get state() {
    return this.#shown?.state ?? null
  }

  get file(): string | undefined {
    return this.#shown?.file
  }

  /** @throws BatchError `input` when it waits no more */
  async drop(runId: number): Promise<void> {
    await dropWaiting(String(runId), undefined, this.#settings.run, this.#settings)
    if (this.#shown?.sealed.runId === runId) this.discard()
    await this.#refreshWaiting()
  }

  discard(): void {
    this.#shown = undefined
  }

  /**
   * Sends no request.
   * @throws BatchError when no person is named, or the plan is empty
   */
  async seal(runOptions: Omit<SealRequest, 'by' | 'plan'>, by: string): Promise<void> {
    const { run, clock, logger } = this.#settings
    const base = basename(runOptions.input, extname(runOptions.input))
    const plan = (seal: string): string => join('output', `${base}.sealed-${shortenSeal(seal)}.xlsx`)
    const { runId } = await sealSheet(decide, { ...runOptions, by, plan }, run, { clock, logger })
    await this.open(String(runId))
    await this.#refreshWaiting()
  }

  /**
   * Shows a plan from the ledger, and whether it still matches what is recorded. `reference`: the number of its run, or
   * its workbook, with the user's own name of that.
   * @throws BatchError for a run that waits no more, and for a file that is no plan of this ledger
   */
  async open(reference: string, label?: string): Promise<void> {
    this.discard()
    this.#shown = await viewSealed(this.#settings, reference, label)
  }

  /**
   * @throws BatchError when the releaser is the sealer, or confirms another number; once, when their IDs look alike: who
   * gives the ID again knows it
   */
  async prepare(by: string, typed: string): Promise<PlannedSend> {
    if (this.#shown === undefined) throw new BatchError('usage', 'there is no sealed plan yet')
    const { sealed, state } = this.#shown
    const options = prepareRelease(decide, sealed, { ...this.#settings.runDefaults, by: requireStaffId(by) })
    requireConfirmedCount(state.left, typed)
    if (options.release.isLookAlike && this.#warnedOf !== by) {
      this.#warnedOf = by
      throw new BatchError('usage', find('staff-ids-alike', { by, sealedBy: sealed.by }))
    }
    const check = await readSealedRows(decide, sealed, this.#settings.run, pageFace)
    const { sheets } = options.load
    const command = this.#settings.formatCommand({ operation: decide.name, file: options.input, sheets })
    return { operation: decide, options, check, toSend: state.left, command }
  }

  window(part: WindowQuery): RowWindow {
    return cutPlan(this.#shown?.lines ?? [], part)
  }
}

/** A plan from the ledger, and whether it still matches what is recorded. */
async function viewSealed({ run, runDefaults }: PageSettings, reference: string, label: string | undefined) {
  const sealed = await readSealedPlan(decide, reference, run)
  const path = label === undefined ? sealed.plan : reference
  const file = existsSync(path) ? path : undefined
  const state = {
    run: sealed.runId,
    seal: shortenSeal(sealed.seal),
    by: sealed.by,
    at: sealed.at,
    /** The workbook; null where it is not on this machine. */
    plan: file === undefined ? null : { name: label ?? basename(file), folder: dirname(sealed.plan) },
    released: sealed.released ?? null,
    columns: planColumns,
  }
  try {
    const options = prepareRelease(decide, sealed, { ...runDefaults, by: placeholderReleaser })
    const { plan, contradictions, lines } = await planRelease(decide, options, run, pageFace)
    /** What speaks against two people. */
    const doubts = describePairDoubts(options.release, isDatabaseAddress(run.ledger))
    /** Name of the sheet when it was changed since, or is not on this machine. */
    const changedSheet = plan.isSheetChanged === true ? win32.basename(sealed.input) : null
    const seen = { broken: null, left: plan.total, contradictions, doubts, changedSheet, ...countPlan(plan) }
    return { sealed, file, lines, state: { ...state, ...seen } }
  } catch (error) {
    /** Reason why the plan can no longer be released. */
    const broken = toPageError(error, label === undefined ? undefined : { path, label })
    return { sealed, file, lines: [], state: { ...state, broken, left: sealed.requests } }
  }
}
