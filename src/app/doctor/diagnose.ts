import { identifyAddress } from '../../client/base-url.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { SettingValues } from '../../settings/all.ts'
import { openSheet } from '../../sheet/open.ts'
import type { Clock } from '../../support/clock.ts'
import { type CompanySources, extractToken, readCompanies, requireBaseUrl } from '../destination.ts'
import { resolveLedger } from '../ledger/ledger-access.ts'
import type { FoundProfile } from '../profile/profile.ts'
import {
  type CheckResult,
  checkAuthorities,
  checkClock,
  checkDatabaseDisk,
  checkDisk,
  checkLedger,
  checkNode,
  checkSqlite,
  checkWay,
  type Diagnosis,
  examine,
  ok,
  skipped,
} from './checks.ts'

export type DiagnosisSettings = Omit<CompanySources, 'profile' | 'env'> & Pick<SettingValues, 'ledger' | 'baseUrl'>

export interface DiagnosisPorts {
  nodeVersion: string
  /** A sheet whose rows must have room. */
  sheet?: string | undefined
  /** Reads the profile, whose settings are used from then on. */
  readProfile(): Promise<FoundProfile | undefined>
  surroundings: HostEnvironment & { env: Record<string, string | undefined> }
  clock: Clock
}

/**
 * Examines everything that may stand in the way of a run on this machine. The service gets one request without a token that creates nothing;
 * the ledger is only read. `settle` gives the settings after the profile was read.
 */
export async function diagnose(
  { readProfile, nodeVersion, surroundings, clock, sheet }: DiagnosisPorts,
  settle: () => DiagnosisSettings,
): Promise<Diagnosis[]> {
  const profile = await examine(readProfile)
  const { ledger: named, baseUrl, ...sources } = settle()
  const env = extractToken(surroundings.env)
  const notAsked = skipped('the service was not asked')
  const url = await examine(() => requireBaseUrl(baseUrl, env))
  const target = url.fault ? undefined : { address: identifyAddress(url.found), company: sources.company }
  const located = await examine(() => resolveLedger(named, surroundings))
  const ledger = located.found
  const facts = ledger === undefined ? located : await examine(() => checkLedger({ ledger, surroundings }, target))
  const disk = await examine(async () =>
    ledger === undefined || isDatabaseAddress(ledger)
      ? checkDatabaseDisk(facts.found?.databaseBytes)
      : checkDisk(ledger, sheet === undefined ? 0 : await countRows(sheet)),
  )
  const token = await examine(() => checkToken({ ...sources, profile: profile.found, env }))
  const sqlite = await examine(checkSqlite)
  const authorities = await examine(() => checkAuthorities(surroundings.env))
  const untrusted = authorities.fault ?? authorities.found
  const isAsked = url.found !== undefined && untrusted === undefined
  const way = isAsked ? await examine(() => checkWay(url.found, surroundings.env, clock)) : { fault: notAsked }
  const results: Readonly<Record<string, CheckResult>> = {
    'Node.js': checkNode(nodeVersion),
    SQLite: sqlite.fault ?? sqlite.found,
    Profile: profile.fault ?? ok(profile.found?.file ?? 'none'),
    Ledger: facts.fault ?? facts.found.result,
    Disk: disk.fault ?? disk.found,
    Token: token.fault ?? token.found,
    // Without an answer, only a proxy address that cannot be used has thrown.
    Proxy: way.fault ?? way.found.Proxy,
    Certificates: untrusted ?? way.found?.Certificates ?? ok('the system’s'),
    Address: url.fault ?? way.found?.Address ?? notAsked,
    Clock: checkClock(way.found?.serverTime, facts.found?.lastRunAt, clock.now()),
  }
  return Object.entries(results).map(([check, result]) => ({ check, ...result }))
}

async function countRows(file: string): Promise<number> {
  const source = await openSheet(file, {})
  let rows = 0
  try {
    for await (const _ of source.rows()) rows += 1
  } finally {
    await source.close()
  }
  return rows
}

/** The token is read as a run reads it, and forgotten. */
async function checkToken(sources: CompanySources): Promise<CheckResult> {
  const { tokenFile, tokenCommand, profile } = sources
  const isNamed = Object.keys(profile?.profile.companies ?? {}).length > 0
  if (!isNamed && tokenCommand === undefined && tokenFile === '-') return skipped('read from standard input by a run')
  const companies = await readCompanies(sources)
  if (isNamed) return ok(`of ${companies.map(({ label }) => label).join(', ')}, from their files`)
  if (tokenCommand !== undefined) return ok('from the command')
  return ok(tokenFile === undefined ? 'from RWA_API_TOKEN' : `from the file ${tokenFile}`)
}
