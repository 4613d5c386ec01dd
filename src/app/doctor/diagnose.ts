import { identifyAddress } from '../../client/base-url.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import type { HostEnvironment } from '../../ledger/ledger-location.ts'
import type { SettingValues } from '../../settings/all.ts'
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
  const [Profile, profile] = await examine(readProfile, (found) => ok(found?.file ?? 'none'))
  const { ledger: named, baseUrl, ...sources } = settle()
  const env = extractToken(surroundings.env)
  const notAsked = skipped('the service was not asked')
  const [addressed, url] = await examine(() => requireBaseUrl(baseUrl, env), ok)
  const [located, ledger] = await examine(() => resolveLedger(named, surroundings), ok)
  const target = url !== undefined ? { address: identifyAddress(url), company: sources.company } : undefined
  const [Ledger = located, facts] =
    ledger === undefined
      ? []
      : await examine(
          () => checkLedger({ ledger, surroundings }, target),
          ({ result }) => result,
        )
  const isFile = ledger !== undefined && !isDatabaseAddress(ledger)
  const disk = (): CheckResult => (isFile ? checkDisk(ledger) : checkDatabaseDisk(facts?.databaseBytes))
  const [authorities] = await examine(
    () => checkAuthorities(surroundings.env),
    (fault) => fault ?? ok('the system’s'),
  )
  const isTrusting = authorities.state !== 'failed'
  const [asked, way] =
    url === undefined || !isTrusting
      ? [notAsked]
      : await examine(
          () => checkWay(url, surroundings.env, clock),
          () => ok('asked'),
        )
  const settled = async (check: () => CheckResult | Promise<CheckResult>): Promise<CheckResult> =>
    (await examine(check, (result) => result))[0]
  const results: Readonly<Record<string, CheckResult>> = {
    'Node.js': checkNode(nodeVersion),
    SQLite: await settled(checkSqlite),
    Profile,
    Ledger,
    Disk: await settled(disk),
    Token: await settled(() => checkToken({ ...sources, profile, env })),
    // Without an answer, only a proxy address that cannot be used has thrown.
    Proxy: way?.Proxy ?? asked,
    Certificates: isTrusting ? (way?.Certificates ?? authorities) : authorities,
    Address: addressed.state !== 'ok' ? addressed : (way?.Address ?? notAsked),
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
