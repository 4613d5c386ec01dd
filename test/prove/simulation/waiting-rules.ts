import type { LedgerView, SeenRun, StoredState } from './ledger-view.ts'
import type { Verdict } from './verdict.ts'

/** Of one process: until its run is released, all that was in the ledger is as it was. */
export class WaitingRules {
  readonly #verdict: Verdict
  readonly #view: Pick<LedgerView, 'stored' | 'runs'>
  readonly #releases: number | undefined
  #before: StoredState | undefined
  #isReleased = false

  /** `releases`: the sealed run that the process releases, perhaps once more. */
  constructor(verdict: Verdict, view: Pick<LedgerView, 'stored' | 'runs'>, releases?: number) {
    this.#verdict = verdict
    this.#view = view
    this.#releases = releases
  }

  get isReleased(): boolean {
    return this.#isReleased
  }

  /** Its run had been released and had not ended: where nothing is left to send, it still asks what became of it. */
  get mayAsk(): boolean {
    const run = this.#before?.runs.get(this.#releases ?? Number.NaN)
    return run !== undefined && run.waitsFor === null && run.endedAt === null
  }

  /** Holds after every commit. */
  look(): void {
    if (this.#isReleased) return
    const now = this.#view.stored()
    const before = this.#before
    this.#before ??= now
    if (before === undefined) return
    this.#isReleased = [...now.runs.values()].some((run) => isReleaseOf(before.runs.get(run.id), run))
    if (this.#isReleased) return
    this.#compare(before, now)
    const waits = [...now.runs.values()].some((run) => run.endedAt === null && run.waitsFor !== null && run.changes > 0)
    if (waits) this.#verdict.reach('I4')
  }

  /** What was refused, dropped or has expired leaves no row. */
  judgeEnds(): void {
    for (const { id, waitsFor, endedAt, ending, rows, changes } of this.#view.runs().values()) {
      const isOver = waitsFor !== null && endedAt !== null
      this.#check(
        !isOver || rows + changes === 0,
        () => `run ${id} (${ending}) leaves ${rows} rows, ${changes} changes`,
      )
    }
  }

  #compare(before: StoredState, now: StoredState): void {
    for (const [id, was] of before.submissions) {
      const is = now.submissions.get(id)
      // One that no released run has may go with its run, and its number is given again.
      if (isUnsent(was) && !before.standing.has(id)) {
        this.#check(is === undefined || isUnsent(is), () => `submission ${id} was unsent, and is ${is?.['state']}`)
        continue
      }
      if (is === undefined) {
        this.#check(false, () => `submission ${id} (${was['state']}) is gone`)
        continue
      }
      // Those of a run that is gone: the next one that reads such a row may take it.
      const free = {
        superseded_by: is['superseded_by'] === null && !now.submissions.has(Number(was['superseded_by'])),
        input_id: !now.inputs.has(Number(was['input_id'])),
      }
      const isFree = new Set(Object.entries(free).flatMap(([column, may]) => (may ? [column] : [])))
      const isTold =
        is['state'] === 'unknown' && toText(is['problem']).startsWith(`${toText(was['problem'])}; looked at`)
      if (isTold && this.mayAsk) isFree.add('problem')
      const changed = Object.keys(is).filter(
        (column) => toText(is[column]) !== toText(was[column]) && !isFree.has(column),
      )
      this.#check(changed.length === 0, () => {
        return `submission ${id}: ${changed.map((name) => `${name} ${toText(was[name])} → ${toText(is[name])}`).join(', ')}`
      })
    }
    for (const [id, is] of now.submissions) {
      const isNew = !before.submissions.has(id)
      this.#check(
        !isNew || (is['state'] === 'ready' && is['tries'] === 0),
        () => `submission ${id} is new, ${is['state']}`,
      )
    }
    const [gone] = before.rows.filter((row, index) => now.rows[index] !== row)
    this.#check(gone === undefined && now.rows.length === before.rows.length, () => `rows of a released run: ${gone}`)
  }

  #check(holds: boolean, detail: () => string): void {
    this.#verdict.check('what waits changes nothing', holds, detail)
  }
}

function isReleaseOf(before: SeenRun | undefined, now: SeenRun): boolean {
  if (now.waitsFor !== null) return false
  return before === undefined || before.waitsFor !== null || before.holder !== now.holder
}

function isUnsent({ state, tries, identifier }: Readonly<Record<string, unknown>>): boolean {
  return state === 'ready' && tries === 0 && identifier === null
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}
