import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeExport, writeAudit } from '../app/audit/write-audit.ts'
import { findTokenFile, saveToken, type TokenAccess } from '../app/destination.ts'
import { describeRules } from '../app/ledger/company-rules.ts'
import { findStore } from '../app/ledger/ledger-access.ts'
import { recordDisclosure } from '../app/ledger/record-disclosure.ts'
import type { DryRunPorts } from '../app/ledger/scratch-ledger.ts'
import type { GivenRun } from '../app/parse-request.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { readKnownRules } from '../app/profile/profile-demands.ts'
import type { ProfileStore } from '../app/profile/profile-store.ts'
import type { RunSettings } from '../app/start-run.ts'
import type { Disclosure } from '../ledger/port/attempts.ts'
import type { RecordedRules } from '../ledger/port/rules.ts'
import { assess } from '../operations/assess.ts'
import { classifyTarget } from '../pipeline/model/run.ts'
import { processTag } from '../sheet/writing/temporary-files.ts'
import type { Clock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type Logger, silentLogger } from '../support/logger.ts'
import type { ReadingPorts } from './action-queue.ts'
import { pageLanguage } from './page-language.ts'
import type { TokenRequest } from './request-schemas.ts'
import { pageFace, teeWarnings } from './user-messages.ts'

export interface CommandLineRun {
  operation: string
  file: string
  sheets: readonly string[] | 'all' | undefined
  /** Answers about this sheet alone; `columns` is a file. */
  set?: Readonly<Record<string, string>>
  dateFormats?: readonly string[]
  columns?: string | undefined
  leaveOut?: string | undefined
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
  clock: Clock
  /** For the person who started the program. */
  logger: Logger
}

export interface WorkspaceSettings extends PageSettings {
  /** Digests of saved sheets without a correction; the next one of that name replaces them. */
  copies: Set<string>
  changed(): void
  /** Of the action that a person waits for; empty without one. */
  watch(): ReadingPorts
}

/** For reading a sheet without its company's ledger; warnings are added to `notes`, without repeats. */
export function createReadingContext(
  settings: WorkspaceSettings,
  notes: string[],
  watch = settings.watch(),
): DryRunPorts {
  const logger = teeWarnings(silentLogger, (note) => void (notes.includes(note) || notes.push(note)))
  return { ...watch, logger, rules: knownRules(settings), face: pageFace }
}

/** Of the company, as far as they are known without its ledger. */
export function knownRules({ kept, run }: Pick<PageSettings, 'kept' | 'run'>): RecordedRules {
  return readKnownRules(kept.found, run.surroundings, { address: run.destination.address, company: run.company })
}

export function describeSettings(settings: PageSettings) {
  const { kept, access, run } = settings
  const { columns = {}, set = {}, values = {}, dateFormats = [] } = settingsOf(kept.profile, assess)
  return {
    /** The file also serves runs without the page; it is created with the first setting. */
    profile: { file: kept.file, isThere: kept.found !== undefined },
    ledger: run.ledger,
    /** The chosen one; null: the browser's. */
    language: pageLanguage.chosen,
    /** Of the company, in short, as far as they are known here. */
    rules: describeRules(knownRules(settings)),
    token: { source: access.source, file: kept.profile.tokenFile ?? null },
    columns,
    set,
    values,
    dateFormats: [dateFormats].flat(),
  }
}

/** It is never shown. @throws BatchError for an invalid token, and for a file that cannot be written as required */
export function setToken({ kept, access, run }: PageSettings, { token, isKept, isRotated }: TokenRequest): void {
  access.replaceToken(token, { isRotated })
  if (!isKept) return
  const file = findTokenFile(run.company, run.surroundings)
  saveToken(file, token)
  kept.nameTokenFile(file)
}

/** The whole log as a workbook. @throws BatchError where the ledger does not get its line about it */
export async function exportAudit(settings: PageSettings): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { content, notes } = await handOutRecords('audit.xlsx', settings, (output, record) =>
    writeAudit(findStore(settings.run), undefined, output, (sealed) => record('audit', describeExport(sealed))),
  )
  if (notes[0] !== undefined) throw new BatchError('ledger', notes[0])
  return content
}

export function describePageDestination({ run: { destination, company } }: PageSettings) {
  return { label: destination.label, kind: classifyTarget(destination), company }
}

/** The content of a file that is written for a download and not kept; undefined when none was written. */
export async function handOut(
  name: string,
  write: (file: string) => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), `rwa-batch-${processTag}-`))
  try {
    const file = join(folder, name)
    await write(file)
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same of people's records: `record` adds the line about it to the log. `notes`: what that warned of. */
export async function handOutRecords(
  name: string,
  { run, clock, logger }: PageSettings,
  write: (
    file: string,
    record: (operation: Disclosure['operation'], detail: string) => Promise<void>,
  ) => Promise<unknown>,
): Promise<{ content: Uint8Array<ArrayBuffer> | undefined; notes: readonly string[] }> {
  const notes: string[] = []
  const ports = { clock, logger: teeWarnings(logger, (note) => notes.push(note)) }
  const content = await handOut(name, (file) =>
    write(file, (operation, detail) => recordDisclosure(run, ports, { operation, detail })),
  )
  return { content, notes }
}
