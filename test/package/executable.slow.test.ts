import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { hasPostgres } from '../support/postgres.ts'
import { type Received, startService } from '../support/service.ts'
import { toCsv, trip, trips } from '../support/trips.ts'
import { BareRoot, canEnterRoot } from './bare-root.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const samples = join(root, 'samples')
const system = `linux-${process.arch}`
let folder = ''
let executable = ''

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

function makeRoot(): BareRoot {
  const bare = new BareRoot(executable)
  onTestFinished(() => bare.remove())
  bare.write('quarterly-review.xlsx', readFileSync(join(samples, 'quarterly-review.xlsx')))
  return bare
}

// Downloads Node.js's binary at the first time; the folder of the root is what matters for the kernel.
describe.skipIf(!canEnterRoot)('the single executable, in a root without Node.js and with a read-only home', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rwa-executable-'))
    const args = ['.ci/package/make.mjs', system, '--unpacked', `--output=${folder}/made`]
    const [made = ''] = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).split('\n')
    executable = join(root, made, 'rwa-batch')
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('prints its version and guide, and names commands without npx', async () => {
    const bare = makeRoot()
    expect((await bare.run(['--version'])).said).toMatch(/^\d+\.\d+\.\d+\n$/)
    const { said } = await bare.run(['help', 'unattended'])
    expect(said).toContain('rwa-batch assess')
    expect(said).not.toContain('npx')
  })

  it('assesses the sample, decides and knows names of countries', async () => {
    const bare = makeRoot()
    const assessed = await bare.run(['assess', '/sheets/quarterly-review.xlsx', '--sandbox', '-o', '/sheets/a.xlsx'])
    expect(assessed.said).toContain('54  scored')
    expect(assessed.code).toBe(3)
    const decided = await bare.run(['decide', '/sheets/a.xlsx', '--sandbox', '--yes', '-o', '/sheets/d.xlsx'])
    expect(decided.said).toMatch(/54 +skipped/)
    bare.write('german.csv', toCsv([trip('E-1', { 'Host country': 'Deutschland' })]))
    await bare.run(['inspect', '/sheets/german.csv', '--draft'])
    const { said } = await bare.run(['inspect', '/sheets/german.csv', '--draft', '--json'])
    expect(said).toContain('Germany')
  }, 120_000)

  it('goes on after kill −9: nothing is created twice, and what was on its way is unknown', async () => {
    const { promise: isOnItsWay, resolve } = withResolvers()
    const isSecond = ({ fields }: Received) => fields['employeeId'] === 'E-002'
    const service = await startService(
      (received) => (isSecond(received) ? 'hang' : undefined),
      onTestFinished,
      async (received) => (isSecond(received) ? resolve() : undefined),
    )
    const bare = makeRoot()
    bare.write('trips.csv', toCsv(trips(3)))
    const args = ['assess', '/sheets/trips.csv', '-o', '/sheets/o.xlsx', '--no-wait', '--concurrency', '1', '--json']
    const first = bare.start(args, service.variables)
    await isOnItsWay
    first.child.kill('SIGKILL')
    await first.ended
    const { code, said } = await bare.run(args, service.variables)
    expect(code).toBe(4)
    expect(JSON.parse(said.trim().split('\n').at(-1) ?? '').outcomes).toEqual({ accepted: 2, unknown: 1 })
    expect(service.created()).toEqual(['E-001', 'E-002', 'E-003'])
  }, 60_000)

  it.skipIf(chromiumPath === undefined)(
    'without arguments it opens the page; the sample goes from drop to download',
    async () => {
      const bare = makeRoot()
      const page = bare.start([])
      await page.until(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
      expect(page.said()).toContain('all scores are simulated')
      page.child.kill('SIGTERM')
      await page.ended
      const web = bare.start(['web', '--sandbox', '--json', '--port', '0'])
      await web.until('"url":"')
      const [, url = ''] = /"url":"([^"]+)"/.exec(web.said()) ?? []
      const browser = await launchChromium()
      onTestFinished(() => browser.close())
      const { page: tab, complaints } = await openWatchedPage(browser, new URL(url).origin)
      await tab.goto(url)
      await tab.locator('input[type=file]').setInputFiles(join(samples, 'quarterly-review.xlsx'))
      for (const name of [/^Check \d+ rows/, /^Review [\d,.]+ /, /^Assess \d+ trips/]) {
        await tab.getByRole('button', { name }).first().click({ timeout: 60_000 })
      }
      const download = tab.waitForEvent('download')
      await tab
        .getByRole('button', { name: /^Download / })
        .or(tab.getByRole('link', { name: /^Download / }))
        .first()
        .click()
      expect((await download).suggestedFilename()).toMatch(/\.assessed\.simulated\.xlsx$/)
      expect(complaints).toEqual([])
    },
    120_000,
  )

  it.skipIf(!hasPostgres || process.env['RWA_TEST_POSTGRES'] !== undefined)(
    'runs the demo of a team on PostgreSQL, with workers',
    () => {
      const demo = join(samples, 'demo-team.mjs')
      const said = execFileSync(process.execPath, [demo, executable], { encoding: 'utf8' })
      const [, have, different] = /: (\d+) have an identifier, (\d+) of them different; 0 trips differ/.exec(said) ?? []
      expect(have, said).toBe(different)
      expect(Number(have)).toBeGreaterThan(350)
    },
    180_000,
  )

  it('has licences and a bill of materials of what is inside', () => {
    const made = join(folder, 'made')
    const licences = readFileSync(join(made, 'LICENSES.txt'), 'utf8')
    expect(licences).toMatch(/^Node\.js 26[\s\S]+commander[\s\S]+undici[\s\S]+nodemailer/)
    const [bill = ''] = execFileSync('ls', [made], { encoding: 'utf8' }).match(/\S+\.cdx\.json/) ?? []
    const { components } = JSON.parse(readFileSync(join(made, bill), 'utf8'))
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['node', 'pg', 'bullmq', 'preact', 'commander']))
    expect(names).not.toContain('vitest')
  })

  it('is the same in every byte when it is built again, with no path of this machine, and is packed', {
    timeout: 240_000,
  }, () => {
    const args = ['.ci/package/make.mjs', system, '--unpacked', `--output=${folder}/again`]
    const [again = ''] = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).split('\n')
    const one = readFileSync(executable)
    expect(one.equals(readFileSync(join(root, again, 'rwa-batch')))).toBe(true)
    expect(one.includes(root)).toBe(false)
    const made = join(folder, 'made')
    expect(readFileSync(join(made, 'LICENSES.txt'))).toEqual(readFileSync(join(folder, 'again/LICENSES.txt')))
    execFileSync(process.execPath, ['.ci/package/archive.mjs', made], { cwd: root })
    expect(readFileSync(join(made, 'SHA256SUMS'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}rwa-batch-\S+\.tar\.xz$/m)
  })
})
