import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'

it.skipIf(process.platform !== 'linux')(
  'web hands the browser a file that only its user can read: the code is in the arguments of no process',
  async () => {
    const space = new Workspace({ RWA_BASE_URL: 'http://127.0.0.1:9/version-test', RWA_API_TOKEN: 'tok-3f9c' })
    mkdirSync(space.path('bin'))
    space.write(
      'bin/xdg-open',
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${space.path('opened')}.part'\nmv '${space.path('opened')}.part' '${space.path('opened')}'\n`,
    )
    chmodSync(space.path('bin/xdg-open'), 0o755)
    const running = space.start(['web', '--port', '0'], { PATH: `${space.path('bin')}:${process.env['PATH']}` })
    await running.until(() => existsSync(space.path('opened')))
    const address = readFileSync(space.path('opened'), 'utf8').trim()
    expect(address).toMatch(/^file:.*open\.html$/)
    const file = fileURLToPath(address)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const [link = ''] = /http:\S+#k=[\w-]+/.exec(readFileSync(file, 'utf8')) ?? []
    await running.untilPrinted(link)
    expect(link).not.toBe('')
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
    expect(existsSync(file)).toBe(false)
  },
)

it('web serves the page where no file can lead to it: the link is there to be copied', async () => {
  const space = new Workspace({ RWA_BASE_URL: 'http://127.0.0.1:9/version-test', RWA_API_TOKEN: 'tok-3f9c' })
  const running = space.start(['web', '--port', '0'], { TMPDIR: space.path('not-there') })
  await running.untilPrinted('/#k=')
  const [origin = ''] = /http:[^#]+/.exec(running.printed()) ?? []
  expect((await fetch(origin)).status).toBe(200)
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(0)
})
