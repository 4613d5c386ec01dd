import { once } from 'node:events'
import type { ReleaseStatement } from '../../app/seal-statement.ts'
import { eachRow } from '../../app/sheet-run.ts'
import { startRun } from '../../app/start-run.ts'
import { sumOf, undoneStates } from '../../contract/states.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Progress, RunEvent, RunQuestion } from '../../pipeline/model/events.ts'
import type { PauseSignal, RunRequest } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import { systemRandom } from '../../support/random.ts'
import type { WorkspaceSettings } from '../page-settings.ts'
import { describeRunEvent, describeStack, pageFace, teeWarnings, toPageError } from '../user-messages.ts'
import type { RunEnd, RunResults } from './run-results.ts'

const maxNotes = 20
/** Of a run that failed. */
const noReport = { halt: undefined, balance: [], rows: 0, orphans: 0, output: undefined }

export class LiveRun {
  readonly results: RunResults
  readonly #settings: WorkspaceSettings
  readonly #id: number
  readonly #stop = new AbortController()
  readonly #pause = new PauseSwitch()
  #progress: Progress = { stage: 'load', rows: 0, settled: 0, inFlight: 0, pending: 0, counts: new Map() }
  #notes: readonly string[] = []
  #question: Pick<Extract<RunQuestion, { kind: 'rejections' }>, 'field' | 'message' | 'count'> | null = null
  #answer: ((goesOn: boolean) => void) | undefined
  #spilled = 0
  #end: RunEnd | null = null
  /** `run`: its number in the ledger. */
  #released: (ReleaseStatement & { run: number; isSameAccount: boolean }) | null = null
  #paceFrom: { ms: number; settled: number } | undefined

  constructor(settings: WorkspaceSettings, id: number, results: RunResults) {
    this.#settings = settings
    this.#id = id
    this.results = results
  }

  get state() {
    const { counts, ...progress } = this.#progress
    const { run, columns, unknown } = this.results
    return {
      ...progress,
      id: this.#id,
      task: run.operation.name,
      counts: [...counts].map(([state, count]) => ({ state, wasDone: false, count })),
      // Polls for scores are in flight too, but people ask for the number of trips.
      inFlight: counts.get('sending') ?? 0,
      /** Rows that ended without a result. */
      refused: sumOf(counts, undoneStates) + (counts.get('unknown') ?? 0),
      columns,
      isStopping: this.#stop.signal.aborted,
      isPaused: this.#pause.isPaused,
      pace: this.#measurePace(),
      /** Messages such as changes of the pace; the latest last. */
      notes: this.#notes,
      /** Consecutive rows are refused alike: go on? */
      question: this.#question,
      end: this.#end,
      released: this.#released,
      unknown,
    }
  }

  get isRunning(): boolean {
    return this.#end === null
  }

  stop(): void {
    if (!this.isRunning) return
    this.#stop.abort()
    this.#answer?.(false)
    this.#settings.changed()
  }

  pause(isPaused: boolean): void {
    if (!this.isRunning) return
    this.#pause.set(isPaused)
    this.#paceFrom = undefined
    this.#settings.changed()
  }

  answerQuestion(goesOn: boolean): void {
    this.#answer?.(goesOn)
  }

  /** Resolves when sending has ended and the state is final. */
  async send(options: RunRequest): Promise<void> {
    const { run, clock, logger } = this.#settings
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
      const report = await startRun(this.results.run.operation, options, settings, {
        clock,
        random: systemRandom,
        logger: teeWarnings(logger, (note) => this.#addNote(note)),
        interrupt: this.#stop.signal,
        pause: this.#pause,
        face: pageFace,
        onLoaded: (rows) => this.results.setLoadedRun(rows),
        onEvent: (event) => this.#follow(event),
        ask: (question) => this.#ask(question),
      })
      const { release } = options
      if (release !== undefined) {
        const statement = parseStored<ReleaseStatement>(release.statement, 'statement')
        this.#released = { ...statement, run: release.runId, isSameAccount: release.isSameAccount }
      }
      this.#end = this.results.describeEnd(report, this.#spilled)
    } catch (error) {
      if (!(error instanceof BatchError)) logger.error(describeStack(error))
      this.#end = this.results.describeEnd(noReport, this.#spilled, toPageError(error))
    }
    this.#settings.changed()
  }

  #follow(event: RunEvent): void {
    if (event.kind === 'planned') {
      // All rows are read by now, paused or not.
      this.#progress = { ...this.#progress, stage: 'send' }
      this.#settings.changed()
    }
    if (event.kind === 'progress') {
      const { kind: _, ...progress } = event
      this.#progress = progress
      this.#settings.changed()
    }
    const note = describeRunEvent(event)
    if (note !== undefined) this.#addNote(note)
  }

  /** Null while too little is known, and during a pause. */
  #measurePace() {
    const { stage, rows, settled } = this.#progress
    if (stage !== 'send' || !this.isRunning || this.#pause.isPaused) return null
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
    this.#question = { field, message, count }
    this.#settings.changed()
    try {
      return await answered
    } finally {
      this.#answer = undefined
      this.#question = null
      this.#settings.changed()
    }
  }

  #addNote(text: string): void {
    if (this.#notes.at(-1) === text) return
    this.#notes = [...this.#notes, text].slice(-maxNotes)
    this.#settings.changed()
  }
}

/** Holds back new requests; those in flight and the polls for scores go on. */
export class PauseSwitch implements PauseSignal {
  /** Aborts at the end of the pause. */
  #pause: AbortController | undefined

  get isPaused(): boolean {
    return this.#pause !== undefined
  }

  set(isPaused: boolean): void {
    if (!isPaused) this.#pause?.abort()
    this.#pause = isPaused ? (this.#pause ?? new AbortController()) : undefined
  }

  async whenResumed(signal: AbortSignal): Promise<void> {
    if (this.#pause === undefined || signal.aborted) return
    await once(AbortSignal.any([signal, this.#pause.signal]), 'abort')
  }
}

/** Earlier figures jump too much to be of use. */
const firstMs = 5_000
const firstRows = 5
const minuteMs = 60_000

/** Rows settled within a time, and the time for those that are left at this pace; null while too little is known. Pure. */
export function measurePace(elapsedMs: number, settled: number, left: number) {
  if (elapsedMs < firstMs || settled < firstRows) return null
  const perMs = settled / elapsedMs
  return { perMinute: Math.round(perMs * minuteMs), secondsLeft: Math.round(left / perMs / 1_000) }
}
