import { basename, dirname, resolve } from 'node:path'
import { answerInForm } from '../app/answer-unknown.ts'
import { planSheet } from '../app/plan-sheet.ts'
import { prepareRun } from '../app/prepare-run.ts'
import type { CorrectedFile } from '../app/save-corrected.ts'
import { startRun } from '../app/start-run.ts'
import { ledgerAt } from '../ledger/open.ts'
import { assess } from '../operations/assess.ts'
import { digestOf } from '../pipeline/earlier-output/keep-edited.ts'
import type { RunQuestion, Sending } from '../pipeline/terms/events.ts'
import type { BatchOptions } from '../pipeline/terms/options.ts'
import { BatchError } from '../support/errors.ts'
import { systemRandom } from '../support/random.ts'
import { framesOf, toComplaint, toPlainWords } from './plain-words.ts'
import type { PlanState, RunState } from './protocol.ts'
import { RunResults } from './run-results.ts'
import { noteOfEvent, notingLogger, teeWarnings, toRunProgress } from './run-words.ts'
import type { PageSettings } from './settings.ts'
import type { SheetDesk } from './sheet-desk.ts'

interface Planned {
  state: PlanState
  saved: CorrectedFile
  options: Omit<BatchOptions, 'targetLabel' | 'isTestTarget' | 'toolVersion'>
}

const mostNotes = 20

/** What is sent: planned and shown first, then sent as it was shown, then what is left to be found out. */
export class SendDesk {
  readonly #settings: PageSettings
  readonly #changed: () => void
  #planned: Planned | undefined
  #run: RunState | undefined
  #results: RunResults | undefined
  #stop = new AbortController()
  #answer: ((goesOn: boolean) => void) | undefined
  #ids = 0
  /** Resolves when nothing is being sent. */
  idle: Promise<void> = Promise.resolve()

  /** `changed` is called whenever there is something new to show. */
  constructor(settings: PageSettings, changed: () => void) {
    this.#settings = settings
    this.#changed = changed
  }

  get isRunning(): boolean {
    return this.#run !== undefined && this.#run.end === null
  }

  get plan(): PlanState | null {
    return this.#planned?.state ?? null
  }

  get run(): RunState | null {
    return this.#run === undefined ? null : { ...this.#run, unknown: this.#results?.unknown ?? [] }
  }

  get results(): RunResults | undefined {
    return this.#results
  }

  /** Something changed that the plan was made of. */
  dropPlan(): void {
    this.#planned = undefined
  }

  /** What would be sent of a sheet as it is now, which is saved for it. Nothing is sent. */
  async makePlan(desk: SheetDesk): Promise<void> {
    this.dropPlan()
    const { wishes, run, cleaningUp } = this.#settings
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
      changed: report.groups
        .filter(({ outcome }) => outcome === 'changed')
        .map(({ rule, cells }) => `${cells[0] ?? ''}: ${toPlainWords(rule)}`),
    }
    this.#planned = { state, saved, options }
  }

  /** Sends what a plan shows, and nothing that it does not. @throws BatchError when it is not the plan that is shown. */
  async start(planId: number): Promise<void> {
    const planned = this.#planned
    if (planned === undefined || planned.state.id !== planId || this.isRunning) throw planIsOld()
    const { saved, state } = planned
    if ((await digestOf(saved.file)) !== saved.digest) throw planIsOld()
    this.dropPlan()
    this.#stop = new AbortController()
    this.#results = new RunResults(saved.check)
    this.#run = {
      id: state.id,
      startedAt: this.#settings.clock.now(),
      toSend: state.toSend,
      stage: 'load',
      rows: 0,
      settled: 0,
      inFlight: 0,
      pending: 0,
      counts: [],
      isStopping: false,
      notes: [],
      question: null,
      end: null,
      unknown: [],
    }
    this.idle = this.#send(planned, this.#results)
    this.#changed()
  }

  stop(): void {
    if (!this.isRunning) return
    this.#stop.abort()
    this.#answer?.(false)
    this.#update({ isStopping: true })
  }

  answerQuestion(goesOn: boolean): void {
    this.#answer?.(goesOn)
  }

  /** What a person found out of an unknown outcome; it counts at once. The memory is held for that moment only. */
  async answerUnknown(reference: string, text: string): Promise<void> {
    if (this.isRunning) throw new BatchError('usage', 'rows are being sent: answer when that has ended')
    const { clock, run } = this.#settings
    const onSpill = (record: unknown): void => run.onSpill(run.destination.token.redact(JSON.stringify(record)))
    const ledger = await ledgerAt(run.ledger).open({ clock, onSpill })
    try {
      const { problem } = await answerInForm(assess, ledger, { reference, text }, clock)
      this.#results?.noteAnswer(reference, text, problem)
    } finally {
      await ledger.close()
    }
    this.dropPlan()
    this.#changed()
  }

  async #send({ options, state }: Planned, results: RunResults): Promise<void> {
    const { run, clock, logger } = this.#settings
    let isAsShown = true
    let spilled = 0
    const settings = {
      ...run,
      onRow: results.take,
      onSpill(line: string) {
        spilled += 1
        run.onSpill(line)
      },
    }
    const check = (sending: Sending): void => {
      this.#update({ toSend: sending.toSend })
      if (sending.toSend <= state.toSend) return
      // Nothing was sent yet, and nothing will be.
      isAsShown = false
      this.#stop.abort()
    }
    try {
      const report = await startRun(assess, options, settings, {
        clock,
        random: systemRandom,
        logger: teeWarnings(logger, (note) => this.#note(note)),
        interrupt: this.#stop.signal,
        onEvent: (event) => {
          if (event.kind === 'planned') check(event.sending)
          if (event.kind === 'progress') this.#update(toRunProgress(event))
          const note = noteOfEvent(event)
          if (note !== undefined) this.#note(note)
        },
        ask: (question) => this.#ask(question, () => isAsShown),
      })
      this.#update({ end: results.describeEnd(report, spilled, isAsShown ? null : toComplaint(planIsOld())) })
    } catch (error) {
      if (!(error instanceof BatchError)) logger.error(framesOf(error))
      this.#update({ end: results.describeFailure(isAsShown ? toComplaint(error) : toComplaint(planIsOld()), spilled) })
    }
  }

  async #ask(question: RunQuestion, isAsShown: () => boolean): Promise<boolean | undefined> {
    // The button that started this run named the number and the address.
    if (question.kind === 'target')
      return isAsShown() && question.sending.targetLabel === this.#settings.run.destination.label
    if (question.kind === 'plan') return false
    const { field, message, count, signal } = question
    const answered = new Promise<boolean>((resolveAnswer) => {
      this.#answer = resolveAnswer
      signal.addEventListener('abort', () => resolveAnswer(false), { once: true })
    })
    this.#update({ question: { field, message, count } })
    try {
      return await answered
    } finally {
      this.#answer = undefined
      this.#update({ question: null })
    }
  }

  #note(text: string): void {
    const notes = this.#run?.notes ?? []
    if (notes.at(-1) !== text) this.#update({ notes: [...notes, text].slice(-mostNotes) })
  }

  #update(news: Partial<RunState>): void {
    if (this.#run === undefined) return
    this.#run = { ...this.#run, ...news }
    this.#changed()
  }
}

function planIsOld(): BatchError {
  return new BatchError('usage', 'What would be sent has changed since you saw it: nothing was sent', {
    hint: 'Look at the plan again.',
  })
}
