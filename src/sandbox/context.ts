import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import type { Random } from '../support/random.ts'
import type { SandboxLists } from './config.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SandboxStore } from './store/store.ts'

/** Marks the test environment, as in the service's own base address. */
const environment = '/version-test'

export const apiPath = `${environment}/api/1.1/wf`

export const setupPath = `${environment}/setup`

export const reportPath = `${environment}/report`

/** Milliseconds from creation to ready results, drawn from this range. */
export interface ReadyAfter {
  min: number
  max: number
}

export interface SandboxContext {
  store: SandboxStore
  lists: SandboxLists
  readyAfterMs: ReadyAfter
  clock: Clock
  random: Random
  mailer: Mailer
  logger: Logger
  /** Of the addresses of its pages. */
  origin: string
}
