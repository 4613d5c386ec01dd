import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, win32 } from 'node:path'
import {
  planRelease,
  prepareRelease,
  readSealedPlan,
  readSealedRows,
  type SealedPlan,
} from '../../app/four-eyes/release-plan.ts'
import { type SealRequest, sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { requireStaffId } from '../../app/four-eyes/staff-id.ts'
import { dropWaiting, listWaiting } from '../../app/four-eyes/waiting-runs.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { find } from '../../messages/catalogue.ts'
import { describePairDoubts } from '../../messages/plans.ts'
import { decide } from '../../operations/decide.ts'
import { type PlanLine, shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { BatchError } from '../../support/errors.ts'
import type { PageSettings } from '../page-settings.ts'
import type { SealedState, WaitingSeal } from '../protocol/decisions.ts'
import type { RowWindow } from '../protocol/protocol.ts'
import type { WindowQuery } from '../sheet/row-window.ts'
import { pageFace, toPageError } from '../user-messages.ts'
import { countPlan, cutPlan, planColumns } from './plan-lines.ts'
import { type PlannedSend, requireConfirmedCount } from './send-controller.ts'

/** Placeholder for the second person while a plan is only viewed; no staff ID looks like this. */
const placeholderReleaser = '(second person)'

/** A sealed run on the page: viewed from the ledger, and released by a second person. */
export class ReleaseController {
  readonly #settings: PageSettings
  readonly #refreshWaiting: () => Promise<void>
  /** `lines`: from the ledger. */
  #shown: { sealed: SealedPlan; file: string | undefined; lines: readonly PlanLine[]; state: SealedState } | undefined
  /** Whose staff ID looks like the sealer's, and was told so. */
  #warnedOf: string | undefined

  /** `refreshWaiting`: for a change of the runs that wait. */
  constructor(settings: PageSettings, refreshWaiting: () => Promise<void>) {
    this.#settings = settings
    this.#refreshWaiting = refreshWaiting
  }

  get state(): SealedState | null {
    return this.#shown?.state ?? null
  }

  get file(): string | undefined {
    return this.#shown?.file
  }

  async list(): Promise<WaitingSeal[]> {
    const { run, clock } = this.#settings
    const found = await listWaiting(run, { address: run.destination.address, company: run.company })
    return found.flatMap(({ run: number, file, until = 0, startedAt: at, sealed }) => {
      if (sealed === undefined || until < clock.now()) return []
      const { by, seal, requests } = sealed
      return { run: number, file: win32.basename(file), requests, by, at, until, seal }
    })
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
    const { run } = this.#settings
    this.discard()
    const sealed = await readSealedPlan(decide, reference, run)
    const path = label === undefined ? sealed.plan : reference
    const file = existsSync(path) ? path : undefined
    const state: SealedState = {
      run: sealed.runId,
      seal: shortenSeal(sealed.seal),
      by: sealed.by,
      at: sealed.at,
      left: sealed.requests,
      changedSheet: null,
      plan: file === undefined ? null : { name: label ?? basename(file), folder: dirname(sealed.plan) },
      released: sealed.released ?? null,
      broken: null,
      counts: [],
      actors: [],
      replaced: 0,
      replacedOfTwo: 0,
      contradictions: [],
      doubts: [],
      columns: planColumns,
    }
    try {
      const options = this.#prepare(sealed, placeholderReleaser)
      const seen = await planRelease(decide, options, run, pageFace)
      const { plan, contradictions, lines } = seen
      const doubts = describePairDoubts(options.release, isDatabaseAddress(run.ledger))
      const changedSheet = plan.isSheetChanged === true ? win32.basename(sealed.input) : null
      const seenState = { ...state, ...countPlan(plan), left: plan.total, contradictions, doubts, changedSheet }
      this.#shown = { sealed, file, lines, state: seenState }
    } catch (error) {
      const broken = toPageError(error, label === undefined ? undefined : { path, label })
      this.#shown = { sealed, file, lines: [], state: { ...state, broken } }
    }
  }

  /**
   * @throws BatchError when the releaser is the sealer, or confirms another number; once, when their IDs look alike: who
   * gives the ID again knows it
   */
  async prepare(by: string, typed: string): Promise<PlannedSend> {
    if (this.#shown === undefined) throw new BatchError('usage', 'there is no sealed plan yet')
    const { sealed, state } = this.#shown
    const options = this.#prepare(sealed, requireStaffId(by))
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

  #prepare(sealed: SealedPlan, by: string): ReturnType<typeof prepareRelease> {
    return prepareRelease(decide, sealed, { ...this.#settings.runDefaults, by })
  }
}
