import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

let browser: Browser

beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await launchChromium()
})

afterAll(() => browser?.close())

it.skipIf(chromiumPath === undefined)(
  '“Great Britain” is one line with its suggestion, for three columns',
  { timeout: 120_000 },
  async () => {
    const workspace = new Workspace()
    const british = { Nationality: 'Great Britain', 'Home country': 'Great Britain' }
    const rows = [trip('E1', { ...british, 'Host country': 'France' }), trip('E2', { 'Host country': 'Great Britain' })]
    workspace.write('british.csv', toCsv(rows))
    const { url, origin } = await startWeb(workspace, ['british.csv', '--sandbox'])
    const { page } = await openWatchedPage(browser, origin)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    const inputs = page
      .getByRole('textbox', { name: /“Great Britain”/ })
      .or(page.getByRole('combobox', { name: /“Great Britain”/ }))
    await inputs.first().waitFor()
    expect(await inputs.count()).toBe(1)
    expect(await inputs.first().inputValue()).toBe('United Kingdom')
    const picture = process.env['RWA_PICTURE']
    if (picture !== undefined) await page.screenshot({ path: picture })
    await page
      .getByRole('button', { name: /\b3 cells/ })
      .first()
      .click()
    await inputs.first().waitFor({ state: 'detached' })
  },
)
