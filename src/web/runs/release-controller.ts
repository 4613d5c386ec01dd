import { basename, dirname, extname, join, resolve } from 'node:path'
import { checkEdited } from '../../app/check/check-edited.ts'
import { planRelease, prepareRelease, readSealedPlan, type SealedPlan } from '../../app/four-eyes/release-plan.ts'
import { type SealRequest, sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { requireStaffId } from '../../app/four-eyes/staff-id.ts'
import { requiresFourEyes } from '../../app/profile/profile.ts'
import { decide } from '../../operations/decide.ts'
import { listPlanColumns, type PlanLine, shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { BatchError } from '../../support/errors.ts'
import type { PageSettings } from '../page-settings.ts'
import type { SealedState } from '../protocol/decisions.ts'
import type { RowWindow } from '../protocol/protocol.ts'
import { createWarningCollector } from '../run-messages.ts'
import { cutWindow, type WindowQuery } from '../sheet/row-window.ts'
import { pageFace, toFieldTitle, toPageError } from '../user-messages.ts'
import { type PlannedSend, requireConfirmedCount, toNamedCounts } from './send-controller.ts'

/** Placeholder for the second person while a plan is only viewed; no staff ID looks like this. */
const placeholderReleaser = '(second person)'

/** A sealed plan on the page: sealed here or uploaded, viewed, released by a second person. */
export class ReleaseController {
  readonly #settings: PageSettings
  #sealed: SealedPlan | undefined
  /** From the ledger. */
  #lines: readonly PlanLine[] = []
  #state: SealedState | null = null

  constructor(settings: PageSettings) {
    this.#settings = settings
  }

  get state(): SealedState | null {
    return this.#state
  }

  get file(): string | undefined {
    return this.#sealed?.file
  }

  discard(): void {
    this.#sealed = undefined
    this.#lines = []
    this.#state = null
  }

  /**
   * Sends no request.
   * @throws BatchError when no person is named, or the plan is empty
   */
  async seal(runOptions: Omit<SealRequest, 'by' | 'plan'>, by: string): Promise<void> {
    const { run: settings, kept, clock, logger } = this.#settings
    const run = { ...settings, fourEyes: requiresFourEyes(kept.profile) }
    const base = basename(runOptions.input, extname(runOptions.input))
    const plan = (seal: string): string => join('output', `${base}.sealed-${shortenSeal(seal)}.xlsx`)
    const ports = { clock, logger, onSpill: run.onSpill }
    const { file } = await sealSheet(decide, { ...runOptions, by, plan }, run, ports)
    await this.open(file, basename(file))
  }

  /**
   * Shows a plan, and whether it still matches the ledger and the sheet.
   * @throws BatchError for a file that is no plan of this ledger
   */
  async open(file: string, label: string): Promise<void> {
    const { run } = this.#settings
    this.discard()
    const sealed = await readSealedPlan(decide, file, { ...run, address: run.destination.address })
    this.#sealed = sealed
    const state: SealedState = {
      seal: shortenSeal(sealed.seal),
      by: sealed.by,
      at: sealed.at,
      left: sealed.requests,
      name: label,
      folder: dirname(resolve(sealed.plan)),
      released: sealed.released ?? null,
      broken: null,
      counts: [],
      actors: [],
      replaced: 0,
      replacedOfTwo: 0,
      contradictions: [],
      isSameAccount: false,
      columns: listPlanColumns(decide)
        .slice(1)
        .map(({ heading }) => ({ heading: toFieldTitle(heading) })),
    }
    try {
      const seen = await planRelease(decide, this.#prepare(sealed, placeholderReleaser), run, pageFace)
      const { plan, contradictions, isSameAccount } = seen
      this.#lines = seen.lines
      const { counts, actors, replaced, total } = plan
      const replacing = { replaced: replaced.count, replacedOfTwo: replaced.released }
      const counted = { counts: toNamedCounts(counts), actors: toNamedCounts(actors), ...replacing }
      this.#state = { ...state, ...counted, left: total, contradictions, isSameAccount }
    } catch (error) {
      this.#state = { ...state, broken: toPageError(error, { path: file, label }) }
    }
  }

  /** @throws BatchError when the releaser is the sealer, or confirms another number */
  async prepare(by: string, typed: string): Promise<PlannedSend> {
    const [sealed, state] = [this.#sealed, this.#state]
    if (sealed === undefined || state === null) throw new BatchError('usage', 'there is no sealed plan yet')
    const options = this.#prepare(sealed, requireStaffId(by))
    requireConfirmedCount(state.left, typed)
    const checkOptions = { input: options.input, edits: [], reading: sealed.how }
    const check = await checkEdited(decide, checkOptions, {
      logger: createWarningCollector([]),
      cleaningUp: this.#settings.cleaningUp,
      face: pageFace,
    })
    const { sheets } = options.load
    const command = this.#settings.formatCommand({ operation: decide.name, file: options.input, sheets })
    return { operation: decide, options, check, toSend: state.left, command }
  }

  window(part: WindowQuery): RowWindow {
    const lines = this.#lines
    return cutWindow([...lines.keys()], part, (line) => {
      const [place = '', ...shown] = lines[line] ?? []
      const cells = shown.map((text) => ({ text }))
      return { sheet: 0, line, number: place.replace(/^row /, ''), state: 'ready', cells, problems: [] }
    })
  }

  #prepare(sealed: SealedPlan, by: string): ReturnType<typeof prepareRelease> {
    return prepareRelease(decide, sealed, { ...this.#settings.runDefaults, by })
  }
}
