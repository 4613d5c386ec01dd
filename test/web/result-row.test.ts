import { expect, it } from 'vitest'
import { isReportLink } from '../rooms/web.ts'

const remote = 'https://service.example/api'
const local = 'http://127.0.0.1:4010/version-test/api'

it.each([
  ['https://service.example/report/1', remote, true],
  ['http://service.example/report/1', remote, true],
  ['https://elsewhere.example/report/1', local, true],
  ['http://127.0.0.1:4010/report/1', local, true],
  ['http://localhost:4010/report/1', local, true],
  ['http://127.0.0.1:1/x"onmouse', remote, false],
  ['http://127.9.9.9/', remote, false],
  ['http://2130706433/', remote, false],
  ['http://0x7f.1/', remote, false],
  ['https://LOCALHOST:8443/', remote, false],
  ['http://[::1]:4010/', remote, false],
  ['http://localhost./', remote, false],
  ['http://page.localhost:1/', remote, false],
  ['http://0/', remote, false],
  ['http://[::]/', remote, false],
  ['http://[::ffff:127.0.0.1]:4010/', remote, false],
  ['http://[::ffff:10.0.0.1]/', remote, true],
  ['http://notlocalhost/', remote, true],
  ['javascript:alert(1)', local, false],
  ['file:///etc/passwd', local, false],
  ['http://', local, false],
  ['', local, false],
  [undefined, local, false],
])('the report %s of the service at %s is a link: %s', (report, baseUrl, isLink) => {
  expect(isReportLink(report, baseUrl)).toBe(isLink)
})
