import { BatchError } from '../../../rooms/support.ts'
import { Dice } from '../dice.ts'
import { Verdict } from '../verdict.ts'
import { VirtualLoop } from '../virtual-loop.ts'
import { LossyLine } from './lossy-line.ts'
import { type DatabaseGuard, ModelDatabase, type ModelSubmission } from './model-database.ts'
import { TeamProcess } from './team-process.ts'
import { sendAll } from './team-run.ts'
import { TeamService } from './team-service.ts'
import { TeamSpool } from './team-spool.ts'

/** What a twin goes without. */
export type TeamGuard =
  | DatabaseGuard
  | 'the lease is looked at where a request starts'
  | 'an outcome is on disk while the database is away'

export interface TeamEnd {
  seed: number
  broken: ReadonlyMap<string, string>
  trace: readonly string[]
  counts: Record<TeamCount, number>
}

export const teamCounts = [
  'starts',
  'deaths',
  'freezes',
  'partitions',
  'unheard',
  'creations',
  'late',
  'unreleased',
  'absences',
  'interrupts',
  'replayed',
] as const
export type TeamCount = (typeof teamCounts)[number]

const longestMs = 24 * 3_600_000
/** From then on nothing happens to anybody, and all must come to its end. */
const calmAfterMs = 180_000

/**
 * Some processes that send the same rows over one database, which loses questions and answers; they stand still, are cut
 * off and die, and a person answers whatever is unknown. What is the product's own: sending, its proofs and settlements,
 * claims, leases, and groups that count once. What is a model: the database, the network, the service and the person.
 */
export async function simulateTeam(seed: number, missing?: TeamGuard): Promise<TeamEnd> {
  const dice = new Dice(seed)
  const coins = dice.fork()
  const loop = new VirtualLoop(() => coins.chance(0.5))
  const release = loop.capture()
  try {
    return await new Team(seed, loop, dice, missing).play()
  } finally {
    release()
  }
}

class Team {
  readonly #seed: number
  readonly #loop: VirtualLoop
  readonly #dice: Dice
  readonly #missing: TeamGuard | undefined
  readonly #database: ModelDatabase
  readonly #service: TeamService
  readonly #verdict = new Verdict()
  readonly #spilled: unknown[] = []
  readonly #processes = new Set<TeamProcess>()
  readonly #counts = {
    starts: 0,
    deaths: 0,
    freezes: 0,
    partitions: 0,
    unheard: 0,
    creations: 0,
    late: 0,
    unreleased: 0,
    absences: 0,
    interrupts: 0,
    replayed: 0,
  }
  #isOver = false

  constructor(seed: number, loop: VirtualLoop, dice: Dice, missing: TeamGuard | undefined) {
    this.#seed = seed
    this.#loop = loop
    this.#dice = dice
    this.#missing = missing
    const employees = Array.from({ length: dice.int(4, 40) }, (_, index) => `E${index + 1}`)
    const isOfProcess =
      missing === 'the lease is looked at where a request starts' ||
      missing === 'an outcome is on disk while the database is away'
    const guard = isOfProcess ? undefined : missing
    this.#database = new ModelDatabase(employees, () => loop.elapsedMs, guard)
    this.#service = new TeamService(loop)
  }

  async play(): Promise<TeamEnd> {
    const colleagues = Array.from({ length: this.#dice.int(2, 4) }, () => this.#work(this.#dice.fork()))
    void this.#reap()
    void this.#answer(this.#dice.fork())
    void this.#strike(this.#dice.fork())
    const end = await this.#loop.drive(Promise.all(colleagues), longestMs, {
      mayTimePass: () => true,
      afterTurn() {},
      isOver: () => false,
    })
    this.#isOver = true
    this.#verdict.check('a run ends', end === 'settled', () => `it is ${end}: ${this.#describe()}`)
    this.#judge()
    this.#loop.drop()
    const { broken, trace } = this.#verdict
    this.#counts.creations = this.#service.creations.length
    this.#counts.unheard = this.#database.unheard
    this.#counts.late = this.#database.log.filter((line) => line.includes('late: ')).length
    return { seed: this.#seed, broken, trace, counts: this.#counts }
  }

  #isCalm = (): boolean => this.#loop.elapsedMs >= calmAfterMs

  /** One colleague, who starts the command again until all of their rows were created. */
  async #work(dice: Dice): Promise<void> {
    const all = this.#database.submissions.map(({ id }) => id)
    const rows = dice.shuffle(dice.chance(0.5) ? all : all.filter(() => dice.chance(0.7)))
    const concurrency = dice.pick([1, 2, 4])
    const skewMs = dice.pick([0, -3_600_000, 90_000])
    const spool = new TeamSpool(this.#missing === 'an outcome is on disk while the database is away')
    while (rows.some((id) => this.#database.find(id).state !== 'accepted')) {
      const process = new TeamProcess(this.#loop, skewMs)
      this.#processes.add(process)
      this.#counts.starts += 1
      const [lineDice, wayDice] = [dice.fork(), dice.fork()]
      const line = new LossyLine(this.#loop, this.#database, process, lineDice, this.#isCalm)
      const way = this.#service.wayOf(process, wayDice, this.#isCalm)
      const isReleased = dice.chance(0.85)
      const { post } = way
      way.post = (...sent) => {
        this.#verdict.check('nothing is sent before its release', isReleased, () => `run ${runId} sends ${sent[1]}`)
        return post(...sent)
      }
      const runId = this.#database.begin(isReleased)
      if (!isReleased) this.#counts.unreleased += 1
      const transport =
        this.#missing === 'the lease is looked at where a request starts'
          ? { ...way, post: (path: string, body: string) => way.post(path, body) }
          : way
      const { random } = dice.fork()
      const run = {
        database: this.#database,
        process,
        line,
        transport,
        random,
        concurrency,
        runId,
        rows,
        spilled: this.#spilled,
        spool,
      }
      const work = sendAll(run).catch((error: unknown) => {
        this.#verdict.note(`a run fails: ${String(error)}`)
        this.#verdict.check('a run ends', error instanceof BatchError, () => `by our own mistake: ${String(error)}`)
      })
      await Promise.race([work, process.death])
      this.#processes.delete(process)
      // What an ordinary kill costs is unknown: the answers of this moment.
      if (!process.isDead || line.isLost || process.interrupt.aborted) this.#requireKept(process.told, spool)
      await this.#loop.sleep(dice.int(0, 2_000))
    }
    this.#counts.replayed += spool.replayed
  }

  #requireKept(told: readonly string[], spool: TeamSpool): void {
    const { submissions, log } = this.#database
    const elsewhere = `${log.join('\n')}${JSON.stringify(this.#spilled)}`
    for (const identifier of told) {
      const isKnown = submissions.some((each) => each.identifier === identifier) || elsewhere.includes(identifier)
      const isKept = isKnown || spool.has(identifier)
      this.#verdict.check('a told identifier is kept', isKept, () => `${identifier} ended with its process`)
    }
  }

  /** Somebody always does. */
  async #reap(): Promise<void> {
    while (!this.#isOver) {
      await this.#loop.sleep(2_000)
      this.#database.reap()
    }
  }

  /** Looks up what is unknown at the service, and says within a second what is there. */
  async #answer(dice: Dice): Promise<void> {
    while (!this.#isOver) {
      await this.#loop.sleep(dice.int(100, 1_000))
      for (const submission of this.#database.submissions) {
        if (submission.state !== 'unknown') continue
        const created = this.#service.creations.find(({ employeeId }) => employeeId === submission.employeeId)
        this.#note(`a person says of ${submission.employeeId}: ${created?.identifier ?? 'not created'}`)
        submission.identifier = created?.identifier
        this.#database.move(submission, created === undefined ? 'ready' : 'accepted')
      }
    }
  }

  async #strike(dice: Dice): Promise<void> {
    const untilMs = dice.pick([0, 10_000, 60_000, calmAfterMs])
    while (!this.#isOver) {
      await this.#loop.sleep(dice.int(0, 6_000))
      const now = this.#loop.elapsedMs
      if (now >= untilMs) return
      const process = dice.shuffle([...this.#processes])[0]
      if (process === undefined) continue
      const lastsMs = dice.pick([500, 10_000, 18_000, 25_000, 60_000])
      const what = dice.pick([
        'stands still',
        'stands still',
        'is cut off',
        'dies',
        'is told to stop',
        'loses the database',
      ])
      this.#note(`somebody ${what}, ${what === 'dies' ? '' : `for ${lastsMs} ms`}`)
      if (what === 'is told to stop') {
        this.#counts.interrupts += 1
        process.stop()
        void this.#loop.sleep(lastsMs).then(() => process.kill())
      } else if (what === 'loses the database') {
        // As everybody does.
        this.#counts.absences += 1
        this.#database.awayUntil = Math.min(calmAfterMs, now + lastsMs * dice.pick([1, 1, 3]))
      } else if (what === 'stands still') {
        this.#counts.freezes += 1
        process.frozenUntil = now + lastsMs
      } else if (what === 'is cut off') {
        this.#counts.partitions += 1
        process.cutOffUntil = now + lastsMs
      } else {
        this.#counts.deaths += 1
        process.kill()
      }
    }
  }

  #judge(): void {
    const { submissions, log, wrongMoves } = this.#database
    const known = new Set(submissions.map(({ identifier }) => identifier))
    const elsewhere = `${log.join('\n')}${JSON.stringify(this.#spilled)}`
    const seen = new Set<string>()
    for (const { employeeId, identifier } of this.#service.creations) {
      this.#verdict.check('created twice', !seen.has(employeeId), () => `${employeeId}, once more as ${identifier}`)
      seen.add(employeeId)
      const isKept = known.has(identifier) || elsewhere.includes(identifier)
      this.#verdict.check('a told identifier is kept', isKept, () => `${identifier} is nowhere`)
    }
    this.#verdict.check('moves of the diagram only', wrongMoves.length === 0, () => wrongMoves.join(', '))
    const isDone = ({ state, employeeId }: ModelSubmission): boolean => state === 'accepted' && seen.has(employeeId)
    const wanted = submissions.filter(({ state }) => state !== 'ready')
    this.#verdict.check('all is done at last', wanted.every(isDone), () => this.#describe())
  }

  #describe(): string {
    return this.#database.submissions.map(({ id, state, holder }) => `${id} ${state} ${holder ?? ''}`).join(', ')
  }

  #note(line: string): void {
    this.#verdict.note(`${this.#loop.elapsedMs} ${line}`)
  }
}
