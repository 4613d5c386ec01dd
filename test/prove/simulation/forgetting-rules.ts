import { renderLine } from '../../rooms/app/audit.ts'
import type { ForgetSurvey } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { findBytes, readRecords, type StoredRecords, type StoredSubmission } from './stored-records.ts'
import { people } from './trips.ts'
import type { Rule, Verdict } from './verdict.ts'

/** What is chosen to be forgotten, said so that nothing of the product is needed to know it. */
export type Chosen = { people: readonly string[] } | { before: number; held: readonly string[] }

export interface Erased {
  surveyed: ForgetSurvey
  survey: ForgetSurvey
  isScrubbed: boolean
}

const settled: ReadonlySet<string> = new Set(['done', 'rejected', 'failed'])

/** What forgetting must do, and must leave as it is. */
export class ForgettingRules {
  readonly #verdict: Verdict
  /** The log’s digests, each with the number of lines that it seals. */
  #seals: { lines: number; digest: string }[] = []

  constructor(verdict: Verdict) {
    this.#verdict = verdict
  }

  /** Another ledger has another log. */
  startOver(): void {
    this.#seals = []
  }

  /** Exports before and after a forgetting have the same digests, as far as both go. */
  async checkSeals(store: Pick<LedgerStore, 'audit'>): Promise<void> {
    let [digest, lines] = ['', 0]
    for await (const page of store.audit()) {
      for (const line of page) {
        digest = renderLine(digest, line, false).ledgerDigest
        lines += 1
        const earlier = this.#seals.find((seal) => seal.lines === lines)
        const isSame = earlier === undefined || earlier.digest === digest
        this.#verdict.check('digests of before verify', isSame, () => `that of ${lines} lines is another one`)
      }
    }
    const longest = Math.max(0, ...this.#seals.map((seal) => seal.lines))
    this.#verdict.check('digests of before verify', lines >= longest, () => `${longest - lines} lines are gone`)
    this.#seals.push({ lines, digest })
  }

  /** Also of one that has died; `erased` where it came to its end. */
  compare(before: StoredRecords, file: string, chosen: Chosen, erased: Erased | undefined): StoredRecords {
    const after = readRecords(file)
    const now = new Map(after.submissions.map((each) => [each.id, each]))
    for (const was of before.submissions) this.#compareOne(was, now.get(was.id), before, chosen, erased)
    const untouched = before.rows.filter(({ run_id: run, cells, submission_id: id }) => {
      if (before.waiting.has(run)) return false
      const own = before.submissions.find((each) => each.id === id)
      const named = [...people, ...before.submissions.flatMap(({ identifier }) => identifier ?? [])]
      return 'people' in chosen
        ? !named.some((name) => cells.includes(name)) ||
            (own !== undefined && !mayBeForgotten(own, chosen) && !chosen.people.some((name) => cells.includes(name)))
        : chosen.held.some((person) => cells.includes(person))
    })
    const rows = new Map(after.rows.map((row) => [`${row.run_id}:${row.seq}`, row.cells]))
    for (const { run_id: run, seq, cells } of untouched) {
      this.#stays(rows.get(`${run}:${seq}`) === cells, () => `row ${run}:${seq} is no longer as it was`)
    }
    return after
  }

  checkErased(after: StoredRecords, chosen: Chosen, erased: Erased, place: string, home: string): void {
    const { surveyed, survey, isScrubbed } = erased
    const isTold = JSON.stringify(surveyed) === JSON.stringify(survey)
    this.#gone(isTold, () => `${JSON.stringify(surveyed)} is said, and ${JSON.stringify(survey)} done`)
    if ('people' in chosen && survey.openCount === 0) {
      for (const person of chosen.people) this.#gone(!after.text.includes(person), () => `${person} is in a table`)
    }
    this.#gone(isScrubbed, () => 'the file is not overwritten, and no other process has it')
    for (const person of people) {
      if (after.text.includes(person)) continue
      const found = findBytes(place, home, person).map((path) => path.slice(path.lastIndexOf('/') + 1))
      this.#gone(found.length === 0, () => `${person} is in ${found.join(', ')}`)
    }
  }

  #compareOne(
    was: StoredSubmission,
    is: StoredSubmission | undefined,
    { rows }: StoredRecords,
    chosen: Chosen,
    erased: Erased | undefined,
  ): void {
    // Of a run that died before its release nothing stays.
    if (is === undefined && was.state === 'ready' && was.identifier === null && was.tries === 0) return
    // The next opening settles what a death left.
    const state = was.state === 'sending' ? 'unknown' : was.state
    const isKept = (is?.state === state || is?.state === was.state) && is.identifier === was.identifier
    this.#stays(isKept, () => `submission ${was.id}, ${was.state} ${was.identifier}, is ${is?.state} ${is?.identifier}`)
    if (is === undefined || was.forgotten_at !== null) return
    if (is.forgotten_at !== null) {
      const isHeldBack = rows.every(({ submission_id: id, held }) => id !== was.id || held !== null)
      const mayGo = settled.has(was.state) || (was.state === 'ready' && isHeldBack)
      this.#check('what is open is not forgotten', mayGo, () => `submission ${was.id} was ${was.state}`)
      this.#stays(mayBeForgotten(was, chosen), () => `submission ${was.id} was not to be forgotten`)
      return
    }
    const isSame = is.request === was.request && is.result === was.result && is.subject === was.subject
    this.#stays(isSame, () => `submission ${was.id} has another content`)
    // A row about it may name who is held.
    const isNamed = (people: readonly string[]): boolean =>
      rows.some(({ submission_id: id, cells }) => id === was.id && people.some((person) => cells.includes(person)))
    const isHeld = 'held' in chosen && isNamed(chosen.held)
    const isDue = was.state === 'done' && mustBeForgotten(was, chosen) && !isHeld
    const isExcused = erased === undefined || ('people' in chosen && erased.survey.openCount > 0)
    this.#gone(!isDue || isExcused, () => `submission ${was.id} is not forgotten`)
  }

  #stays(holds: boolean, detail: () => string): void {
    this.#check('what is not to be forgotten stays', holds, detail)
  }

  #gone(holds: boolean, detail: () => string): void {
    this.#check('what is to be forgotten is gone', holds, detail)
  }

  #check(rule: Rule, holds: boolean, detail: () => string): void {
    this.#verdict.check(rule, holds, detail)
  }
}

function mustBeForgotten({ subject, settled_at: at }: StoredSubmission, chosen: Chosen): boolean {
  if ('people' in chosen) return subject !== null && chosen.people.includes(subject)
  // Without a subject, a row may name who is held.
  const isHeld = subject === null ? chosen.held.length > 0 : chosen.held.includes(subject)
  return at !== null && at < chosen.before && !isHeld
}

function mayBeForgotten(submission: StoredSubmission, chosen: Chosen): boolean {
  const { subject, settled_at: at } = submission
  if ('people' in chosen) return subject === null || chosen.people.includes(subject)
  return at !== null && at < chosen.before && (subject === null || !chosen.held.includes(subject))
}
