import type { RunWishes } from '../app/prepare-run.ts'
import type { CleaningUp } from '../app/scratch-ledger.ts'
import type { RunSettings } from '../app/start-run.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'

/** What a page is started with; nothing of it is ever changed by the page. */
export interface PageSettings {
  /** How every sheet is read and sent, as the profile and the start of the program say. */
  wishes: Omit<RunWishes, 'input' | 'output'>
  /** Whom it speaks to, and what it remembers with. */
  run: Omit<RunSettings, 'onRow'>
  clock: Clock
  /** For whoever started the program. */
  logger: Logger
  cleaningUp: CleaningUp
}
