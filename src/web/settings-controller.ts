import { describeExport, writeAudit } from '../app/audit/write-audit.ts'
import { describeRules } from '../app/ledger/company-rules.ts'
import { findStore } from '../app/ledger/ledger-access.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { findTokenFile, saveToken } from '../app/token-access.ts'
import { assess } from '../operations/assess.ts'
import { BatchError } from '../support/errors.ts'
import { handOutRecords } from './hand-out.ts'
import { knownRules, type PageSettings, type RunIdle } from './page-settings.ts'
import type { DestinationState } from './protocol/protocol.ts'
import type { SettingsState } from './protocol/settings.ts'
import type { ForgetRequest, TokenRequest } from './request-schemas.ts'

type Settings = Pick<PageSettings, 'kept' | 'access' | 'run' | 'clock' | 'logger'>

/** Shows and removes settings of the profile, takes the token, which is never shown, and hands out the log. */
export class SettingsController {
  readonly #settings: Settings
  readonly #runIdle: RunIdle

  constructor(settings: Settings, runIdle: RunIdle) {
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
  exportAudit(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#runIdle(async () => {
      const { content, notes } = await handOutRecords('audit.xlsx', this.#settings, (output, record) =>
        writeAudit(findStore(this.#settings.run), undefined, output, (sealed) =>
          record('audit', describeExport(sealed)),
        ),
      )
      if (notes[0] !== undefined) throw new BatchError('ledger', notes[0])
      return content
    })
  }

  forget(request: ForgetRequest): void {
    this.#settings.kept.change(assess, request)
  }
}

export function describePageDestination({ run: { destination, company } }: PageSettings): DestinationState {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
