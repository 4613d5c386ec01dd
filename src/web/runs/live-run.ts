import type { ReleaseStatement } from '../../app/seal-statement.ts'
import { eachRow } from '../../app/sheet-run.ts'
import { startRun } from '../../app/start-run.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { RunQuestion } from '../../pipeline/model/events.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import { systemRandom } from '../../support/random.ts'
import type { PageSettings } from '../page-settings.ts'
import type { PlanState } from '../protocol/protocol.ts'
import type { RunState } from '../protocol/runs.ts'
import { describeRunEvent, teeWarnings, toRunProgress } from '../run-messages.ts'
import { describeStack, pageFace, toPageError } from '../user-messages.ts'
import { PauseSwitch } from './pause-switch.ts'
import type { RunResults } from './run-results.ts'

const maxNotes = 20
/** Of a run that failed. */
const noReport = { halt: undefined, balance: [], rows: 0, orphans: 0, output: undefined }

export class LiveRun {
  readonly results: RunResults
  readonly #settings: PageSettings
  readonly #changed: () => void
  readonly #stop = new AbortController()
  readonly #pause = new PauseSwitch()
  #spilled = 0
  #answer: ((goesOn: boolean) => void) | undefined
  #state: RunState
  /** Start of the pace: of sending, and again after a pause. */
  #paceFrom: { ms: number; settled: number } | undefined

  /** `changed` is called after each change of the state. */
  constructor(
    settings: PageSettings,
    { id, toSend }: Pick<PlanState, 'id' | 'toSend'>,
    results: RunResults,
    changed: () => void,
  ) {
    this.#settings = settings
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
      refused: 0,
      columns: results.columns,
      isStopping: false,
      isPaused: false,
      pace: null,
      notes: [],
      question: null,
      end: null,
      released: null,
      unknown: [],
    }
  }

  get state(): RunState {
    return { ...this.#state, pace: this.#measurePace(), unknown: this.results.unknown }
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
    this.#paceFrom = undefined
    this.#update({ isPaused })
  }

  answerQuestion(goesOn: boolean): void {
    this.#answer?.(goesOn)
  }

  /** Resolves when sending has ended and the state is final. */
  async send(options: RunRequest): Promise<void> {
    const { run, workbookFace, clock, logger } = this.#settings
    const settings = {
      ...run,
      readRows: eachRow(this.results.addReport),
      onClosing: this.results.leaveLoadedRun,
      rowFace: pageFace,
      onSpill: (line: string) => {
        this.#spilled += 1
        run.onSpill(line)
      },
    }
    try {
      const report = await startRun(this.results.operation, options, settings, {
        clock,
        random: systemRandom,
        logger: teeWarnings(logger, (note) => this.#addNote(note)),
        interrupt: this.#stop.signal,
        pause: this.#pause,
        face: workbookFace,
        onLoaded: (rows) => this.results.setLoadedRun(rows),
        onEvent: (event) => {
          // All rows are read by now, paused or not.
          if (event.kind === 'planned') this.#update({ toSend: event.sending.toSend, stage: 'send' })
          if (event.kind === 'progress') this.#update(toRunProgress(event))
          const note = describeRunEvent(event)
          if (note !== undefined) this.#addNote(note)
        },
        ask: (question) => this.#ask(question),
      })
      const { release } = options
      const released = release && {
        run: release.runId,
        ...parseStored<ReleaseStatement>(release.statement, 'statement'),
        isSameAccount: release.isSameAccount,
      }
      this.#update({ end: this.results.describeEnd(report, this.#spilled), released: released ?? null })
    } catch (error) {
      if (!(error instanceof BatchError)) logger.error(describeStack(error))
      this.#update({ end: this.results.describeEnd(noReport, this.#spilled, toPageError(error)) })
    }
  }

  #measurePace(): RunState['pace'] {
    const { stage, end, isPaused, rows, settled } = this.#state
    if (stage !== 'send' || end !== null || isPaused) return null
    const ms = this.#settings.clock.now()
    this.#paceFrom ??= { ms, settled }
    return measurePace(ms - this.#paceFrom.ms, settled - this.#paceFrom.settled, rows - settled)
  }

  async #ask(question: RunQuestion): Promise<boolean | undefined> {
    // The button that started this run named the number and the address. For decisions the number was typed as well.
    const { label } = this.#settings.run.destination
    if (question.kind === 'target') return question.sending.targetLabel === label
    if (question.kind === 'plan') return question.plan.targetLabel === label
    // Only the person who started the program may confirm an address.
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

  #addNote(text: string): void {
    const { notes } = this.#state
    if (notes.at(-1) !== text) this.#update({ notes: [...notes, text].slice(-maxNotes) })
  }

  #update(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes }
    this.#changed()
  }
}

export function createStalePlanError(): BatchError {
  return new BatchError('usage', 'The plan has changed since you saw it: nothing was sent', {
    hint: 'Look at the plan again.',
  })
}

/** Earlier figures jump too much to be of use. */
const firstMs = 5_000
const firstRows = 5
const minuteMs = 60_000

/** Rows settled within a time, and the time for those that are left at this pace; null while too little is known. Pure. */
export function measurePace(elapsedMs: number, settled: number, left: number): RunState['pace'] {
  if (elapsedMs < firstMs || settled < firstRows) return null
  const perMs = settled / elapsedMs
  return { perMinute: Math.round(perMs * minuteMs), secondsLeft: Math.round(left / perMs / 1_000) }
}
