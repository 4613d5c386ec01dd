import { describe, expect, it } from 'vitest'
import { checkClock, judgeProbe } from '../../rooms/app/doctor.ts'
import type { Probe } from '../../rooms/client.ts'

const address = 'https://service.example/version-test/api'
const proxy = 'proxy.example:3128'

function answered(kind: Exclude<Probe['kind'], 'failure'>): Probe {
  return { kind, answer: 'HTTP 200 (OK)', serverTimeMs: undefined, answeredAtMs: 0 }
}

function failed(code: string, message: string): Probe {
  return { kind: 'failure', failure: { code, message } }
}

const untrusted = failed('SELF_SIGNED', 'the certificate of the host was not accepted (SELF_SIGNED)')
const refused = failed('ECONNREFUSED', 'the connection was refused')

describe('what one request without a token tells', () => {
  it.each<[string, Probe, string | undefined, string[]]>([
    ['the service answers', answered('service'), undefined, ['ok', 'ok', 'ok']],
    ['the same through a proxy', answered('service'), proxy, ['ok', 'ok', 'ok']],
    ['something else answers', answered('foreign'), undefined, ['ok', 'ok', 'failed']],
    ['it leads elsewhere', answered('redirect'), undefined, ['ok', 'ok', 'failed']],
    ['it does not serve now', answered('unavailable'), undefined, ['ok', 'ok', 'unreachable']],
    ['nothing listens', refused, undefined, ['ok', 'skipped', 'unreachable']],
    ['no proxy listens', refused, proxy, ['unreachable', 'skipped', 'skipped']],
    ['the proxy wants a password', failed('PROXY_407', 'HTTP 407'), proxy, ['failed', 'skipped', 'skipped']],
    ['the certificate is of a stranger', untrusted, undefined, ['ok', 'failed', 'skipped']],
    ['the same through a proxy that opens connections', untrusted, proxy, ['ok', 'failed', 'skipped']],
  ])('%s', (_, probe, way, states) => {
    const found = judgeProbe(probe, address, way)
    expect([found.Proxy.state, found.Certificates.state, found.Address.state]).toEqual(states)
  })

  it('no certificate is judged on this machine without encryption', () => {
    expect(judgeProbe(answered('service'), 'http://127.0.0.1:1/api', undefined).Certificates.state).toBe('skipped')
  })
})

describe('the clock', () => {
  const minute = 60_000
  const at = (offsetMs: number) => ({ serverTimeMs: 1_000_000_000, answeredAtMs: 1_000_000_000 + offsetMs })

  it.each<[string, ReturnType<typeof at> | undefined, number | undefined, string]>([
    ['a minute ahead of the service', at(minute), undefined, 'ok'],
    ['three minutes ahead', at(3 * minute), undefined, 'failed'],
    ['three minutes behind', at(-3 * minute), undefined, 'failed'],
    ['no service, and a run in the future', undefined, 1_000_000_000 + 10 * minute, 'failed'],
    ['no service, and a run in the past', undefined, 1, 'skipped'],
    ['nothing to compare it with', undefined, undefined, 'skipped'],
  ])('%s', (_, serverTime, lastRunAt, state) => {
    expect(checkClock(serverTime, lastRunAt, 1_000_000_000).state).toBe(state)
  })
})
