import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, inChromium, launchChromium } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

  /** A sheet with three wrong countries, dropped into the page as somebody does it. */
  async function dropSheet(page: Page): Promise<void> {
    const rows = ['UK', 'UK', 'Germny', 'Portugal'].map((country, at) => trip(`E${at}`, { 'Host country': country }))
    const buffer = Buffer.from(toCsv(rows))
    await page.locator('input[type=file]').setInputFiles({ name: 'q3.csv', mimeType: 'text/csv', buffer })
  }

  async function prepare() {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    const destination = ['Portugal', 'Spain', 'Germany', 'United Kingdom']
    workspace.write('lists.json', JSON.stringify({ destination }))
    workspace.write('rwa-batch.json', JSON.stringify({ lists: 'lists.json' }))
    return { service, workspace }
  }

  it('nothing that was typed is lost when browser and program are killed', async () => {
    const { service, workspace } = await prepare()
    const { running, url } = await startWeb(workspace)
    const doomed = await launchChromium()
    const first = await doomed.newPage()
    await first.goto(url)
    await dropSheet(first)
    await press(first, 'Check 4 rows')
    // One cell by hand, one value typed and not used yet.
    await first.getByRole('gridcell', { name: 'Germny' }).dblclick()
    await first.keyboard.press('Control+a')
    await first.keyboard.type('Germany')
    await first.keyboard.press('Enter')
    await first.getByRole('button', { name: 'Undo (1)', exact: true }).waitFor()
    const kept = first.waitForResponse((answer) => {
      return answer.url().endsWith('/api/typed') && answer.request().postData()?.includes('United Kingdom') === true
    })
    await first.getByLabel('Send this instead of “UK”').fill('United Kingdom')
    await kept
    running.child.kill('SIGKILL')
    await running.ended
    await doomed.close()

    const again = await startWeb(workspace)
    const page = await browser.newPage()
    await page.goto(again.url)
    await page.getByText(/^q3\.csv: 1 cell from .* is kept and not sent yet/).waitFor()
    await press(page, 'Go on with q3.csv')
    await page.getByText(/^Your corrections in 1 cell from .* are here again\./).waitFor()
    await page.getByRole('button', { name: 'Undo (1)', exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Send this instead of “UK”').inputValue()).toBe('United Kingdom')
    await press(page, /^Change 2 cells/)
    // What was done since is not said to be from before.
    await expect.poll(() => page.getByText(/^Your corrections in 1 cell from /).count()).toBe(1)
    // Also the step from before the kill is undone and done again.
    await page.getByText('2 cells changed', { exact: true }).waitFor()
    for (const name of ['Undo (2)', 'Undo (1)', 'Redo', 'Redo']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.locator('.busy [role=status]:empty').waitFor({ state: 'attached' })
    }
    await press(page, 'Review 4 trips')
    await press(page, 'Assess 4 trips')
    await page.getByRole('heading', { level: 1, name: '4 of 4 trips assessed' }).waitFor()
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'rwa_create')
    expect(sent.map(({ fields }) => fields['destination']).sort()).toEqual([
      'Germany',
      'Portugal',
      'United Kingdom',
      'United Kingdom',
    ])
    // It is in the file of the run, and offered no more.
    await press(page, 'Home')
    await page.getByText('What was done before').waitFor()
    await expect.poll(() => page.getByText('not sent yet').count()).toBe(0)
    await page.close()
  })

  it('the same sheet dropped again has its corrections, which is said; the sheet as in its file is one click away', async () => {
    const { workspace } = await prepare()
    const { url } = await startWeb(workspace)
    const page = await browser.newPage()
    await page.goto(url)
    await dropSheet(page)
    await press(page, 'Check 4 rows')
    await page.getByLabel('Send this instead of “UK”').fill('United Kingdom')
    await page.keyboard.press('Enter')
    await page.getByText('3 cells changed', { exact: true }).waitFor()
    await press(page, 'Home')
    await dropSheet(page)
    await page.getByText(/^Your corrections in 3 cells/).waitFor()
    await press(page, 'Show the sheet as it is in the file')
    await page.getByText(/^Your corrections/).waitFor({ state: 'detached' })
    await press(page, 'Check 4 rows')
    await page.getByRole('radio', { name: '3 to correct' }).waitFor()
    await page.close()
  })

  it('a second start opens the page that runs, with what is in it, and ends', async () => {
    const { workspace } = await prepare()
    const first = await startWeb(workspace)
    const page = await browser.newPage()
    await page.goto(first.url)
    await dropSheet(page)
    await page.getByRole('button', { name: 'Check 4 rows' }).waitFor()
    await page.close()
    const second = await workspace.spawn(['web', '--json'])
    expect(second.code).toBe(0)
    const { url } = JSON.parse(second.stdout) as { url: string }
    expect(new URL(url).origin).toBe(first.origin)
    const other = await browser.newPage()
    await other.goto(url)
    await other.getByRole('button', { name: 'Check 4 rows' }).waitFor()
    // One with a sheet opens that in the same page.
    workspace.write('q4.csv', toCsv([trip('E9')]))
    expect((await workspace.spawn(['web', 'q4.csv', '--json'])).code).toBe(0)
    await other.getByRole('button', { name: 'Check 1 row' }).waitFor()
    await other.close()
    first.running.child.kill('SIGINT')
    await first.running.ended
    expect((await startWeb(workspace)).running.child.exitCode).toBeNull()
  })
})
