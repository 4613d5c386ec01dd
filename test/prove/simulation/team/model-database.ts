/** A guard of the statement that can be taken away. */
import { type SubmissionState, transitions } from '../../../rooms/contract.ts'
import type { ClaimRequest, GroupAnswer } from '../../../rooms/ledger/postgres.ts'
import { leaseMs } from '../../../rooms/ledger/store.ts'
export type DatabaseGuard =
  | 'only what is ready is given'
  | 'an end belongs to its claim'
  | 'a group counts once'
  | 'only a released run is given claims'

export interface ModelSubmission {
  id: number
  employeeId: string
  state: SubmissionState
  holder: number | undefined
  claim: number | undefined
  sentAt: number | undefined
  identifier: string | undefined
}

interface Holder {
  leaseUntil: number
  lastGroup: number
  answer: GroupAnswer | undefined
  isReaped: boolean
}

/** A change as it goes over the wire. */
interface SentChange {
  id: number
  holder?: number
  claim?: number
  from_state?: SubmissionState
  to_state?: SubmissionState
  identifier?: string
  outcome?: string
  detail?: string
}

/**
 * What the statement for groups, the one for holders and the reaper do to a database, each at one moment. That they do so in
 * SQL is for the tests of the ledger.
 */
export class ModelDatabase {
  readonly submissions: ModelSubmission[]
  readonly log: string[] = []
  /** Groups that were committed, and nobody was told. */
  unheard = 0
  /** Time until which nobody can reach it. */
  awayUntil = 0
  /** Moves that the diagram does not have. */
  readonly wrongMoves: string[] = []
  readonly #holders: Holder[] = []
  readonly #released = new Set<number>()
  #lastRun = 0
  readonly #now: () => number
  readonly #missing: DatabaseGuard | undefined

  constructor(employees: readonly string[], now: () => number, missing: DatabaseGuard | undefined) {
    this.#now = now
    this.#missing = missing
    this.submissions = employees.map((employeeId, index) => ({
      id: index + 1,
      employeeId,
      state: 'ready',
      holder: undefined,
      claim: undefined,
      sentAt: undefined,
      identifier: undefined,
    }))
  }

  get isAway(): boolean {
    return this.awayUntil > this.#now()
  }

  find(id: number): ModelSubmission {
    const found = this.submissions[id - 1]
    if (found === undefined) throw new Error(`there is no submission ${id}`)
    return found
  }

  /** A run, which its claims name. */
  begin(isReleased: boolean): number {
    this.#lastRun += 1
    if (isReleased) this.#released.add(this.#lastRun)
    return this.#lastRun
  }

  hold(): number {
    const leaseUntil = this.#now() + leaseMs
    return this.#holders.push({ leaseUntil, lastGroup: 0, answer: undefined, isReaped: false })
  }

  /** Ends a lease at once. */
  release(id: number): void {
    this.#holder(id).leaseUntil = this.#now()
  }

  recall(id: number): { last: number; answer: GroupAnswer | undefined } {
    const { lastGroup: last, answer } = this.#holder(id)
    return { last, answer }
  }

  reap(): void {
    for (const [index, holder] of this.#holders.entries()) {
      if (holder.isReaped || holder.leaseUntil > this.#now()) continue
      holder.isReaped = true
      for (const submission of this.submissions) {
        if (submission.state === 'sending' && submission.holder === index + 1) this.move(submission, 'unknown')
      }
    }
  }

  /** The values of the statement; the rows that it gives. */
  commitGroup([id, number, leaseSeconds, changesText, claimsText]: readonly unknown[]): { answer: GroupAnswer }[] {
    const holder = this.#holder(Number(id))
    if (holder.lastGroup !== Number(number) - 1 && this.#missing !== 'a group counts once') return []
    const isAlive = !holder.isReaped && holder.leaseUntil > this.#now()
    const [moved, taken]: [number[], { id: number; rowNumber: null }[]] = [[], []]
    const changes: SentChange[] = JSON.parse(String(changesText))
    const claims: ClaimRequest[] = JSON.parse(String(claimsText))
    for (const change of changes) {
      const submission = this.find(change.id)
      if (change.to_state === 'accepted' && this.#hasOther(submission, change.identifier)) {
        taken.push({ id: change.id, rowNumber: null })
        continue
      }
      const isMoved = this.#mayMove(submission, change)
      const line = `${change.outcome} ${change.detail}`
      if (isMoved && change.outcome !== undefined) this.log.push(`${change.id} ${line}`)
      else if (change.claim !== undefined && !this.#isLogged(change.id, line))
        this.log.push(`${change.id} late: ${line}`)
      if (!isMoved) continue
      moved.push(change.id)
      submission.identifier = change.identifier ?? submission.identifier
      if (change.to_state !== undefined) this.move(submission, change.to_state)
      submission.holder = undefined
    }
    const isFree = ({ runId }: ClaimRequest): boolean =>
      this.#released.has(runId) || this.#missing === 'only a released run is given claims'
    const refused = claims.filter((claim) => !isFree(claim)).map((claim) => claim.id)
    const given = isAlive ? claims.filter((claim) => isFree(claim) && this.#begin(claim, Number(id))) : []
    const begun = given.map((claim) => claim.id)
    holder.lastGroup = Number(number)
    if (isAlive) holder.leaseUntil = this.#now() + Number(leaseSeconds) * 1_000
    holder.answer = { isAlive, begun, refused, moved, taken }
    return [{ answer: holder.answer }]
  }

  move(submission: ModelSubmission, to: SubmissionState): void {
    const { id, state } = submission
    if (state !== to && !transitions[state].includes(to)) this.wrongMoves.push(`${id}: ${state} → ${to}`)
    submission.state = to
  }

  #begin({ id, number, at }: ClaimRequest, holder: number): boolean {
    const submission = this.find(id)
    const isToHave =
      submission.state === 'ready' ||
      (submission.state === 'sending' && this.#missing === 'only what is ready is given')
    if (!isToHave) return false
    this.move(submission, 'sending')
    Object.assign(submission, { holder, claim: number, sentAt: at })
    return true
  }

  #mayMove({ state, holder, claim }: ModelSubmission, change: SentChange): boolean {
    if (change.claim === undefined) return state === change.from_state
    const isOwn = holder === change.holder && claim === change.claim
    return (isOwn || this.#missing === 'an end belongs to its claim') && (state === 'sending' || state === 'unknown')
  }

  #hasOther({ id }: ModelSubmission, identifier: string | undefined): boolean {
    return this.submissions.some((other) => other.id !== id && other.identifier === identifier)
  }

  #isLogged(id: number, line: string): boolean {
    return this.log.includes(`${id} ${line}`) || this.log.includes(`${id} late: ${line}`)
  }

  #holder(id: number): Holder {
    const found = this.#holders[id - 1]
    if (found === undefined) throw new Error(`there is no holder ${id}`)
    return found
  }
}
