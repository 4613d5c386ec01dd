import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { sumOf, unsettledStates } from '../../contract/states.ts'
import type { LedgerStatus, RunStatus } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import type { Clock } from '../../support/clock.ts'
import type { WaitingSeal } from './release-controller.ts'

const pollIntervalMs = 1_000
/** Limit for the share of time spent on polling: counting a million rows takes a while. */
const maxPollingShare = 0.25
const shownRuns = 8
/** No run has this number: the query returns only the ledger's holder. */
const noRun = -1

export interface RunMonitorPorts {
  store: LedgerStore
  /** Sealed runs that wait for a second person; takes no lock. */
  listSealed(): Promise<readonly WaitingSeal[]>
  clock: Clock
  onChange(): void
  /** True while this program sends, or the page has no viewer: polling is then skipped. */
  isIdle(): boolean
}

/** Reads the ledger's runs and its current holder. Never writes. */
export class RunMonitor {
  readonly #ports: RunMonitorPorts
  #runs: readonly RunStatus[] = []
  readonly state: {
    /** Earlier runs, by any user; the latest first. */
    recent: readonly ReturnType<typeof describeRun>[]
    /** Sealed ones that wait for a second person, the latest first. */
    waiting: readonly WaitingSeal[]
    /** Another program that has the ledger open; its run is null while its sheet is read. */
    other: { holder: string; run: ReturnType<typeof describeProgress> | null } | null
  } = { recent: [], waiting: [], other: null }
  #followed: number | undefined

  constructor(ports: RunMonitorPorts) {
    this.#ports = ports
  }

  /** Only among the shown runs. */
  find(id: number): RunStatus | undefined {
    return this.#runs.find((run) => run.id === id)
  }

  async refresh(): Promise<void> {
    this.#applyStatus(await this.#read({}))
    await this.#readWaiting()
  }

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
    await this.#readWaiting()
    const status = await this.#read({ runId: this.#followed ?? noRun })
    if (status.holder === undefined) {
      if (this.state.other !== null) await this.refresh()
      return
    }
    const [run] = status.runs
    if (run?.isRunning === true) this.#setOther(status.holder, run)
    else this.#applyStatus(await this.#read({}))
  }

  #applyStatus(status: LedgerStatus): void {
    this.#runs = status.runs.slice(0, shownRuns)
    this.state.recent = this.#runs.map(describeRun)
    const running = status.runs.find(({ isRunning }) => isRunning)
    if (status.holder !== undefined && !this.#ports.isIdle()) this.#setOther(status.holder, running)
    else {
      this.#followed = undefined
      this.state.other = null
      this.#ports.onChange()
    }
  }

  #setOther(holder: string, run: RunStatus | undefined): void {
    this.#followed = run?.id
    this.state.other = { holder, run: run === undefined ? null : describeProgress(run) }
    this.#ports.onChange()
  }

  /** A colleague may seal or release one at any time, on another computer too. */
  async #readWaiting(): Promise<void> {
    const found = await this.#ports.listSealed().catch(() => [])
    if (JSON.stringify(found) === JSON.stringify(this.state.waiting)) return
    this.state.waiting = found
    this.#ports.onChange()
  }

  /** Without a readable ledger the status is empty. */
  async #read(choice: { runId?: number }): Promise<LedgerStatus> {
    const { store } = this.#ports
    try {
      return (await store.exists()) ? await store.status(choice) : { holder: undefined, runs: [] }
    } catch {
      return { holder: undefined, runs: [] }
    }
  }
}

function describeRun(run: RunStatus) {
  const { id, operation, file, startedAt, endedAt = null, rows, output } = run
  return {
    id,
    operation,
    file: basename(file),
    startedAt,
    /** Null: it goes on, or its program died. */
    endedAt,
    rows,
    counts: countsOf(run),
    /** Its sheet is still in its place, and can be opened again. */
    isHere: operation === 'assess' && existsSync(file),
    output: output !== undefined && existsSync(output) ? basename(output) : null,
  }
}

function describeProgress(run: RunStatus) {
  const counts = countsOf(run)
  const byState = new Map(counts.map(({ state, count }) => [state, count]))
  return { file: basename(run.file), rows: run.rows, settled: run.rows - sumOf(byState, unsettledStates), counts }
}

function countsOf({ balance }: RunStatus): { state: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { state, count } of balance) counts.set(state, (counts.get(state) ?? 0) + count)
  return [...counts].map(([state, count]) => ({ state, count }))
}
