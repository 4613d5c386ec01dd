import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../support/clock.ts'
import { BatchError } from '../../../support/errors.ts'
import type { Claim } from '../../port/submissions.ts'
import type { ChangeResult, Commits, GuardedChange, IdentifierOwner } from '../../store/transitions.ts'
import { explainDatabaseFailure, isConflict, isConnectionLost } from '../connection/failure.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { type GroupAnswer, type GroupEntry, groupStatement, toGroupValues } from './group-statement.ts'
import { acquireLease, type Lease } from './lease.ts'
import type { UnconfirmedOutcomes } from './unconfirmed-outcomes.ts'

const largestGroup = 256
const mostConflicts = 20
/** A database without an answer for this long may be away. */
const slowMs = 1_000

export type GroupConnection = Pick<
  ReconnectingConnection,
  'shown' | 'tryOnce' | 'query' | 'transaction' | 'createReconnectWait'
>

/**
 * Group commit: one group of changes is on its way at a time. Later changes form the next group, in their order. Each
 * promise resolves when the database has confirmed its group. A group counts once, even after a lost connection: it is
 * sent again with its number until the database has it. After a failure no further change is accepted. From the first
 * lost connection on, each outcome is spooled before anything waits.
 */
export class GroupCommit implements Commits {
  readonly #connection: GroupConnection
  readonly #ports: { clock: Clock; outcomes: UnconfirmedOutcomes }
  #lease: Lease
  #waiting: GroupEntry[] = []
  #lastClaim = 0
  #isBeating = false
  #pumped: Promise<void> | undefined
  #failure: BatchError | undefined

  constructor(connection: GroupConnection, lease: Lease, ports: { clock: Clock; outcomes: UnconfirmedOutcomes }) {
    this.#connection = connection
    this.#lease = lease
    this.#ports = ports
  }

  /** The holder of new claims. */
  get holding(): Lease {
    return this.#lease
  }

  /** A change could not be stored: no further one is accepted. */
  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Resolves to undefined when the submission is not ready. @throws when its run was not released. */
  claim(id: number, runId: number, at: number): Promise<Claim | undefined> {
    this.#lastClaim += 1
    const asked = { id, number: this.#lastClaim, at, runId }
    return new Promise((resolve, reject) => this.#enter({ kind: 'claim', id, asked, resolve, reject }))
  }

  async change(change: GuardedChange, toDoubt?: (owner: IdentifierOwner) => GuardedChange): Promise<ChangeResult> {
    const { id } = change
    this.#ports.outcomes.add(change)
    const end = await new Promise<ChangeResult | IdentifierOwner>((resolve, reject) =>
      this.#enter({ kind: 'change', id, change, resolve, reject }),
    )
    if (typeof end === 'string') return end
    return toDoubt === undefined ? 'overtaken' : this.change(toDoubt(end))
  }

  /** Renews the lease, when no group does. */
  requestHeartbeat(): void {
    this.#isBeating = this.#failure === undefined
    void this.#pump()
  }

  /** After a long silence other processes may have expired the lease. */
  async ensureLease(): Promise<boolean> {
    if (this.#lease.isValid()) return true
    this.requestHeartbeat()
    await this.#pump()
    return false
  }

  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#pumped !== undefined) await this.#pump()
  }

  #enter(entry: GroupEntry): void {
    if (this.#failure !== undefined) this.#reject(entry, this.#failure)
    else {
      this.#waiting.push(entry)
      void this.#pump()
    }
  }

  #pump(): Promise<void> {
    this.#pumped ??= this.#commitAll()
    return this.#pumped
  }

  /** Answers of one turn of the event loop form one group; no turn lies between the last check and the end. */
  async #commitAll(): Promise<void> {
    try {
      await setImmediate()
      while (this.#waiting.length > 0 || this.#isBeating) {
        this.#isBeating = false
        await this.#commitOrRefuse(this.#takeGroup())
      }
    } finally {
      this.#pumped = undefined
    }
  }

  async #commitOrRefuse(group: readonly GroupEntry[]): Promise<void> {
    const refused = await this.#commit(group)
    if (refused === undefined) return
    // A change that the database refuses must not fail the others of its group.
    const isOwn = !(refused instanceof BatchError || isConnectionLost(refused))
    if (group.length <= 1 || !isOwn) return this.#refuse(group, refused)
    for (const entry of group) {
      const own = await this.#commit([entry])
      if (own !== undefined) this.#refuse([entry], own)
    }
  }

  /** A statement changes a row once, and does not see its own changes: a second change of a row ends the group. */
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

  /** Resolves to the error, or undefined once committed. */
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
    // Taken before the first attempt: any of the attempts may be the one that counted.
    const askedAt = this.#ports.clock.now()
    const wait = this.#connection.createReconnectWait()
    let conflicts = 0
    while (true) {
      const slow = setTimeout(() => this.#ports.outcomes.spool(), slowMs).unref()
      try {
        const [done] = await this.#connection.tryOnce<{ answer: GroupAnswer }>('group', groupStatement, values)
        const answer = done?.answer ?? (await this.#readStoredAnswer(holding, number))
        holding.lastGroup = number
        this.#ports.outcomes.endRisk()
        if (answer.isAlive) holding.renew(askedAt)
        return answer
      } catch (error) {
        if (isConflict(error) && conflicts < mostConflicts) conflicts += 1
        else if (!isConnectionLost(error) || !(await wait())) throw error
      } finally {
        clearTimeout(slow)
      }
    }
  }

  /** For a group that was committed over a connection lost before its answer. */
  async #readStoredAnswer(holding: Lease, number: number): Promise<GroupAnswer> {
    const [kept] = await this.#connection.query<{ last: number; answer: GroupAnswer }>(
      'SELECT last_group AS last, answer FROM holders WHERE id = $1',
      [holding.id],
    )
    if (kept?.last === number) return kept.answer
    throw new BatchError(
      'ledger',
      `the ledger at ${this.#connection.shown} has lost confirmed changes: it has ${kept?.last ?? 'no'} groups of this process, and ${number - 1} were committed`,
      {
        hint: 'It was put back from a copy, or a server took over that lacked the last changes. Nothing more is sent; find the missing rows before you start again.',
      },
    )
  }

  /** False for a change that must be asked for again. */
  #settle(holding: Lease, entry: GroupEntry, answer: GroupAnswer): boolean {
    const { id } = entry
    if (entry.kind === 'change') {
      this.#ports.outcomes.confirm(entry.change)
      const taken = answer.taken?.find((other) => other.id === id)
      if (taken !== undefined) entry.resolve({ rowNumber: taken.rowNumber })
      else entry.resolve(answer.moved?.includes(id) ? 'moved' : 'overtaken')
      return true
    }
    if (!answer.isAlive) return false
    const isBegun = answer.begun?.includes(id) === true
    const { number, runId } = entry.asked
    if (answer.refused?.includes(id)) entry.reject(new BatchError('defect', `run ${runId} is not released`))
    else entry.resolve(isBegun ? { id, holder: holding.id, number, mayStart: () => holding.isValid() } : undefined)
    return true
  }

  #refuse(group: readonly GroupEntry[], error: unknown): void {
    const explained = explainDatabaseFailure(this.#connection.shown, error)
    if (explained.code !== 'defect') this.#failure ??= explained
    for (const entry of group) this.#reject(entry, explained)
    if (this.#failure === undefined) return
    for (const entry of this.#waiting.splice(0)) this.#reject(entry, this.#failure)
  }

  #reject(entry: GroupEntry, error: BatchError): void {
    // The database would refuse a refused change again, but not one for which only a right is missing. A ledger that
    // lost a claim knows nothing of its outcome.
    const isTemporary = error.code === 'surroundings' || error.code === 'configuration'
    if (entry.kind === 'change') this.#ports.outcomes.giveUp(entry.change, isTemporary)
    entry.reject(error)
  }
}
