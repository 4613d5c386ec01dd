import { parseStored } from '../ledger/stored-json.ts'
import type { ResendOptions } from '../pipeline/model/options.ts'
import { shortenSeal } from '../pipeline/sealing/plan-table.ts'
import { toIsoTime } from '../support/clock.ts'
import type { ReadOptions } from './sheet-options.ts'

/** How a sheet was read when it was planned; a release reads it in the same way. */
export interface SealedOptions extends ReadOptions, Partial<ResendOptions> {
  newWorkbook?: boolean | undefined
  allOrNothing?: boolean | undefined
}

/** What the log of attempts keeps of a sealing. */
export interface SealStatement {
  seal: string
  /** The staff ID that was given. */
  by: string
  requests: number
  /** The workbook, and a digest of the sheet that says who sealed what. */
  plan: string
  face: string
  address: string
  company: string
  how: SealedOptions
}

/** What it keeps of a release, beside who ran it. */
export interface ReleaseStatement {
  seal: string
  by: string
  sealedBy: string
  sealedAt: number
  /** Of whoever sealed it. */
  account: string
  machine: string
}

/** What stands in the log of a whole run, in words. Pure. */
export function describeStatement(operation: string, detail: string): string {
  if (operation === 'seal') {
    const { by, requests, seal, plan } = parseStored<SealStatement>(detail, 'statement')
    return `by ${by}: ${requests} to be sent, seal ${shortenSeal(seal)}, ${plan}`
  }
  if (operation !== 'release') return detail
  const { by, seal, sealedBy, sealedAt, account, machine } = parseStored<ReleaseStatement>(detail, 'statement')
  return `by ${by}: seal ${shortenSeal(seal)}, sealed by ${sealedBy} (${account}@${machine}) at ${toIsoTime(sealedAt)}`
}
