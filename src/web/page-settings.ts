import type { RunRequest } from '../app/prepare-run.ts'
import type { ProfileStore } from '../app/profile/profile-store.ts'
import type { WithCleanup } from '../app/scratch-ledger.ts'
import type { RunSettings } from '../app/start-run.ts'
import type { TokenAccess } from '../app/token-access.ts'
import type { OptionNameFormatter } from '../pipeline/rows/row-outcome.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'

/** A run as somebody would ask for it at a terminal. */
export interface CommandLineRun {
  operation: string
  file: string
  sheets: readonly string[] | 'all' | undefined
}

/** What a page is started with. */
export interface PageSettings {
  /** How every sheet is sent, as the profile and the start of the program say. */
  runDefaults: Omit<RunRequest, 'input' | 'output'>
  /** How sheets are read: it learns what is said on the page. */
  kept: ProfileStore
  /** The token, which may be given on the page. */
  access: TokenAccess
  /** Whom it speaks to, and what it remembers with; the token is the one that is held just then. */
  run: Omit<RunSettings, 'onRow'>
  /** What somebody would type at a terminal to do the same. */
  formatCommand(run: CommandLineRun): string
  /** How a workbook calls the settings that its hints name. */
  word: OptionNameFormatter
  clock: Clock
  /** For whoever started the program. */
  logger: Logger
  cleaningUp: WithCleanup
}
