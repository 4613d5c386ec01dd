import { basename, dirname, extname, join, resolve } from 'node:path'
import { checkEdited } from '../app/check-edited.ts'
import type { RunWishes } from '../app/prepare-run.ts'
import { openSealed, planRelease, prepareRelease, type SealedPlan } from '../app/second-pair/release-plan.ts'
import { sealSheet } from '../app/second-pair/seal-sheet.ts'
import { requireStaffId } from '../app/second-pair/staff-id.ts'
import { decide } from '../operations/decide.ts'
import { listPlanColumns, shortenSeal } from '../pipeline/sealing/plan-table.ts'
import { BatchError } from '../support/errors.ts'
import type { SealedState } from './decision-protocol.ts'
import { nameField, toComplaint } from './plain-words.ts'
import type { RowWindow } from './protocol.ts'
import { notingLogger } from './run-words.ts'
import { listCounts, type PlannedSend, requireTyped } from './send-desk.ts'
import type { PageSettings } from './settings.ts'
import { cutWindow, type WindowWish } from './windows.ts'

/** Stands for the second person while a plan is only looked at; nobody is called that. */
const nobodyYet = '(second person)'

/** A sealed plan on the page: sealed here or handed in, looked at, released by somebody else. */
export class ReleaseDesk {
  readonly #settings: PageSettings
  #sealed: SealedPlan | undefined
  #state: SealedState | null = null

  constructor(settings: PageSettings) {
    this.#settings = settings
  }

  get state(): SealedState | null {
    return this.#state
  }

  /** The workbook, to hand it to somebody. */
  get file(): string | undefined {
    return this.#sealed?.file
  }

  drop(): void {
    this.#sealed = undefined
    this.#state = null
  }

  /** Nothing is sent. @throws BatchError when nobody is named, or nothing is to be sent. */
  async seal(wishes: RunWishes, by: string): Promise<void> {
    const { run: settings, kept, clock, logger, cleaningUp } = this.#settings
    const run = { ...settings, secondPair: kept.profile.secondPair }
    const base = basename(wishes.input, extname(wishes.input))
    const plan = (seal: string): string => join('output', `${base}.sealed-${shortenSeal(seal)}.xlsx`)
    const ports = { clock, logger, cleaningUp, onSpill: run.onSpill }
    const { file } = await sealSheet(decide, { ...wishes, by, plan }, run, ports)
    await this.open(file, basename(file))
  }

  /** Shows what was sealed, and whether it is still so. @throws BatchError for a file that is no plan of this memory. */
  async open(file: string, label: string): Promise<void> {
    const { run, cleaningUp } = this.#settings
    this.drop()
    const sealed = await openSealed(file, { ...run, address: run.destination.address })
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
      contradictions: [],
      columns: listPlanColumns(decide)
        .slice(1)
        .map(({ heading }) => ({ heading: nameField(heading) })),
    }
    try {
      const ports = { logger: notingLogger([]), cleaningUp }
      const { plan, contradictions } = await planRelease(decide, this.#prepare(sealed, nobodyYet), run, ports)
      const { counts, actors, replaced, total } = plan
      const counted = { counts: listCounts(counts), actors: listCounts(actors), replaced: replaced.count }
      this.#state = { ...state, ...counted, left: total, contradictions }
    } catch (error) {
      this.#state = { ...state, broken: toComplaint(error, { path: file, label }) }
    }
  }

  /** What a second person sends. @throws BatchError when it is the first one, or they confirm another number. */
  async prepare(by: string, typed: string): Promise<PlannedSend> {
    const [sealed, state] = [this.#sealed, this.#state]
    if (sealed === undefined || state === null) throw new BatchError('usage', 'there is no sealed plan yet')
    const options = this.#prepare(sealed, requireStaffId(by))
    requireTyped(state.left, typed)
    const wishes = { input: options.input, edits: [], reading: sealed.how }
    const check = await checkEdited(decide, wishes, { logger: notingLogger([]), cleaningUp: this.#settings.cleaningUp })
    const { sheets } = options.load
    const command = this.#settings.commandFor({ operation: decide.name, file: options.input, sheets })
    return { operation: decide, options, check, toSend: state.left, command }
  }

  window(part: WindowWish): RowWindow {
    const lines = this.#sealed?.lines ?? []
    return cutWindow([...lines.keys()], part, (line) => {
      const [place = '', ...shown] = lines[line] ?? []
      const cells = shown.map((text) => ({ text }))
      return { sheet: 0, line, number: place.replace(/^row /, ''), state: 'ready', cells, problems: [] }
    })
  }

  #prepare(sealed: SealedPlan, by: string): ReturnType<typeof prepareRelease> {
    const { concurrency, rate, retries, maxUnknown, maxErrors, waitForServiceMs, isSimulated } = this.#settings.wishes
    const sending = { concurrency, rate, retries, maxUnknown, maxErrors, waitForServiceMs }
    return prepareRelease(decide, sealed, { ...sending, by, ...(isSimulated === undefined ? {} : { isSimulated }) })
  }
}
