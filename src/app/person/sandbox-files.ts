import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { normalizePerson } from '../../ledger/forgetting/forgotten-trip.ts'
import { usingDatabase } from '../../support/sqlite.ts'

const simulated = 'sandbox:'

/**
 * Data on this machine of the sandboxes among a ledger's targets: of those that a run started, and of one that listens
 * here, if it was started in this folder with its usual data.
 */
export function listSandboxData(addresses: readonly string[], folder: string): string[] {
  const own = addresses.flatMap((address) => (address.startsWith(simulated) ? address.slice(simulated.length) : []))
  const listens = addresses.some((address) => /^http:\/\/(?:127\.|localhost|\[::1\])/.test(address))
  const files = new Set([...own, ...(listens ? [join(folder, 'output', 'sandbox.sqlite')] : [])])
  return [...files].filter((file) => existsSync(file))
}

/** The invitations beside a sandbox's data. */
export function listOutbox(data: string): string[] {
  const folder = join(dirname(data), 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? join(folder, name) : []))
}

/** E-mails hold an identifier among other words; one with other characters than letters, digits and hyphens is not found. */
export function mailNamesAny(file: string, names: ReadonlySet<string>): boolean {
  const text = readFileSync(file, 'utf8').normalize('NFC')
  const words = new Set(text.split(/[^\p{L}\p{N}_-]+/u))
  return [...names].some((name) => words.has(name))
}

export function sandboxNamesAny(file: string, names: ReadonlySet<string>): boolean {
  // Not read-only: that would leave files beside it.
  const select = `SELECT staff_id FROM staff UNION SELECT json_extract(input, '$.employeeId') FROM assessment
    UNION SELECT compliance_team_member_id FROM decision UNION SELECT manager_id FROM decision
    UNION SELECT cancelled_by_staff_id FROM decision`
  const texts = usingDatabase(file, (db) => db.prepare<[], string>(select).pluck().all(), {})
  return texts.some((text) => typeof text === 'string' && names.has(normalizePerson(text)))
}
