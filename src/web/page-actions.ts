import { describeExport, writeAudit } from '../app/audit/write-audit.ts'
import { findTokenFile, saveToken } from '../app/destination.ts'
import { describeRules } from '../app/ledger/company-rules.ts'
import { findStore } from '../app/ledger/ledger-access.ts'
import { settingsOf } from '../app/profile/profile.ts'
import { assess } from '../operations/assess.ts'
import { BatchError } from '../support/errors.ts'
import { handOutRecords } from './hand-out.ts'
import { knownRules, type PageSettings } from './page-settings.ts'
import type { DestinationState } from './protocol/protocol.ts'
import type { SettingsState } from './protocol/settings.ts'
import type { TokenRequest } from './request-schemas.ts'

type Settings = Pick<PageSettings, 'kept' | 'access' | 'run' | 'clock' | 'logger'>

export function describeSettings(settings: Settings): SettingsState {
  const { kept, access, run } = settings
  const { columns = {}, set = {}, values = {}, dateFormats = [] } = settingsOf(kept.profile, assess)
  return {
    profile: { file: kept.file, isThere: kept.isThere },
    ledger: run.ledger,
    rules: describeRules(knownRules(settings)),
    token: { source: access.source, file: kept.profile.tokenFile ?? null },
    columns,
    set,
    values,
    dateFormats: [dateFormats].flat(),
  }
}

/** It is never shown. @throws BatchError for an invalid token, and for a file that cannot be written as required */
export function setToken({ kept, access, run }: Settings, { token, isKept, isRotated }: TokenRequest): void {
  access.replaceToken(token, { isRotated })
  if (!isKept) return
  const file = findTokenFile(run.company, run.surroundings)
  saveToken(file, token)
  kept.nameTokenFile(file)
}

/** The whole log as a workbook. @throws BatchError where the ledger does not get its line about it */
export async function exportAudit(settings: Settings): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { content, notes } = await handOutRecords('audit.xlsx', settings, (output, record) =>
    writeAudit(findStore(settings.run), undefined, output, (sealed) => record('audit', describeExport(sealed))),
  )
  if (notes[0] !== undefined) throw new BatchError('ledger', notes[0])
  return content
}

export function describePageDestination({ run: { destination, company } }: PageSettings): DestinationState {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
