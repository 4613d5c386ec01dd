import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  // The rest of what is looked at in a browser is slow.
  it('a sheet is corrected, sent and shown, and nothing is loaded from elsewhere', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'United Kingdom'] }))
    workspace.write('trips.csv', toCsv([trip('E1'), trip('E2', { 'Host country': 'UK' })]))
    const { url, origin } = await startWeb(workspace, ['trips.csv', '--lists', 'lists.json'])
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.goto(url)
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    // The code is out of the address.
    expect(page.url()).toBe(`${origin}/#/check`)
    await page.getByLabel('Instead of “UK”').fill('United Kingdom')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing is wrong.').first().waitFor()
    await page.getByRole('button', { name: 'Review 2 trips' }).click()
    await page.getByRole('button', { name: 'Assess 2 trips' }).click()
    await page.getByRole('heading', { level: 1, name: '2 of 2 trips assessed' }).waitFor()
    await page.getByRole('gridcell', { name: 'E2', exact: true }).waitFor()
    expect(service.created()).toEqual(['E1', 'E2'])
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(token)
    expect(complaints).toEqual([])
    await page.close()
  })
})
