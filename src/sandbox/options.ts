import type { Logger } from '../support/logger.ts'
import type { SandboxCompany, SandboxConfig } from './config.ts'
import type { ReadyAfter } from './endpoints/endpoint.ts'
import type { SandboxLists } from './lists.ts'

export interface SandboxOptions {
  /** On the loopback interface. @default 0, any free port */
  port?: number
  /** Data file, created when missing. @default `:memory:`, no data is kept */
  data?: string
  /** Companies and lists. @default two companies, Acme and Globex, each with an approver */
  config?: SandboxConfig
  /** From creation until the scores are ready. @default 500 to 3,000 */
  readyAfterMs?: ReadyAfter
  /** Mail server for invitations, e.g. `smtp://127.0.0.1:2525`. @default none, they go to `outbox` */
  smtp?: string
  /** Folder for invitations as `.eml` files. @default `outbox` beside the data file; `output/outbox` for `:memory:` */
  outbox?: string
  /** Faults to inject, e.g. `reset-after=1%,503=2%,seed=7`. @default none */
  faults?: string
  logger?: Logger
}

export interface Sandbox {
  /** The service's base address, e.g. `http://127.0.0.1:4010/version-test/api/1.1/wf`. */
  baseUrl: string
  /** As known at start, staff of earlier invitations included. */
  companies: readonly SandboxCompany[]
  lists: SandboxLists
  /** Stops answering and closes the data file. */
  close(): Promise<void>
}
