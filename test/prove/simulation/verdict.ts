import { createHash } from 'node:crypto'
import type { Invariant, Reached } from './invariants.ts'

/** What must hold at every moment of every simulation; a broken one is named by these words. */
export type Rule =
  | 'created twice'
  | 'intent is durable before the send'
  | 'what exists is known or unknown'
  | 'a told identifier is kept'
  | 'an identifier is the row’s own'
  | 'an answer means what it means'
  | 'scores are the row’s own'
  | 'in doubt at most the requests in flight'
  | 'moves of the diagram only'
  | 'the balance adds up'
  | 'a row stands for its content'
  | 'at most the requests in flight that are allowed'
  | 'the canary goes alone'
  | 'the rate is kept'
  | 'the hold is kept'
  | 'nothing after a stop'
  | 'breakers open'
  | 'the poll deadline is kept'
  | 'what is called decided is in force'
  | 'what is decided is recorded'
  | 'what is in force is not sent again'
  | 'what is unknown is not sent by itself'
  | 'an event is recorded once'
  | 'the order of the sheet is kept'
  | 'a decision is about the trip that its row shows'
  | 'what another has decided since is not replaced by itself'
  | 'nothing is sent before its release'
  | 'what waits changes nothing'
  | 'a release sends what was sealed'
  | 'a release is refused for a reason'
  | 'an undo takes back what its run made, and no other'
  | 'an undo keeps what was decided or handed in since'
  | 'the numbers of an undo add up'
  | 'what may not know all is refused'
  | 'what is open is not forgotten'
  | 'what is to be forgotten is gone'
  | 'what is not to be forgotten stays'
  | 'digests of before verify'
  | 'one process at a time'
  | 'a run ends'
  | 'all is done at last'

/** What happened, line by line, and what was wrong about it. */
export class Verdict {
  readonly broken = new Map<Rule, string>()
  readonly trace: string[] = []
  /** How often a case came about that a guard is there for. */
  readonly reached: Reached = {}
  readonly #hash = createHash('sha256')

  reach(invariant: Invariant): void {
    this.reached[invariant] = (this.reached[invariant] ?? 0) + 1
  }

  note(line: string): void {
    this.trace.push(line)
    this.#hash.update(`${line}\n`)
  }

  /** The first time that a rule is broken tells the most. */
  report(rule: Rule, detail: string): void {
    if (this.broken.has(rule)) return
    this.broken.set(rule, detail)
    this.note(`BROKEN ${rule}: ${detail}`)
  }

  check(rule: Rule, holds: boolean, detail: () => string): void {
    if (!holds) this.report(rule, detail())
  }

  /** The same for the same run of events. */
  hash(): string {
    return this.#hash.copy().digest('hex')
  }
}
