import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../ledger/postgres/database.ts'
import { type Alteration, altering } from '../../../support/altered.ts'
import { readCsvOutput } from '../../../support/outputs.ts'
import { createProxy, type PostgresProxy } from '../../../support/postgres-proxy.ts'
import { type Ended, type Running, Workspace } from '../../../support/program.ts'
import { type Row, toCsv } from '../../../support/trips.ts'
import type { Matter } from './matter.ts'

/** Requests in flight of one process. */
export const concurrency = 8
/** More is no progress any more. */
const mostRuns = 60

export interface ColleaguePlan {
  rows: readonly Row[]
  matter: Pick<Matter, 'operation' | 'options'>
  /** Whether the sheet is left to workers, of whom this one has one. */
  isLeft: boolean
  /** Of the ledger. */
  address: string
  baseUrl: string
  token: string
  alterations: readonly Alteration[]
}

/** One who starts the same command over the same sheet, on a machine of their own, until it has done all. */
export class Colleague {
  readonly rows: number
  readonly proxy: PostgresProxy
  /** Process identifiers of all of their runs. */
  readonly processes: number[] = []
  /** Stands still, or cannot reach the database. */
  isStricken = false
  readonly #space: Workspace
  readonly #plan: ColleaguePlan
  readonly #args: readonly string[]
  readonly #ledger: readonly string[]
  readonly #sending: readonly string[]
  #running: Running | undefined

  private constructor(plan: ColleaguePlan, proxy: PostgresProxy) {
    const { rows, baseUrl, token, alterations } = plan
    const { operation, options = [] } = plan.matter
    this.rows = rows.length
    this.proxy = proxy
    this.#plan = plan
    this.#space = new Workspace({ RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token, ...altering(alterations) })
    this.#space.write('sheet.csv', toCsv(rows))
    const sending = ['--concurrency', String(concurrency), '--request-timeout', '2s']
    this.#ledger = ['--ledger', proxy.address]
    this.#args = [operation, 'sheet.csv', ...options, ...this.#ledger, '--yes', '--retries', '20', '--json']
    this.#sending = sending
  }

  static async join(plan: ColleaguePlan): Promise<Colleague> {
    return new Colleague(plan, await createProxy(plan.address))
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Until `isEnough`. A run that was killed is never enough. */
  async work(isEnough: (ended: Ended) => boolean): Promise<void> {
    let last: Ended | undefined
    for (let runs = 0; runs < mostRuns; runs += 1) {
      last = await (this.#plan.isLeft ? this.#leave() : this.#start([...this.#args, ...this.#sending, '-o', 'out.csv']))
      if (last.signal === null && isEnough(last)) return
    }
    throw new Error(
      `${mostRuns} runs were not enough, the last ended with ${last?.code}: ${last?.stdout}${last?.stderr}`,
    )
  }

  /** What is stricken. */
  #start(args: readonly string[], isOver: () => Promise<boolean> = async () => false): Promise<Ended> {
    const running = this.#space.start(args)
    this.#running = running
    this.processes.push(running.child.pid ?? 0)
    void untilOver(running, isOver)
    return running.ended.finally(() => {
      this.#running = undefined
    })
  }

  /** The sheet is handed in, workers do it, whoever has one, and it is collected; what it came to. */
  async #leave(): Promise<Ended> {
    const left = await this.#space.spawn([...this.#args, '--detach'])
    if (left.code !== 0) return left
    const { run } = left.summary as unknown as { run: number }
    const isOver = async (): Promise<boolean> => {
      const open = await ask(this.#plan.address, 'SELECT FROM runs WHERE id = $1 AND ended_at IS NULL', [run])
      return open.length === 0
    }
    while (!(await isOver()))
      await this.#start(['worker', ...this.#ledger, ...this.#sending, '--max-unknown', '1000'], isOver)
    return this.#space.spawn(['collect', 'sheet.csv', ...this.#ledger, '-o', 'out.csv', '--json'])
  }

  /** A signal to the run that there is; which process it was, if there is one. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): number | undefined {
    const { child } = this.#running ?? {}
    return child?.kill(signal) === true ? child.pid : undefined
  }

  /** What it has said so far. */
  said(): string {
    return this.#running?.said() ?? 'is not running'
  }

  results(): Record<string, unknown>[] {
    return readCsvOutput(this.#space.path('out.csv')).rows
  }
}

/** Tells it to stop when it is over, unless it has ended before. */
async function untilOver({ child }: Running, isOver: () => Promise<boolean>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isOver().catch(() => false)) {
      child.kill('SIGTERM')
      return
    }
    await sleep(200)
  }
}
