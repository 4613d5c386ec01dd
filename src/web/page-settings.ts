import type { TokenAccess } from '../app/destination.ts'
import type { WithCleanup } from '../app/ledger/scratch-ledger.ts'
import type { GivenRun } from '../app/parse-request.ts'
import { readKnownRules } from '../app/profile/profile-demands.ts'
import type { ProfileStore } from '../app/profile/profile-store.ts'
import type { RunSettings } from '../app/start-run.ts'
import type { RecordedRules } from '../ledger/port/rules.ts'
import type { Face } from '../messages/face.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'

export interface CommandLineRun {
  operation: string
  file: string
  sheets: readonly string[] | 'all' | undefined
  /** Answers about this sheet alone; `columns` is a file. */
  set?: Readonly<Record<string, string>>
  dateFormats?: readonly string[]
  columns?: string | undefined
}

export interface PageSettings {
  /** For corrections that were not sent yet; undefined: none are kept. */
  folder: string | undefined
  /** Defaults for every sheet, from the profile and the program's options. */
  runDefaults: Omit<GivenRun, 'input' | 'output'>
  /** Options for reading sheets; the page can change them. */
  kept: ProfileStore
  access: TokenAccess
  /** Destination and ledger. The token is the current one. */
  run: Omit<RunSettings, 'readRows'>
  /** A workbook to try the page with; it is offered where nothing counts. */
  example: { name: string; read(): Uint8Array }
  formatCommand(run: CommandLineRun): string
  /** Who reads the workbook: people with a terminal, too. */
  workbookFace: Face
  clock: Clock
  /** For the person who started the program. */
  logger: Logger
  cleaningUp: WithCleanup
}

/** Of the company, as far as they are known without its ledger. */
export function knownRules({ kept, run }: Pick<PageSettings, 'kept' | 'run'>): RecordedRules {
  return readKnownRules(kept.found, run.surroundings, { address: run.destination.address, company: run.company })
}
