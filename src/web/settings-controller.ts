import { describeRules } from '../app/ledger/company-rules.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { findTokenFile, saveToken } from '../app/token-access.ts'
import { assess } from '../operations/assess.ts'
import { knownRules, type PageSettings } from './page-settings.ts'
import type { DestinationState } from './protocol/protocol.ts'
import type { SettingsState } from './protocol/settings.ts'
import type { ForgetRequest, TokenRequest } from './request-schemas.ts'

/** Shows and removes settings of the profile, and takes the token, which is never shown. */
export class SettingsController {
  readonly #settings: Pick<PageSettings, 'kept' | 'access' | 'run'>
  /** Refuses an action during a run. */
  readonly #runIdle: (use: () => void) => Promise<void>

  constructor(settings: Pick<PageSettings, 'kept' | 'access' | 'run'>, runIdle: (use: () => void) => Promise<void>) {
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

  forget(request: ForgetRequest): void {
    this.#settings.kept.change(assess, request)
  }
}

export function describePageDestination({ run: { destination, company } }: PageSettings): DestinationState {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
