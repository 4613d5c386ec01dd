import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findPageFolder, type LinkRequest, RunningPage } from '../rooms/web.ts'

/** A server that answers each request for a link with what `answer` makes of it. */
async function serve(answer: (asked: LinkRequest) => unknown): Promise<number> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    response.end(JSON.stringify(answer(JSON.parse(body)) ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('a second start gets a link from the first, and hands it the sheet; after its end there is none', async () => {
  const folder = makeFolder()
  const first = new RunningPage(folder)
  const inputs: string[] = []
  const port = await serve((asked) => {
    inputs.push(asked.input)
    return first.answer(asked, () => 'the-code')
  })
  first.register(port)
  expect(statSync(join(folder, 'page.json')).mode & 0o777).toBe(0o600)
  expect(await new RunningPage(folder).requestLink('/trips/q3.xlsx')).toBe(`http://127.0.0.1:${port}/#k=the-code`)
  expect(inputs).toEqual(['/trips/q3.xlsx'])
  expect(() => new RunningPage(folder).register(port)).toThrow('a second time at the same moment')
  first.remove()
  expect(await new RunningPage(folder).requestLink()).toBeUndefined()
  expect(existsSync(join(folder, 'page.json'))).toBe(false)
})

it('a request without the secret gets nothing, nor one whose sheet was exchanged', async () => {
  const page = new RunningPage(makeFolder())
  page.register(4_020)
  const asked = { nonce: 'n', input: '', proof: 'x'.repeat(43) }
  const makeCode = (): string => {
    throw new Error('a code was made')
  }
  expect(page.answer(asked, makeCode)).toBeUndefined()
})

it('what another program has at the port now is not believed, and learns no secret', async () => {
  const folder = makeFolder()
  const heard: string[] = []
  const port = await serve((asked) => {
    heard.push(JSON.stringify(asked))
    return { code: 'a-trap', proof: asked.proof }
  })
  const secret = 'the-secret-of-the-page'
  writeFileSync(join(folder, 'page.json'), JSON.stringify({ port, secret }))
  expect(await new RunningPage(folder).requestLink()).toBeUndefined()
  expect(heard).toHaveLength(1)
  expect(heard[0]).not.toContain(secret)
  // The next start registers in its place.
  new RunningPage(folder).register(4_021)
  expect(readFileSync(join(folder, 'page.json'), 'utf8')).toContain('4021')
})

it('a record that cannot be read bars no start', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'page.json'), '{"of":"another version"}')
  const page = new RunningPage(folder)
  expect(await page.requestLink()).toBeUndefined()
  page.register(4_022)
  expect(readFileSync(join(folder, 'page.json'), 'utf8')).toContain('4022')
})

it('another folder, ledger or address is another page', () => {
  const environment = { platform: 'linux', env: { HOME: '/home/a' } } as const
  const facts = ['/trips', 'sandbox', 'default', '/ledger']
  const found = facts.map((_, index) => findPageFolder(environment, facts.toSpliced(index, 1, 'other')))
  expect(new Set([...found, findPageFolder(environment, facts)]).size).toBe(5)
  expect(findPageFolder({ platform: 'linux', env: {} }, facts)).toBeUndefined()
})
