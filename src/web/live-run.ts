import { startRun } from '../app/start-run.ts'
import type { RunQuestion, Sending } from '../pipeline/terms/events.ts'
import type { BatchOptions } from '../pipeline/terms/options.ts'
import { BatchError } from '../support/errors.ts'
import { systemRandom } from '../support/random.ts'
import { PauseSwitch } from './pause-switch.ts'
import { framesOf, toComplaint } from './plain-words.ts'
import type { PlanState, RunState } from './protocol.ts'
import { columnsOf } from './result-row.ts'
import type { RunResults } from './run-results.ts'
import { noteOfEvent, teeWarnings, toRunProgress } from './run-words.ts'
import type { PageSettings } from './settings.ts'

export type RunOptionsOfPage = Omit<BatchOptions, 'targetLabel' | 'isTestTarget' | 'toolVersion'>

const mostNotes = 20

/** One run of the page, from its start to what became of each row. */
export class LiveRun {
  readonly results: RunResults
  readonly #settings: PageSettings
  readonly #changed: () => void
  readonly #stop = new AbortController()
  readonly #pause = new PauseSwitch()
  /** What was shown: no more than that is sent. */
  readonly #shown: Pick<PlanState, 'toSend'>
  #isAsShown = true
  #spilled = 0
  #answer: ((goesOn: boolean) => void) | undefined
  #state: RunState

  /** `changed` is called whenever there is something new to show. */
  constructor(
    settings: PageSettings,
    { id, toSend }: Pick<PlanState, 'id' | 'toSend'>,
    results: RunResults,
    changed: () => void,
  ) {
    this.#settings = settings
    this.#shown = { toSend }
    this.results = results
    this.#changed = changed
    this.#state = {
      id,
      task: results.operation.name,
      toSend,
      stage: 'load',
      rows: 0,
      settled: 0,
      inFlight: 0,
      pending: 0,
      counts: [],
      columns: columnsOf(results.operation),
      isStopping: false,
      isPaused: false,
      notes: [],
      question: null,
      end: null,
      unknown: [],
    }
  }

  get state(): RunState {
    return { ...this.#state, unknown: this.results.unknown }
  }

  get isRunning(): boolean {
    return this.#state.end === null
  }

  stop(): void {
    if (!this.isRunning) return
    this.#stop.abort()
    this.#answer?.(false)
    this.#update({ isStopping: true })
  }

  pause(isPaused: boolean): void {
    if (!this.isRunning) return
    this.#pause.set(isPaused)
    this.#update({ isPaused })
  }

  answerQuestion(goesOn: boolean): void {
    this.#answer?.(goesOn)
  }

  /** Resolves when nothing more is sent and all that is known is shown. */
  async send(options: RunOptionsOfPage): Promise<void> {
    const { run, kept, word, clock, logger } = this.#settings
    const settings = {
      ...run,
      secondPair: kept.profile.secondPair,
      onRow: this.results.take,
      onSpill: (line: string) => {
        this.#spilled += 1
        run.onSpill(line)
      },
    }
    try {
      const report = await startRun(this.results.operation, options, settings, {
        clock,
        random: systemRandom,
        logger: teeWarnings(logger, (note) => this.#note(note)),
        interrupt: this.#stop.signal,
        pause: this.#pause,
        word,
        onLoaded: (rows) => this.results.look(rows),
        onEvent: (event) => {
          if (event.kind === 'planned') this.#requireAsShown(event.sending)
          if (event.kind === 'progress') this.#update(toRunProgress(event))
          const note = noteOfEvent(event)
          if (note !== undefined) this.#note(note)
        },
        ask: (question) => this.#ask(question),
      })
      const error = this.#isAsShown ? null : toComplaint(planIsOld())
      this.#update({ end: this.results.describeEnd(report, this.#spilled, error) })
    } catch (error) {
      if (!(error instanceof BatchError)) logger.error(framesOf(error))
      const shown = toComplaint(this.#isAsShown ? error : planIsOld())
      this.#update({ end: this.results.describeFailure(shown, this.#spilled) })
    }
  }

  #requireAsShown(sending: Sending): void {
    // All is read, whether anything is sent just yet or not.
    this.#update({ toSend: sending.toSend, stage: 'send' })
    if (sending.toSend <= this.#shown.toSend) return
    // Nothing was sent yet, and nothing will be.
    this.#isAsShown = false
    this.#stop.abort()
  }

  async #ask(question: RunQuestion): Promise<boolean | undefined> {
    // The button that started this run named the number and the address; of decisions the number was typed as well.
    const { label } = this.#settings.run.destination
    if (question.kind === 'target') return this.#isAsShown && question.sending.targetLabel === label
    if (question.kind === 'plan') return this.#isAsShown && question.plan.targetLabel === label
    // Whoever opened the page has to say so.
    if (question.kind === 'address') return false
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
    const { notes } = this.#state
    if (notes.at(-1) !== text) this.#update({ notes: [...notes, text].slice(-mostNotes) })
  }

  #update(news: Partial<RunState>): void {
    this.#state = { ...this.#state, ...news }
    this.#changed()
  }
}

export function planIsOld(): BatchError {
  return new BatchError('usage', 'What would be sent has changed since you saw it: nothing was sent', {
    hint: 'Look at the plan again.',
  })
}
