import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Environment, isTestAddress, requireCheckedCertificates } from '../../client/base-url.ts'
import { type Probe, probeService } from '../../client/probe.ts'
import { findProxy } from '../../client/transport.ts'
import { find } from '../../messages/catalogue.ts'
import { describeTime } from '../../messages/waits.ts'
import type { Clock } from '../../support/clock.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { type CheckResult, failedCheck, ok, skipped } from './diagnosis.ts'

const probeTimeoutMs = 10_000
/** The `Date` of an answer has whole seconds, and waits on its way. */
const toleratedMs = 2 * 60_000

/** Findings of one request without a token, about the way to the service. */
export interface WayFindings {
  Proxy: CheckResult
  Certificates: CheckResult
  Address: CheckResult
  serverTime: { serverTimeMs: number; answeredAtMs: number } | undefined
}

/** @throws BatchError `configuration` for unchecked certificates and a wrong proxy address. */
export async function checkWay(baseUrl: string, env: Environment, clock: Pick<Clock, 'now'>): Promise<WayFindings> {
  const proxy = findProxy(baseUrl, env)
  return judgeProbe(await probeService({ baseUrl, requestTimeoutMs: probeTimeoutMs, env, clock }), baseUrl, proxy)
}

/** Pure. A failure behind a proxy is told from one at the proxy by its certificate only. */
export function judgeProbe(probe: Probe, baseUrl: string, proxy: string | undefined): WayFindings {
  const host = new URL(baseUrl).host
  const isEncrypted = baseUrl.startsWith('https:')
  const way: WayFindings = {
    Proxy: ok(proxy === undefined ? 'none on the way' : proxy),
    Certificates: isEncrypted
      ? ok(`the certificate of ${host} is accepted`)
      : skipped('not encrypted, on this machine'),
    Address: skipped('the service was not reached'),
    serverTime: undefined,
  }
  if (probe.kind === 'failure') {
    const { code, message: reason } = probe.failure
    if (reason.startsWith('the certificate') || reason.startsWith('no encrypted')) {
      return { ...way, Certificates: failedCheck('configuration', find('certificate-refused', { host, reason })) }
    }
    const unknown = { ...way, Certificates: skipped('no connection was made') }
    if (proxy === undefined) {
      return { ...unknown, Address: unreachable(find('service-unreachable', { host, reason })) }
    }
    const said = find('proxy-failed', { proxy, reason })
    return { ...unknown, Proxy: code === 'PROXY_407' ? failedCheck('configuration', said) : unreachable(said) }
  }
  const { kind, answer, serverTimeMs, answeredAtMs } = probe
  const serverTime = serverTimeMs === undefined ? undefined : { serverTimeMs, answeredAtMs }
  const facts = { address: baseUrl, answer }
  const environment = isTestAddress(baseUrl) ? 'the test environment' : 'production'
  const addresses: Readonly<Record<typeof kind, CheckResult>> = {
    service: ok(`${baseUrl} answers (${environment}); no token was sent`),
    foreign: failedCheck('configuration', find('service-foreign', facts)),
    redirect: failedCheck('contract', find('service-redirects', facts)),
    unavailable: unreachable(find('service-unavailable', facts)),
  }
  return { ...way, Address: addresses[kind], serverTime }
}

/** Certificates are checked, and those that the environment adds can be read. */
export function checkAuthorities(env: Environment): CheckResult | undefined {
  requireCheckedCertificates(env)
  const file = env['NODE_EXTRA_CA_CERTS']
  const reason = file === undefined || file === '' ? undefined : explainAuthority(file)
  if (file === undefined || reason === undefined) return undefined
  return failedCheck('configuration', find('authority-unusable', { file, reason }))
}

function explainAuthority(file: string): string | undefined {
  try {
    new X509Certificate(readFileSync(file))
    return undefined
  } catch (error) {
    return codeOf(error)?.startsWith('E') && !codeOf(error)?.startsWith('ERR')
      ? `cannot be read (${codeOf(error)})`
      : 'holds no certificate'
  }
}

/** By the service's clock, else by the ledger: no run began in the future. Pure. */
export function checkClock(
  serverTime: WayFindings['serverTime'],
  lastRunAt: number | undefined,
  now: number,
): CheckResult {
  const ahead = serverTime === undefined ? undefined : serverTime.answeredAtMs - serverTime.serverTimeMs
  if (ahead !== undefined && Math.abs(ahead) > toleratedMs) {
    return clockOff(Math.abs(ahead), ahead > 0 ? 'ahead of' : 'behind', 'the service’s')
  }
  if (lastRunAt !== undefined && lastRunAt - now > toleratedMs) {
    return clockOff(lastRunAt - now, 'behind', 'the latest run in the ledger')
  }
  return ahead === undefined ? skipped('nothing to compare it with') : ok('as the service’s')
}

function clockOff(ms: number, direction: 'ahead of' | 'behind', reference: string): CheckResult {
  return failedCheck('surroundings', find('clock-off', { difference: describeTime(ms / 1000), direction, reference }))
}

function unreachable(said: ConstructorParameters<typeof BatchError>[1]): CheckResult {
  return { state: 'unreachable', error: new BatchError('surroundings', said) }
}
