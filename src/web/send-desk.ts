import { basename, dirname, resolve } from 'node:path'
import { answerInForm } from '../app/answer-unknown.ts'
import { planSheet } from '../app/plan-sheet.ts'
import { prepareRun } from '../app/prepare-run.ts'
import type { CorrectedFile } from '../app/save-corrected.ts'
import { ledgerAt } from '../ledger/open.ts'
import { assess } from '../operations/assess.ts'
import { digestOf } from '../pipeline/earlier-output/keep-edited.ts'
import { BatchError } from '../support/errors.ts'
import { LiveRun, planIsOld, type RunOptionsOfPage } from './live-run.ts'
import { toPlainWords } from './plain-words.ts'
import type { PlanState, RunState } from './protocol.ts'
import { RunResults } from './run-results.ts'
import { notingLogger } from './run-words.ts'
import type { PageSettings } from './settings.ts'
import type { SheetDesk } from './sheet-desk.ts'

interface Planned {
  state: PlanState
  saved: CorrectedFile
  options: RunOptionsOfPage
  desk: SheetDesk
}

/** What is sent: planned and shown first, then sent as it was shown, then what is left to be found out. */
export class SendDesk {
  readonly #settings: PageSettings
  readonly #changed: () => void
  #planned: Planned | undefined
  #live: LiveRun | undefined
  #ids = 0
  /** Resolves when nothing is being sent. */
  idle: Promise<void> = Promise.resolve()

  /** `changed` is called whenever there is something new to show. */
  constructor(settings: PageSettings, changed: () => void) {
    this.#settings = settings
    this.#changed = changed
  }

  get isRunning(): boolean {
    return this.#live?.isRunning === true
  }

  get plan(): PlanState | null {
    return this.#planned?.state ?? null
  }

  get run(): RunState | null {
    return this.#live?.state ?? null
  }

  get results(): RunResults | undefined {
    return this.#live?.results
  }

  /** Something changed that the plan was made of. */
  dropPlan(): void {
    this.#planned = undefined
  }

  /** What would be sent of a sheet as it is now, which is saved for it. Nothing is sent. */
  async makePlan(desk: SheetDesk): Promise<void> {
    this.dropPlan()
    const { wishes, run, cleaningUp, commandFor } = this.#settings
    const notes: string[] = []
    const logger = notingLogger(notes)
    const saved = await desk.save({ logger: notingLogger([]), cleaningUp })
    const options = prepareRun(assess, { ...wishes, ...desk.reading, input: saved.file })
    const { sending, plan, report } = await planSheet(assess, options, run, { logger, cleaningUp })
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
      command: commandFor({ operation: assess.name, file: saved.file, sheets: desk.chosen }),
      changed: report.groups
        .filter(({ outcome }) => outcome === 'changed')
        .map(({ rule, cells }) => `${cells[0] ?? ''}: ${toPlainWords(rule)}`),
    }
    this.#planned = { state, saved, options, desk }
  }

  /** Sends what a plan shows, and nothing that it does not. @throws BatchError when it is not the plan that is shown. */
  async start(planId: number): Promise<void> {
    const planned = this.#planned
    if (planned === undefined || planned.state.id !== planId || this.isRunning) throw planIsOld()
    this.#settings.access.requireToken()
    const { saved, state, options, desk } = planned
    if ((await digestOf(saved.file)) !== saved.digest) throw planIsOld()
    this.dropPlan()
    const live = new LiveRun(this.#settings, state, new RunResults(saved.check, state.command), this.#changed)
    this.#live = live
    this.idle = live.send(options).then(() => {
      desk.noteRefusals(live.results.refusals)
      this.#changed()
    })
    this.#changed()
  }

  stop(): void {
    this.#live?.stop()
  }

  pause(isPaused: boolean): void {
    this.#live?.pause(isPaused)
  }

  answerQuestion(goesOn: boolean): void {
    this.#live?.answerQuestion(goesOn)
  }

  /** What a person found out of an unknown outcome; it counts at once. The memory is held for that moment only. */
  async answerUnknown(reference: string, text: string): Promise<void> {
    if (this.isRunning) throw new BatchError('usage', 'rows are being sent: answer when that has ended')
    const { clock, run } = this.#settings
    const onSpill = (record: unknown): void => run.onSpill(run.destination.token.redact(JSON.stringify(record)))
    const ledger = await ledgerAt(run.ledger).open({ clock, onSpill })
    try {
      const { problem } = await answerInForm(assess, ledger, { reference, text }, clock)
      this.results?.noteAnswer(reference, text, problem)
    } finally {
      await ledger.close()
    }
    this.dropPlan()
    this.#changed()
  }
}
