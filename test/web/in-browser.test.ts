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
    await page.getByLabel('Send this instead of “UK”').fill('United Kingdom')
    await page.keyboard.press('Enter')
    await page.getByText('All 2 trips were checked. 2 are ready.').waitFor()
    await page.getByText('Nothing is to be corrected.').waitFor()
    await page.getByRole('button', { name: 'Review 2 trips' }).click()
    await page.getByRole('button', { name: 'Assess 2 trips' }).click()
    await page.getByRole('heading', { level: 1, name: '2 of 2 trips assessed' }).waitFor()
    await page.getByRole('gridcell', { name: 'E2', exact: true }).waitFor()
    expect(service.created()).toEqual(['E1', 'E2'])
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(token)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('what turns the reading around is shown as on a terminal, on every screen; names of any script as they are', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    const names = ['محمد علي', 'Zoë 👩‍💻']
    workspace.write(
      'trips.csv',
      toCsv([
        { Name: names[0] ?? '', ...trip('E-\u202e321\u202c') },
        { Name: names[1] ?? '', ...trip('E-9') },
      ]),
    )
    const { url, origin } = await startWeb(workspace, ['trips.csv'])
    const { page, complaints } = await openWatchedPage(browser, origin)
    // What stands at the end of a cell is white space to all that shows it.
    const shown = 'E-\\u{202e}321'
    const showsNone = async (): Promise<void> => {
      const html = String(await page.evaluate('document.title + document.documentElement.outerHTML'))
      expect(html).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }
    await page.goto(url)
    // The screen Columns, with examples of each.
    await page.locator('summary', { hasText: 'We understood' }).click()
    await page.locator('summary', { hasText: 'Not sent' }).click()
    await page.getByText(`${shown} · E-9`).waitFor()
    await page.getByText(`${names[0]} · ${names[1]}`).waitFor()
    await showsNone()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    const cell = page.getByRole('gridcell', { name: shown })
    await page
      .getByText('The id is sent as “E-321”, without the invisible characters of its cell: U+202E, U+202C.')
      .waitFor()
    await page.getByRole('gridcell', { name: names[0] ?? '', exact: true }).waitFor()
    expect(await cell.getAttribute('title')).toBe(shown)
    // Looked at as a cell that is typed into, and left as it is.
    await cell.dblclick()
    expect(await page.getByRole('textbox', { name: 'Staff ID' }).inputValue()).toBe(shown)
    await page.keyboard.press('Enter')
    await cell.waitFor()
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
    await showsNone()
    await page.getByRole('button', { name: 'Review 2 trips' }).click()
    await page.getByRole('button', { name: 'Assess 2 trips' }).waitFor()
    await showsNone()
    await page.getByRole('button', { name: 'Assess 2 trips' }).click()
    await page.getByRole('heading', { level: 1, name: '2 of 2 trips assessed' }).waitFor()
    await page.getByRole('gridcell', { name: shown }).waitFor()
    await page.getByRole('gridcell', { name: names[1] ?? '', exact: true }).waitFor()
    await showsNone()
    expect(service.created()).toEqual(['E-321', 'E-9'])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('a profile that nobody agreed to is asked about first; the same tab goes on with the sheet', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1')]))
    workspace.write('rwa-batch.json', JSON.stringify({ retryStatus: [502] }))
    const { url, origin } = await startWeb(workspace, ['trips.csv'])
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.goto(url)
    await page.getByRole('heading', { name: 'Is this set-up yours?' }).waitFor()
    await page.getByText('retryStatus: [502]').waitFor()
    const picture = process.env['RWA_TEST_PICTURE']
    if (picture !== undefined) await page.screenshot({ path: picture })
    await page.getByRole('button', { name: 'Use it from now on' }).click()
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor()
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
    await page.close()
  })
})
