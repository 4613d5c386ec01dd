import { basename, dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { answerInForm } from '../app/answer-unknown.ts'
import type { EditedCheck } from '../app/check-edited.ts'
import { openStore } from '../app/memory.ts'
import { planSheet } from '../app/plan-sheet.ts'
import { prepareRun, type RunWishes } from '../app/prepare-run.ts'
import { refuseOneAlone } from '../app/require-second-pair.ts'
import type { CorrectedFile } from '../app/save-corrected.ts'
import { assess } from '../operations/assess.ts'
import { digestOf } from '../pipeline/earlier-output/keep-edited.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { BatchError } from '../support/errors.ts'
import { LiveRun, planIsOld, type RunOptionsOfPage } from './live-run.ts'
import { toPlainWords } from './plain-words.ts'
import type { PlanState } from './protocol.ts'
import { RunResults } from './run-results.ts'
import { notingLogger } from './run-words.ts'
import type { PageSettings } from './settings.ts'
import type { SheetDesk } from './sheet-desk.ts'

/** What is sent once somebody has seen it, and confirmed it where that is needed. */
export interface PlannedSend extends Pick<PlanState, 'toSend' | 'command'> {
  operation: Operation
  options: RunOptionsOfPage
  /** The file that is read, row by row. */
  check: EditedCheck
}

interface Planned {
  state: PlanState
  saved: CorrectedFile
  options: RunOptionsOfPage
  desk: SheetDesk
  wishes: RunWishes
}

/** What is sent: planned and shown first, then sent as it was shown, then what is left to be found out. */
export class SendDesk {
  readonly #settings: PageSettings
  readonly #changed: () => void
  #planned: Planned | undefined
  /** The last run of this page, or the one that goes on. */
  live: LiveRun | undefined
  #ids = 0
  /** Resolves when nothing is being sent. */
  idle: Promise<void> = Promise.resolve()

  /** `changed` is called whenever there is something new to show. */
  constructor(settings: PageSettings, changed: () => void) {
    this.#settings = settings
    this.#changed = changed
  }

  get isRunning(): boolean {
    return this.live?.isRunning === true
  }

  get plan(): PlanState | null {
    return this.#planned?.state ?? null
  }

  /** Something changed that the plan was made of. */
  dropPlan(): void {
    this.#planned = undefined
  }

  /** What would be sent of a sheet as it is now, which is saved for it. Nothing is sent. */
  async makePlan(desk: SheetDesk): Promise<void> {
    this.dropPlan()
    const { run, cleaningUp, commandFor } = this.#settings
    const { operation } = desk
    const notes: string[] = []
    const logger = notingLogger(notes)
    const saved = await desk.save({ logger: notingLogger([]), cleaningUp })
    const wishes = { ...this.#settings.wishes, ...desk.reading, input: saved.file }
    const options = prepareRun(operation, wishes)
    const { sending, plan, report } = await planSheet(operation, options, run, { logger, cleaningUp })
    if (saved.kept !== undefined) notes.push(`An earlier file of that name was kept as ${basename(saved.kept)}.`)
    this.#ids += 1
    const state = {
      id: this.#ids,
      toSend: sending.toSend,
      toAsk: sending.toAsk,
      balance: report.balance,
      first: plan.first.map(({ words }) => [...new Set(words.split(' – '))].join(' – ')),
      seconds: sending.estimate?.seconds ?? null,
      notes: notes.map((note) => note.replaceAll(resolve(saved.file), basename(saved.file))),
      file: basename(saved.file),
      folder: dirname(resolve(saved.file)),
      command: commandFor({ operation: operation.name, file: saved.file, sheets: desk.chosen }),
      mustType: operation.send.needsConfirmation === true,
      counts: listCounts(plan.counts),
      actors: listCounts(plan.actors),
      replaced: plan.replaced.count,
      changed: report.groups
        .filter(({ outcome }) => outcome === 'changed')
        .map(({ rule, cells }) => `${cells[0] ?? ''}: ${toPlainWords(rule)}`),
    }
    this.#planned = { state, saved, options, desk, wishes }
  }

  /** The plan that is shown, as somebody seals it. @throws BatchError when it is not that one. */
  async wishesOf(planId: number): Promise<RunWishes> {
    return (await this.#requirePlan(planId)).wishes
  }

  /**
   * Sends what a plan shows, and nothing that it does not. @throws BatchError when it is not the plan that is shown, it was
   * not confirmed by its number, or a second person is demanded.
   */
  async start(planId: number, typed = ''): Promise<void> {
    const { saved, state, options, desk } = await this.#requirePlan(planId)
    const { operation } = desk
    refuseOneAlone(operation, { isDemanded: this.#settings.kept.profile.secondPair === true, isRelease: false })
    if (state.mustType && state.toSend > 0) requireTyped(state.toSend, typed)
    this.begin({ ...state, operation, options, check: saved.check }, desk)
  }

  async #requirePlan(planId: number): Promise<Planned> {
    const planned = this.#planned
    if (planned === undefined || planned.state.id !== planId || this.isRunning) throw planIsOld()
    if ((await digestOf(planned.saved.file)) !== planned.saved.digest) throw planIsOld()
    return planned
  }

  /** Sends what somebody has seen and confirmed; what the service refuses is noted in the sheet that it came from. */
  begin({ id, operation, options, check, toSend, command }: PlannedSend & { id?: number }, desk?: SheetDesk): void {
    this.#settings.access.requireToken()
    this.dropPlan()
    this.#ids = Math.max(this.#ids, id ?? this.#ids + 1)
    const results = new RunResults(check, command, operation)
    const live = new LiveRun(this.#settings, { id: this.#ids, toSend }, results, this.#changed)
    this.live = live
    this.idle = live.send(options).then(async () => {
      // What became of all rows was gone through just now: others have their turn first.
      await setImmediate()
      desk?.noteRefusals(live.results.refusals)
      this.#changed()
    })
    this.#changed()
  }

  /** What a person found out of an unknown outcome; it counts at once. The memory is held for that moment only. */
  async answerUnknown(reference: string, text: string): Promise<void> {
    if (this.isRunning) throw new BatchError('usage', 'rows are being sent: answer when that has ended')
    const { clock, logger, run } = this.#settings
    const onSpill = (line: string): void => run.onSpill(run.destination.token.redact(line))
    const ledger = await openStore(run, { clock, logger, onSpill })
    try {
      const { problem } = await answerInForm(this.live?.results.operation ?? assess, ledger, { reference, text }, clock)
      this.live?.results.noteAnswer(reference, text, problem)
    } finally {
      await ledger.close()
    }
    this.dropPlan()
    this.#changed()
  }
}

/** @throws BatchError when another number was typed than is sent. */
export function requireTyped(count: number, typed: string): void {
  if (typed.trim() === String(count)) return
  throw new BatchError('usage', `not ${count} was typed: nothing was sent`, { hint: 'Type the number that is shown.' })
}

export function listCounts(counts: ReadonlyMap<string, number>): { name: string; count: number }[] {
  return [...counts].map(([name, count]) => ({ name, count }))
}
