import { identifyAddress } from '../../client/base-url.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { Clock } from '../../support/clock.ts'
import { extractToken, requireBaseUrl } from '../destination.ts'
import { resolveLedger } from '../ledger/resolve-ledger.ts'
import type { FoundProfile } from '../profile/profile.ts'
import { type CompanySources, readCompanies } from '../team/companies.ts'
import { checkDatabaseDisk, checkDisk, checkLedger, checkNode, checkSqlite, type LedgerFacts } from './check-machine.ts'
import { checkAuthorities, checkClock, checkWay, type WayFindings } from './check-service.ts'
import { type CheckResult, type Diagnosis, examine, ok, skipped } from './diagnosis.ts'

export interface DiagnosisSettings extends Omit<CompanySources, 'profile' | 'env'> {
  /** As it was named; undefined: `RWA_LEDGER`, else this user's own. */
  ledger: string | undefined
  baseUrl: string | undefined
}

export interface DiagnosisPorts {
  nodeVersion: string
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
  { readProfile, nodeVersion, surroundings, clock }: DiagnosisPorts,
  settle: () => DiagnosisSettings,
): Promise<Diagnosis[]> {
  let profile: FoundProfile | undefined
  const profileResult = await examine(async () => {
    profile = await readProfile()
    return ok(profile?.file ?? 'none')
  })
  const { ledger: named, baseUrl, ...sources } = settle()
  const env = extractToken(surroundings.env)
  let url: string | undefined
  const urlResult = await examine(() => {
    url = requireBaseUrl(baseUrl, env)
    return ok(url)
  })
  let location: string | undefined
  let facts: LedgerFacts | undefined
  const ledgerResult = await examine(async () => {
    location = resolveLedger(named, surroundings)
    const target = url !== undefined ? { address: identifyAddress(url), company: sources.company } : undefined
    facts = await checkLedger({ ledger: location, surroundings }, target)
    return facts.result
  })
  const file = location
  const isFile = file !== undefined && !isDatabaseAddress(file)
  let way: WayFindings | undefined
  const authorities = await examine(() => checkAuthorities(surroundings.env) ?? ok('the system’s'))
  const wayResult = await examine(async () => {
    if (url === undefined || authorities.state === 'failed') return skipped('the service was not asked')
    way = await checkWay(url, surroundings.env, clock)
    return ok('asked')
  })
  const results: Readonly<Record<string, CheckResult>> = {
    'Node.js': checkNode(nodeVersion),
    SQLite: await examine(checkSqlite),
    Profile: profileResult,
    Ledger: ledgerResult,
    Disk: isFile ? await examine(() => checkDisk(file)) : checkDatabaseDisk(facts?.databaseBytes),
    Token: await examine(() => checkToken({ ...sources, profile, env })),
    // Without an answer, only a proxy address that cannot be used has thrown.
    Proxy: way?.Proxy ?? wayResult,
    Certificates: authorities.state === 'failed' ? authorities : (way?.Certificates ?? authorities),
    Address: urlResult.state !== 'ok' ? urlResult : (way?.Address ?? skipped('the service was not asked')),
    Clock: checkClock(way?.serverTime, facts?.lastRunAt, clock.now()),
  }
  return Object.entries(results).map(([check, result]) => ({ check, ...result }))
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
