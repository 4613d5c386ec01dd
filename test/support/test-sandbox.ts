import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSandbox } from '../rooms/sandbox.ts'
import { parseValue } from '../rooms/settings.ts'
import { type Database, openDatabase } from '../rooms/support.ts'
import { program, type Variables } from './program.ts'

export const acmeToken = 'sandbox-token-acme'

/** One assessment as the sandbox's data file has it. */
export interface Created {
  id: string
  company: string
  input: Record<string, unknown>
}

/** Serves on a data file until it is stopped. */
type Serve = (dataFile: string, readyAfter: string) => Promise<{ baseUrl: string; stop(): Promise<unknown> }>

/** The real sandbox, and a look into its data file beside it. */
export class TestSandbox {
  readonly baseUrl: string
  /** For a workspace of the first company. */
  readonly variables: Variables
  readonly dataFile: string
  readonly #stop: () => Promise<unknown>
  readonly #folder: string
  readonly #db: Database
  #mark = 0

  private constructor(baseUrl: string, folder: string, stop: () => Promise<unknown>) {
    this.baseUrl = baseUrl
    this.variables = { RWA_BASE_URL: baseUrl, RWA_API_TOKEN: acmeToken }
    this.#stop = stop
    this.#folder = folder
    this.dataFile = join(folder, dataName)
    this.#db = openDatabase(this.dataFile, { isReadonly: true })
  }

  /** In the process of the tests. */
  static start(readyAfter = '50ms-200ms'): Promise<TestSandbox> {
    return TestSandbox.#serve(serveHere, readyAfter)
  }

  /** In a process of its own, where what it does must not take time from the tests. */
  static spawn(readyAfter = '50ms-200ms'): Promise<TestSandbox> {
    return TestSandbox.#serve(serveElsewhere, readyAfter)
  }

  static async #serve(serve: Serve, readyAfter: string): Promise<TestSandbox> {
    const folder = mkdtempSync(join(tmpdir(), 'rwa-sandbox-'))
    const { baseUrl, stop } = await serve(join(folder, dataName), readyAfter)
    return new TestSandbox(baseUrl, folder, stop)
  }

  /** From here on only what comes is counted: each test starts with nothing created. */
  forget(): void {
    this.#mark = this.#db.prepare<[], number>('SELECT COALESCE(MAX(seq), 0) FROM assessment').pluck().get() ?? 0
  }

  /** How many assessments there are. */
  count(): number {
    return (
      this.#db.prepare<[number], number>('SELECT COUNT(*) FROM assessment WHERE seq > ?').pluck().get(this.#mark) ?? 0
    )
  }

  created(): Created[] {
    return this.#db
      .prepare<[number], { assessment_id: string; company: string; input: string }>(
        'SELECT assessment_id, company, input FROM assessment WHERE seq > ? ORDER BY seq',
      )
      .all(this.#mark)
      .map(({ assessment_id, company, input }) => ({ id: assessment_id, company, input: JSON.parse(input) }))
  }

  employees(): string[] {
    return this.created().map(({ input }) => String(input['employeeId']))
  }

  async close(): Promise<void> {
    this.#db.close()
    await this.#stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const dataName = 'data.sqlite'

const serveHere: Serve = async (data, readyAfter) => {
  const { baseUrl, close } = await openSandbox({
    data,
    readyAfterMs: parseValue({ type: 'timeRange' }, readyAfter) as { min: number; max: number },
  })
  return { baseUrl, stop: close }
}

const serveElsewhere: Serve = async (data, readyAfter) => {
  const args = [program, 'sandbox', '--port', '0', '--json', '--data', data, '--ready-after', readyAfter]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const death = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the sandbox ended with ${code}`)))
  const [first] = (await Promise.race([once(lines, 'line'), death])) as [string]
  death.catch(() => {})
  const over = once(child, 'exit')
  return {
    baseUrl: JSON.parse(first).baseUrl,
    stop() {
      child.kill('SIGTERM')
      return over
    },
  }
}
