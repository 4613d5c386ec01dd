import { describeExport, writeAudit } from '../app/audit/write-audit.ts'
import { describeRules } from '../app/ledger/company-rules.ts'
import { findStore } from '../app/ledger/ledger-access.ts'
import { recordDisclosure } from '../app/ledger/record-disclosure.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { findTokenFile, saveToken } from '../app/token-access.ts'
import { assess } from '../operations/assess.ts'
import { BatchError } from '../support/errors.ts'
import { handOut } from './hand-out.ts'
import { knownRules, type PageSettings } from './page-settings.ts'
import type { DestinationState } from './protocol/protocol.ts'
import type { SettingsState } from './protocol/settings.ts'
import type { ForgetRequest, TokenRequest } from './request-schemas.ts'
import { teeWarnings } from './run-messages.ts'

type Settings = Pick<PageSettings, 'kept' | 'access' | 'run' | 'clock' | 'logger'>

/** Shows and removes settings of the profile, takes the token, which is never shown, and hands out the log. */
export class SettingsController {
  readonly #settings: Settings
  /** Refuses an action during a run. */
  readonly #runIdle: (use: () => Promise<void> | void) => Promise<void>

  constructor(settings: Settings, runIdle: (use: () => Promise<void> | void) => Promise<void>) {
    this.#settings = settings
    this.#runIdle = runIdle
  }

  describe(): SettingsState {
    const { kept, access, run } = this.#settings
    const { columns = {}, set = {}, values = {}, dateFormats = [] } = settingsOf(kept.profile, assess)
    return {
      profile: { file: kept.file, isThere: kept.isThere },
      ledger: run.ledger,
      rules: describeRules(knownRules(this.#settings)),
      token: { source: access.source, file: kept.profile.tokenFile ?? null },
      columns,
      set,
      values,
      dateFormats: [dateFormats].flat(),
    }
  }

  /** An invalid token, and a file that cannot be written as required, are shown as an error. */
  setToken({ token, isKept, isRotated }: TokenRequest): Promise<void> {
    return this.#runIdle(() => {
      const { kept, access, run } = this.#settings
      access.replaceToken(token, { isRotated })
      if (!isKept) return
      const file = findTokenFile(run.company, run.surroundings)
      saveToken(file, token)
      kept.nameTokenFile(file)
    })
  }

  /** The whole log as a workbook, once the ledger has its line about it; undefined when an error is shown. */
  async exportAudit(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let content: Uint8Array<ArrayBuffer> | undefined
    await this.#runIdle(async () => {
      const { run, clock, logger } = this.#settings
      const notes: string[] = []
      const ports = { clock, logger: teeWarnings(logger, (note) => notes.push(note)) }
      const file = await handOut('audit.xlsx', (output) =>
        writeAudit(findStore(run), undefined, output, (sealed) =>
          recordDisclosure(run, ports, { operation: 'audit', detail: describeExport(sealed) }),
        ),
      )
      if (notes[0] !== undefined) throw new BatchError('ledger', notes[0])
      content = file
    })
    return content
  }

  forget(request: ForgetRequest): void {
    this.#settings.kept.change(assess, request)
  }
}

export function describePageDestination({ run: { destination, company } }: PageSettings): DestinationState {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
