import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { sumOf, unsettledStates } from '../contract/states.ts'
import type { LedgerStatus, RunStatus } from '../ledger/port/reports.ts'
import type { LedgerStore } from '../ledger/port.ts'
import type { Clock } from '../support/clock.ts'
import type { OtherRun, RecentRun } from './protocol-runs.ts'

const pollIntervalMs = 1_000
/** Looking must not take more than this share of the time: counting a million rows takes a while. */
const maxPollingShare = 0.25
const shownRuns = 8
/** No run has this number: only who holds the memory is asked for. */
const noRun = -1

export interface RunMonitorPorts {
  store: LedgerStore
  clock: Clock
  onChange(): void
  /** This program itself sends, or nobody looks at the page: there is nothing to look for. */
  isIdle(): boolean
}

/** What the memory knows of runs, whoever did them, and who holds it now; it is only looked at. */
export class RunMonitor {
  readonly #ports: RunMonitorPorts
  #runs: readonly RunStatus[] = []
  #recent: readonly RecentRun[] = []
  #other: OtherRun | null = null
  #followed: number | undefined

  constructor(ports: RunMonitorPorts) {
    this.#ports = ports
  }

  get recent(): readonly RecentRun[] {
    return this.#recent
  }

  get other(): OtherRun | null {
    return this.#other
  }

  /** The run of that number, if it is one of those that are shown. */
  find(id: number): RunStatus | undefined {
    return this.#runs.find((run) => run.id === id)
  }

  /** Looks once for all that is known. */
  async refresh(): Promise<void> {
    this.#applyStatus(await this.#read({}))
  }

  /** Looks again and again until `signal` aborts. */
  async pollUntil(signal: AbortSignal): Promise<void> {
    const { clock, isIdle } = this.#ports
    while (!signal.aborted) {
      const beganAt = clock.now()
      if (!isIdle()) await this.#poll()
      const tookMs = clock.now() - beganAt
      await clock.sleep(Math.max(pollIntervalMs, tookMs / maxPollingShare), signal)
    }
  }

  async #poll(): Promise<void> {
    const status = await this.#read({ runId: this.#followed ?? noRun })
    if (status.holder === undefined) {
      if (this.#other !== null) await this.refresh()
      return
    }
    const [run] = status.runs
    if (run?.isRunning === true) this.#setOther(status.holder, run)
    else this.#applyStatus(await this.#read({}))
  }

  #applyStatus(status: LedgerStatus): void {
    this.#runs = status.runs.slice(0, shownRuns)
    this.#recent = this.#runs.map(describeRun)
    const running = status.runs.find(({ isRunning }) => isRunning)
    if (status.holder !== undefined && !this.#ports.isIdle()) this.#setOther(status.holder, running)
    else {
      this.#followed = undefined
      this.#other = null
      this.#ports.onChange()
    }
  }

  #setOther(holder: string, run: RunStatus | undefined): void {
    this.#followed = run?.id
    this.#other = { holder, run: run === undefined ? null : describeProgress(run) }
    this.#ports.onChange()
  }

  /** There may be none yet, or one that cannot be read just now: nothing is known then. */
  async #read(choice: { runId?: number }): Promise<LedgerStatus> {
    const { store } = this.#ports
    try {
      return (await store.exists()) ? await store.status(choice) : { holder: undefined, runs: [] }
    } catch {
      return { holder: undefined, runs: [] }
    }
  }
}

function describeRun(run: RunStatus): RecentRun {
  const { id, operation, file, startedAt, endedAt = null, rows, output } = run
  return {
    id,
    operation,
    file: basename(file),
    startedAt,
    endedAt,
    rows,
    counts: countsOf(run),
    isHere: operation === 'assess' && existsSync(file),
    output: output !== undefined && existsSync(output) ? basename(output) : null,
  }
}

function describeProgress(run: RunStatus): NonNullable<OtherRun['run']> {
  const counts = countsOf(run)
  const byState = new Map(counts.map(({ state, count }) => [state, count]))
  return { file: basename(run.file), rows: run.rows, settled: run.rows - sumOf(byState, unsettledStates), counts }
}

function countsOf({ balance }: RunStatus): { state: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { state, count } of balance) counts.set(state, (counts.get(state) ?? 0) + count)
  return [...counts].map(([state, count]) => ({ state, count }))
}
