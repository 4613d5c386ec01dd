import type { Clock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { Claim } from '../port/submissions.ts'
import { explainDatabaseFailure, isConflict, isConnectionLost } from './failure.ts'
import type { ChangeResult, GroupEntry } from './group-entry.ts'
import { type GroupAnswer, type GuardedChange, groupStatement, toGroupValues } from './group-statement.ts'
import { acquireLease, type Lease } from './lease.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

const largestGroup = 256
const mostConflicts = 20

/** What groups go over. */
export type GroupConnection = Pick<
  ReconnectingConnection,
  'shown' | 'tryOnce' | 'query' | 'transaction' | 'createReconnectWait'
>

export interface GroupPorts {
  clock: Clock
  /** Receives what could not be stored and must not be lost. */
  onSpill(record: unknown): void
  /** Keeps an outcome until the database can take it; false when that cannot be done. */
  spoolOutcome?(change: GuardedChange): boolean
}

/**
 * Group commit: one group of changes is on its way at a time, and what is asked for meanwhile makes the next, in the order
 * in which it was asked for. Each promise resolves when the database has confirmed its group. Whatever becomes of the
 * connection, a group counts once: it is sent again with its number until the database has it. Once that failed, nothing
 * more is begun.
 */
export class GroupCommit {
  readonly #connection: GroupConnection
  readonly #ports: GroupPorts
  #lease: Lease
  #waiting: GroupEntry[] = []
  #lastClaim = 0
  #isArmed = false
  #isBeating = false
  #isPumping = false
  #pumped: Promise<void> = Promise.resolve()
  #failure: BatchError | undefined

  constructor(connection: GroupConnection, lease: Lease, ports: GroupPorts) {
    this.#connection = connection
    this.#lease = lease
    this.#ports = ports
  }

  /** In whose name claims are given out now. */
  get holding(): Lease {
    return this.#lease
  }

  /** The database could not take something: nothing more is begun. */
  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Resolves to undefined when the submission is not ready. */
  claim(id: number, at: number): Promise<Claim | undefined> {
    this.#lastClaim += 1
    const asked = { id, number: this.#lastClaim, at }
    return new Promise((resolve, reject) => this.#enter({ kind: 'claim', id, asked, resolve, reject }))
  }

  change(change: GuardedChange, rescue?: () => unknown): Promise<ChangeResult> {
    const { id } = change
    return new Promise((resolve, reject) => this.#enter({ kind: 'change', id, change, rescue, resolve, reject }))
  }

  /** Renews the lease, when nothing else does. */
  requestHeartbeat(): void {
    this.#isBeating = this.#failure === undefined
    this.#arm()
  }

  /** After a long silence: nothing that others did because of it is overlooked by who looks next. */
  async ensureLease(): Promise<void> {
    if (this.#lease.isValid()) return
    this.requestHeartbeat()
    await this.#pump()
  }

  /** Commits what is waiting. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#isPumping) await this.#pump()
  }

  #enter(entry: GroupEntry): void {
    if (this.#failure !== undefined) this.#reject(entry, this.#failure)
    else {
      this.#waiting.push(entry)
      this.#arm()
    }
  }

  /** Answers that came in one turn of the event loop go together. */
  #arm(): void {
    if (this.#isArmed || this.#isPumping) return
    this.#isArmed = true
    setImmediate(() => {
      this.#isArmed = false
      void this.#pump()
    })
  }

  #pump(): Promise<void> {
    if (!this.#isPumping) {
      this.#isPumping = true
      this.#pumped = this.#commitAll()
    }
    return this.#pumped
  }

  /** Between the last look for what is waiting and the end nothing comes: who asks then is heard. */
  async #commitAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#isBeating) {
        this.#isBeating = false
        await this.#commitOrRefuse(this.#takeGroup())
      }
    } finally {
      this.#isPumping = false
    }
  }

  async #commitOrRefuse(group: readonly GroupEntry[]): Promise<void> {
    const refused = await this.#commit(group)
    if (refused === undefined) return
    // One that the database refuses takes no other with it.
    if (group.length <= 1 || isConnectionLost(refused)) return this.#refuse(group, refused)
    for (const entry of group) {
      const own = await this.#commit([entry])
      if (own !== undefined) this.#refuse([entry], own)
    }
  }

  /** One statement changes a row once, and does not see what it writes itself: equals end a group. */
  #takeGroup(): GroupEntry[] {
    const seen = new Set<number | string>()
    const end = this.#waiting.findIndex((entry, index) => {
      const identifier = entry.kind === 'change' ? entry.change.identifier : undefined
      if (index === largestGroup || seen.has(entry.id) || (identifier && seen.has(identifier))) return true
      seen.add(entry.id)
      if (identifier) seen.add(identifier)
      return false
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** What it could not be committed for; undefined when it was. */
  async #commit(group: readonly GroupEntry[]): Promise<unknown> {
    const holding = this.#lease
    try {
      const answer = await this.#send(holding, group)
      const again = group.filter((entry) => !this.#settle(holding, entry, answer))
      if (!answer.isAlive) {
        this.#waiting.unshift(...again)
        this.#lease = await acquireLease(this.#connection, this.#ports.clock, holding)
      }
      return undefined
    } catch (error) {
      return error
    }
  }

  async #send(holding: Lease, group: readonly GroupEntry[]): Promise<GroupAnswer> {
    const number = holding.lastGroup + 1
    const changes = group.flatMap((entry) => (entry.kind === 'change' ? [entry.change] : []))
    const claims = group.flatMap((entry) => (entry.kind === 'claim' ? [entry.asked] : []))
    const values = toGroupValues(holding.id, number, changes, claims)
    // However often it is sent: the first may have been the one that counted.
    const askedAt = this.#ports.clock.now()
    const wait = this.#connection.createReconnectWait()
    let conflicts = 0
    while (true) {
      try {
        const [done] = await this.#connection.tryOnce<{ answer: GroupAnswer }>('group', groupStatement, values)
        const answer = done?.answer ?? (await this.#readStoredAnswer(holding, number))
        holding.lastGroup = number
        if (answer.isAlive) holding.renew(askedAt)
        return answer
      } catch (error) {
        if (isConflict(error) && conflicts < mostConflicts) conflicts += 1
        else if (!isConnectionLost(error) || !(await wait())) throw error
      }
    }
  }

  /** Of a group that was committed over a connection which was lost before it could say so. */
  async #readStoredAnswer(holding: Lease, number: number): Promise<GroupAnswer> {
    const [kept] = await this.#connection.query<{ last: number; answer: GroupAnswer }>(
      'SELECT last_group AS last, answer FROM holders WHERE id = $1',
      [holding.id],
    )
    if (kept?.last === number) return kept.answer
    throw new BatchError(
      'ledger',
      `the ledger at ${this.#connection.shown} has lost what it had confirmed: of this process it knows ${kept?.last ?? 'no'} groups of changes, and ${number - 1} were committed`,
      {
        hint: 'It was put back from a copy, or a server took over that had not received all. Nothing more is sent; find out what is missing before anything is.',
      },
    )
  }

  /** False for what must be asked for once more. */
  #settle(holding: Lease, entry: GroupEntry, answer: GroupAnswer): boolean {
    const { id } = entry
    if (entry.kind === 'change') {
      const taken = answer.taken?.find((other) => other.id === id)
      if (taken !== undefined) entry.resolve({ rowNumber: taken.rowNumber })
      else entry.resolve(answer.moved?.includes(id) ? 'moved' : 'overtaken')
      return true
    }
    if (!answer.isAlive) return false
    const isBegun = answer.begun?.includes(id) === true
    const { number } = entry.asked
    entry.resolve(isBegun ? { id, holder: holding.id, number, mayStart: () => holding.isValid() } : undefined)
    return true
  }

  #refuse(group: readonly GroupEntry[], error: unknown): void {
    const explained = explainDatabaseFailure(this.#connection.shown, error)
    if (explained.code !== 'defect') this.#failure ??= explained
    for (const entry of group) this.#reject(entry, explained)
    if (this.#failure === undefined) return
    for (const entry of this.#waiting.splice(0)) this.#reject(entry, this.#failure)
  }

  /** What the database refused would be refused again, and what was claimed in a ledger that has lost it is none of its. */
  #isSpooled(change: GuardedChange, { code }: BatchError): boolean {
    return code === 'surroundings' && change.claim !== undefined && this.#ports.spoolOutcome?.(change) === true
  }

  #reject(entry: GroupEntry, error: BatchError): void {
    if (entry.kind === 'change' && !this.#isSpooled(entry.change, error)) {
      if (entry.rescue !== undefined) this.#ports.onSpill(entry.rescue())
    }
    entry.reject(error)
  }
}
