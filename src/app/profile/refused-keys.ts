import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { flagName, listSettings, longFlag, takes, toCamelCase } from '../../settings/all.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'

const tokenForbidden =
  'a profile must not contain the token, because profiles are copied and shared: keep it in a file that only you can read and name that with "tokenFile", or set RWA_API_TOKEN'
const decidedPerRun = 'it is decided for each run: give it on the command line'

const secretWords = /token|bearer|secret|passw|api[-_ ]?key|credential|authori[sz]ation/i

/** Options of a run that no profile may hold, by each of their names. */
const perRun: ReadonlySet<string> = new Set(
  listSettings()
    .filter(([, setting]) => setting.profile === undefined && takes('decide', setting))
    .flatMap(([name, setting]) => [name, flagName(setting), toCamelCase(longFlag(setting))]),
)

/** Reason why a key is refused, with the nearest known key. Pure. */
export function explainKey(key: string, known: readonly string[] | undefined): string {
  const reason = perRun.has(key) ? decidedPerRun : secretWords.test(key) ? tokenForbidden : undefined
  if (reason !== undefined) return reason
  const meant = known === undefined ? undefined : nearestMatch(key, known)
  if (meant !== undefined) return `there is no such key; did you mean "${meant}"?`
  return `there is no such key${known === undefined ? '' : `; expected one of ${known.join(', ')}`}`
}

/** Reason why a value is refused; undefined for a valid one. `token` is the one in use, if known. Pure. */
export function explainValue(key: string, value: string, token: string | undefined): string | undefined {
  if (token !== undefined && token.length >= 8 && value.includes(token)) return tokenForbidden
  if (/^Bearer\s/i.test(value)) return tokenForbidden
  if ((key === 'tokenFile' || key === 'companies') && looksLikeToken(value)) return tokenForbidden
  if (key === 'baseUrl' && /[?#@]/.test(value))
    return `an address without user name, password and query is expected; ${tokenForbidden}`
  if (key === 'ledger' && isDatabaseAddress(value) && /^[^/]*\/\/[^/?#]*:[^/?#@]*@/.test(value)) {
    return 'an address without a password is expected; it comes from PGPASSWORD, ~/.pgpass or RWA_LEDGER'
  }
  return undefined
}

function looksLikeToken(text: string): boolean {
  return /^[\w+=~-]{20,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text)
}
