import { describe, expect, it } from 'vitest'
import { classifyProbe, findProxy, type ProbeVerdict } from '../rooms/client.ts'

const refusal = '{"status":"error","success":false,"message":"Invalid Auth"}'

describe('an answer to a request without a token', () => {
  it.each<[number, string, ProbeVerdict]>([
    [200, refusal, 'service'],
    [400, refusal, 'service'],
    [401, '', 'service'],
    [403, '<html>forbidden</html>', 'service'],
    [200, '<html>welcome</html>', 'foreign'],
    [200, '{"hello":"world"}', 'foreign'],
    [404, '<html>not found</html>', 'foreign'],
    [301, '', 'redirect'],
    [429, refusal, 'unavailable'],
    [503, '', 'unavailable'],
  ])('HTTP %i with %j is of: %s', (status, body, verdict) => {
    expect(classifyProbe({ status, body, isWhole: true })).toBe(verdict)
  })
})

describe('the proxy on the way', () => {
  const env = {
    HTTPS_PROXY: 'http://ann:secret@proxy.example:3128',
    NO_PROXY: 'inside.example, .own.example *.wild.example',
  }

  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['https://service.example/api', env, 'proxy.example:3128'],
    ['https://service.example/api', {}, undefined],
    ['https://service.example/api', { HTTP_PROXY: 'proxy.example:80' }, 'proxy.example'],
    ['https://inside.example/api', env, undefined],
    ['https://a.inside.example/api', env, undefined],
    ['https://a.own.example/api', env, undefined],
    ['https://a.wild.example/api', env, undefined],
    ['https://notinside.example/api', env, 'proxy.example:3128'],
    ['https://service.example/api', { ...env, NO_PROXY: '*' }, undefined],
    ['http://127.0.0.1:4010/api', env, undefined],
  ])('to %s with %j is %s', (address, variables, proxy) => {
    expect(findProxy(address, variables)).toBe(proxy)
  })
})
