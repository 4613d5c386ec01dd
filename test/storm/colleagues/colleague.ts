import { type Alteration, altering } from '../../support/altered.ts'
import { readCsvOutput } from '../../support/outputs.ts'
import { createProxy, type PostgresProxy } from '../../support/postgres-proxy.ts'
import { type Ended, type Running, Workspace } from '../../support/program.ts'
import { type Row, toCsv } from '../../support/trips.ts'

/** Requests in flight of one process. */
export const concurrency = 8
/** More is no progress any more. */
const mostRuns = 60

export interface ColleaguePlan {
  trips: readonly Row[]
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
  readonly #args: readonly string[]
  #running: Running | undefined

  private constructor({ trips, baseUrl, token, alterations }: ColleaguePlan, proxy: PostgresProxy) {
    this.rows = trips.length
    this.proxy = proxy
    this.#space = new Workspace({ RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token, ...altering(alterations) })
    this.#space.write('trips.csv', toCsv(trips))
    this.#args = ['assess', 'trips.csv', '-o', 'out.csv', '--json', '--ledger', proxy.address].concat([
      '--concurrency',
      String(concurrency),
      '--request-timeout',
      '2s',
      '--retries',
      '20',
    ])
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
      this.#running = this.#space.start(this.#args)
      this.processes.push(this.#running.child.pid ?? 0)
      last = await this.#running.ended
      this.#running = undefined
      if (last.signal === null && isEnough(last)) return
    }
    throw new Error(
      `${mostRuns} runs were not enough, the last ended with ${last?.code}: ${last?.stdout}${last?.stderr}`,
    )
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
