import { existsSync } from 'node:fs'
import { basename, win32 } from 'node:path'
import { listWaiting } from '../../app/four-eyes/waiting-runs.ts'
import { findStore } from '../../app/ledger/ledger-access.ts'
import { sumOf, unsettledStates, withheldStates } from '../../contract/states.ts'
import type { LedgerStatus, RunStatus } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { classifyTarget } from '../../pipeline/model/run.ts'
import type { PageSettings, WorkspaceSettings } from '../page-settings.ts'
import type { Drafts } from '../sheet/drafts.ts'

const pollIntervalMs = 1_000
/** Limit for the share of time spent on polling: counting a million rows takes a while. */
const maxPollingShare = 0.25
const shownRuns = 8
/** No run has this number: the query returns only the ledger's holder. */
const noRun = -1

interface MonitorPorts {
  /** This program sends, or the page has no viewer; polling is then skipped. */
  isIdle(): boolean
  /** Another user may have decided on what stands in the open sheet. */
  readRecorded(): unknown
  readShared(runs: readonly RunStatus[]): unknown
}

/** Reads the ledger's runs and its current holder. Never writes. */
export class RunMonitor {
  readonly #settings: WorkspaceSettings
  readonly #store: LedgerStore
  readonly #drafts: Drafts
  readonly #ports: MonitorPorts
  #runs: readonly RunStatus[] = []
  /** How many had ended when the open sheet was last compared with what they recorded. */
  #ended = 0
  readonly state: {
    /** Earlier runs, by any user; the latest first. */
    recent: readonly ReturnType<typeof describeRun>[]
    /** Sealed ones that wait for a second person, the latest first. */
    waiting: Awaited<ReturnType<typeof listSealed>>
    /** Another program that has the ledger open; its run is null while its sheet is read. */
    other: { holder: string; run: ReturnType<typeof describeRun> | null } | null
  } = { recent: [], waiting: [], other: null }

  constructor(settings: WorkspaceSettings, drafts: Drafts, ports: MonitorPorts) {
    this.#settings = settings
    this.#store = findStore(settings.run)
    this.#drafts = drafts
    this.#ports = ports
  }

  find(id: number): RunStatus | undefined {
    return this.#runs.find((run) => run.id === id)
  }

  async refresh(): Promise<void> {
    await this.#drafts.removeReleased(this.#settings.run)
    await this.#applyStatus(await this.#read({}))
    await this.#readWaiting()
    await this.#ports.readShared(this.#runs)
  }

  async pollUntil(signal: AbortSignal): Promise<void> {
    const { clock } = this.#settings
    while (!signal.aborted) {
      const beganAt = clock.now()
      if (!this.#ports.isIdle()) await this.#poll()
      const tookMs = clock.now() - beganAt
      await clock.sleep(Math.max(pollIntervalMs, tookMs / maxPollingShare), signal)
    }
  }

  async #poll(): Promise<void> {
    await this.#readWaiting()
    const { holder, runs, ended } = await this.#read({ runId: this.state.other?.run?.id ?? noRun })
    const [run] = runs
    const hasEnded = ended !== this.#ended
    if (!hasEnded && holder !== undefined && run?.isRunning === true) this.#setOther(holder, run)
    else if (hasEnded || holder !== undefined || this.state.other !== null)
      await this.#applyStatus(await this.#read({}))
  }

  async #applyStatus({ holder, runs, ended }: LedgerStatus): Promise<void> {
    if (ended !== this.#ended) await this.#ports.readRecorded()
    this.#ended = ended
    this.#runs = runs.slice(0, shownRuns)
    this.state.recent = this.#runs.map(describeRun)
    const running = runs.find(({ isRunning }) => isRunning)
    this.#setOther(this.#ports.isIdle() ? undefined : holder, running)
  }

  #setOther(holder: string | undefined, run: RunStatus | undefined): void {
    this.state.other = holder === undefined ? null : { holder, run: run === undefined ? null : describeRun(run) }
    this.#settings.changed()
  }

  /** A colleague may seal or release one at any time, on another computer too. */
  async #readWaiting(): Promise<void> {
    const found = await listSealed(this.#settings).catch(() => [])
    if (JSON.stringify(found) === JSON.stringify(this.state.waiting)) return
    this.state.waiting = found
    await this.#drafts.removeReleased(this.#settings.run)
    await this.#ports.readRecorded()
    this.#settings.changed()
  }

  /** Without a readable ledger the status is empty. */
  async #read(choice: { runId?: number }): Promise<LedgerStatus> {
    const store = this.#store
    const none = { holder: undefined, runs: [], ended: this.#ended }
    try {
      return (await store.exists()) ? await store.status(choice) : none
    } catch {
      return none
    }
  }
}

/** Takes no lock. */
async function listSealed({ run, clock }: PageSettings) {
  const found = await listWaiting(run, { address: run.destination.address, company: run.company })
  return found.flatMap(({ run: number, file, until = 0, startedAt: at, sealed }) => {
    if (sealed === undefined || until < clock.now()) return []
    const { by, seal, requests } = sealed
    return { run: number, file: win32.basename(file), requests, by, at, until, seal }
  })
}

function describeRun({ id, operation, address, file, startedAt, endedAt, rows, output, balance }: RunStatus) {
  const counts = new Map<string, number>()
  for (const { state, count } of balance) counts.set(state, (counts.get(state) ?? 0) + count)
  return {
    id,
    operation,
    kind: classifyTarget({ address }),
    file: basename(file),
    startedAt,
    /** Null: it goes on, or its program died. */
    endedAt: endedAt ?? null,
    rows,
    settled: rows - sumOf(counts, unsettledStates),
    /** Not sent for a reason that stands in the sheet. */
    withheld: sumOf(counts, withheldStates),
    counts: [...counts].map(([state, count]) => ({ state, count })),
    /** Its sheet is still in its place, and can be opened again. */
    isHere: operation === 'assess' && existsSync(file),
    output: output !== undefined && existsSync(output) ? basename(output) : null,
  }
}
