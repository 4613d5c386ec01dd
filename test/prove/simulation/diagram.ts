import { type SubmissionState, transitions } from '../../rooms/contract.ts'
import type { SeenSubmission } from './ledger-view.ts'
import type { Verdict } from './verdict.ts'

/** A row may begin `unknown` when an earlier output says so of content that is new to the ledger. */
const beginnings: ReadonlySet<SubmissionState> = new Set(['ready', 'accepted', 'unknown'])

/** Follows every submission from one durable state to the next. */
export class DiagramWatch {
  readonly #verdict: Verdict
  /** Whether the run that goes on now was told --retry-unknown. */
  isRetrying = false
  /** Whether a process has just opened the ledger, and done nothing else. */
  isOpening = false
  #last = new Map<number, SeenSubmission>()

  constructor(verdict: Verdict) {
    this.#verdict = verdict
  }

  look(submissions: readonly SeenSubmission[]): void {
    const seen = new Map(submissions.map((submission) => [submission.id, submission]))
    for (const submission of submissions) this.#compare(this.#last.get(submission.id), submission)
    for (const [id, last] of this.#last) {
      if (seen.has(id)) continue
      const mayGo = last.state === 'ready' && last.tries === 0 && last.identifier === undefined
      this.#verdict.check('moves of the diagram only', mayGo, () => `submission ${id} (${last.state}) was deleted`)
    }
    this.#last = seen
  }

  #compare(before: SeenSubmission | undefined, now: SeenSubmission): void {
    if (before?.state === now.state && before.identifier === now.identifier) return
    const { id, state, identifier = '-', content } = now
    this.#verdict.note(`row ${id} ${content}: ${before?.state ?? 'new'} → ${state} ${identifier}`)
    // What was never sent begins when its run is released, `unknown` where an earlier output says so.
    const isNew = before === undefined || (before.state === 'ready' && before.tries === 0)
    const isMove = (isNew && beginnings.has(state)) || (before !== undefined && this.#isMove(before.state, state))
    this.#verdict.check('moves of the diagram only', isMove, () => `submission ${id}: ${before?.state} → ${state}`)
    if (before !== undefined && before.state !== state) this.#verdict.reach('I12')
    if (this.isOpening && before?.state === 'sending' && state === 'unknown') this.#verdict.reach('I11')
    const isKept = before?.identifier === undefined || before.identifier === now.identifier
    this.#verdict.check('a told identifier is kept', isKept, () => `submission ${id} lost ${before?.identifier}`)
  }

  #isMove(before: SubmissionState, now: SubmissionState): boolean {
    const isRetry = this.isRetrying && before === 'unknown' && now === 'ready'
    // No person says what became of it here, and no answer comes after its process was given up.
    if (before === 'unknown') return now === before || now === 'accepted' || isRetry
    return before === now || transitions[before].includes(now)
  }
}
