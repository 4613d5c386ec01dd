// Takes the pictures of the page that README shows, from the page itself: the sample as a person goes through it, with the
// sandbox for a service. Needs Chromium: /usr/bin/chromium, or what CHROMIUM_PATH names.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const samples = fileURLToPath(new URL('.', import.meta.url))
const program = join(samples, '../dist/bin/rwa-batch.cjs')
const sheet = 'quarterly-review.xlsx'
// Nothing of the machine that takes them is seen on them, and nothing is left on it.
const folder = mkdtempSync(join(tmpdir(), 'trips-'))
for (const name of [sheet, 'lists.json']) copyFileSync(join(samples, name), join(folder, name))

const web = spawn(process.execPath, [program, 'web', sheet, '--sandbox', '--lists', 'lists.json', '--json'], {
  cwd: folder,
  env: { PATH: process.env['PATH'], RWA_LEDGER: join(folder, 'ledger.sqlite') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const [line] = await once(createInterface({ input: web.stdout }), 'line')
  const page = await browser.newPage({
    viewport: { width: 1280, height: 690 },
    locale: 'en-GB',
    deviceScaleFactor: 0.8,
  })
  /** @param {string | RegExp} name */
  const press = (name) => page.getByRole('button', { name }).click()
  await page.goto(JSON.parse(line).url)
  await press(/^Check \d+ rows/)
  await page.getByRole('grid').focus()
  await page.keyboard.press('F8')
  await page.locator('.active.wrong').waitFor()
  await page.keyboard.press('F8')
  await page.locator('.active', { hasText: 'Portgual' }).waitFor()
  await page.screenshot({ path: join(samples, 'page-check.png') })
  await press(/^Review [\d,.]+ /)
  await press(/^Assess \d+ trips/)
  await page.locator('.heat').waitFor()
  await page.locator('.grid-row').first().waitFor()
  await page.screenshot({ path: join(samples, 'page-results.png') })
} finally {
  await browser.close()
  web.kill('SIGINT')
  await once(web, 'exit')
  rmSync(folder, { recursive: true })
}
