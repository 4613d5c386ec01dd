import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Database, openDatabase } from '../../src/support/sqlite.ts'
import { program, type Variables } from './program.ts'

export const acmeToken = 'sandbox-token-acme'

/** One assessment as the sandbox's data file has it. */
export interface Created {
  id: string
  company: string
  input: Record<string, unknown>
}

/** The real sandbox in a process of its own, and a look into its data file beside it. */
export class SandboxProcess {
  readonly baseUrl: string
  /** For a workspace of the first company. */
  readonly variables: Variables
  readonly dataFile: string
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #db: Database
  #mark = 0

  private constructor(baseUrl: string, child: ChildProcess, folder: string) {
    this.baseUrl = baseUrl
    this.variables = { RWA_BASE_URL: baseUrl, RWA_API_TOKEN: acmeToken }
    this.#child = child
    this.#folder = folder
    this.dataFile = join(folder, 'data.sqlite')
    this.#db = openDatabase(this.dataFile, { isReadonly: true })
  }

  static async start(readyAfter = '50ms-200ms'): Promise<SandboxProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'rwa-sandbox-'))
    const data = join(folder, 'data.sqlite')
    const args = [program, 'sandbox', '--port', '0', '--json', '--data', data, '--ready-after', readyAfter]
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })
    const death = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the sandbox ended with ${code}`)))
    const [first] = (await Promise.race([once(lines, 'line'), death])) as [string]
    death.catch(() => {})
    return new SandboxProcess(JSON.parse(first).baseUrl, child, folder)
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
    const isOver = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await isOver
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
