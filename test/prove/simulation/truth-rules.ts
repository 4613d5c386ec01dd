import type { SeenSubmission } from './ledger-view.ts'
import type { Creation, ServiceModel } from './service-model.ts'
import { expectationOf, type Sheet } from './trips.ts'
import type { Verdict } from './verdict.ts'

/** What the ledger says against what the service knows; holds after every commit, and whatever dies. */
export class TruthRules {
  readonly #verdict: Verdict
  readonly #service: ServiceModel
  /** How often a content was meant to be created, for the rows of now; once when it is not named. */
  readonly #wanted = new Map<string, number>()
  /** And how often before the last `--again`, for rows that may have been others. */
  readonly #before = new Map<string, number>()
  /** What the `--again` that has not come to its end may create: carried on, it creates only what its sheet lacked. */
  readonly #again = new Set<string>()
  /** How often it was allowed to be sent although its outcome was unknown. */
  readonly #retried = new Map<string, number>()
  /** Identifiers that a ledger was seen with. */
  readonly #known = new Set<string>()
  /** By identifier that no ledger had: the content beside which a person put it. That it belongs there is their word. */
  readonly #words = new Map<string, string>()
  #isRetryToCount = false

  constructor(verdict: Verdict, service: ServiceModel) {
    this.#verdict = verdict
    this.#service = service
  }

  begin({ retryUnknown }: { retryUnknown: boolean }): void {
    this.#isRetryToCount = retryUnknown
  }

  /** So many rows of a content are meant. */
  allow(content: string, count: number): void {
    this.#wanted.set(content, Math.max(count, this.#wanted.get(content) ?? 1))
  }

  /** `--again`: so many more of each content may exist. */
  allowMore(rows: ReadonlyMap<string, number>): void {
    for (const [content, count] of rows) {
      if (this.#again.has(content)) continue
      this.#again.add(content)
      const before = this.#countAllowed(content)
      this.#before.set(content, before)
      this.#wanted.set(content, before > 1 ? count : 1)
    }
  }

  /** The last `--again` has come to its end, or is not carried on. */
  endAgain(): void {
    this.#again.clear()
  }

  takeWords(sheet: Sheet): void {
    for (const line of sheet.lines) {
      const expected = expectationOf(sheet, line)
      if (expected.kind !== 'identified' || expected.content === undefined) continue
      if (!this.#known.has(expected.identifier)) this.#words.set(expected.identifier, expected.content)
    }
  }

  look(submissions: readonly SeenSubmission[], concurrency: number): void {
    if (this.#isRetryToCount) this.#countRetries(submissions)
    this.#isRetryToCount = false
    const { creations } = this.#service
    const byIdentifier = new Map(creations.map((creation) => [creation.identifier, creation]))
    const named = new Set<string>()
    for (const submission of submissions) this.#lookAtOne(submission, byIdentifier, named)
    for (const [content, existing] of groupByContent(creations)) {
      const retried = this.#retried.get(content) ?? 0
      const most = this.#countAllowed(content) + retried
      const isOnce = existing.length <= most
      this.#verdict.check(
        'created twice',
        isOnce,
        () => `${content} exists ${existing.length} times instead of ${most}`,
      )
      const nameless = existing.filter(({ identifier }) => !named.has(identifier)).length
      if (nameless === 0) continue
      const doubts = submissions.filter(
        ({ content: its, state }) => its === content && (state === 'sending' || state === 'unknown'),
      ).length
      this.#verdict.check('what exists is known or unknown', nameless <= doubts + retried, () => {
        const states = submissions.filter((one) => one.content === content).map(({ state }) => state)
        return `${content} exists, and its row is ${states.join(', ') || 'missing'}`
      })
    }
    const sending = submissions.filter(({ state }) => state === 'sending').length
    this.#verdict.check(
      'in doubt at most the requests in flight',
      sending <= concurrency,
      () => `${sending} rows are sending, and ${concurrency} requests may be in flight`,
    )
  }

  #countAllowed(content: string): number {
    return (this.#before.get(content) ?? 0) + (this.#wanted.get(content) ?? 1)
  }

  #countRetries(submissions: readonly SeenSubmission[]): void {
    for (const { content, state } of submissions) {
      if (state === 'unknown') this.#retried.set(content, (this.#retried.get(content) ?? 0) + 1)
    }
  }

  #lookAtOne(
    { id, identifier, content, result }: SeenSubmission,
    byIdentifier: ReadonlyMap<string, Creation>,
    named: Set<string>,
  ): void {
    if (identifier === undefined) return
    const creation = byIdentifier.get(identifier)
    const isMeant = creation?.content === content || this.#words.get(identifier) === content
    const isOwn = isMeant && !named.has(identifier)
    this.#verdict.check('an identifier is the row’s own', isOwn, () => {
      return `submission ${id} (${content}) has ${identifier}, which is ${creation?.content ?? 'nobody’s'}`
    })
    named.add(identifier)
    this.#known.add(identifier)
    if (result === undefined) return
    const { assessmentId, employeeId } = JSON.parse(result)
    const areOwn = assessmentId === identifier && employeeId === creation?.employeeId
    this.#verdict.check('scores are the row’s own', areOwn, () => `${identifier} has the scores of ${assessmentId}`)
  }
}

function groupByContent(creations: readonly Creation[]): Map<string, Creation[]> {
  const groups = new Map<string, Creation[]>()
  for (const creation of creations) {
    const group = groups.get(creation.content)
    if (group === undefined) groups.set(creation.content, [creation])
    else group.push(creation)
  }
  return groups
}
