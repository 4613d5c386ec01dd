import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { type Row, toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** A tracker: trips of three regions with titles, cancelled ones, dates as text, words for countries, totals. */
function createTracker(count: number): Row[] {
  const dates = ['13/03/2026', '3 Mar 26', '2026-03-04']
  const countries = ['UK', 'Gemany', 'Portugal', 'Spain']
  const rows = Array.from({ length: count }, (_, at) =>
    trip(`name.${at}@acme.example`, {
      'Host country': countries[at % 4] ?? '',
      'Trip start': at % 29 === 0 ? 'tbc' : (dates[at % 3] ?? ''),
      'Trip end': '2026-12-28',
      Remarks: at % 11 === 5 ? 'CANCELLED – visa refused' : '',
    }),
  )
  return [{ 'Staff ID': 'EMEA' }, ...rows, { 'Staff ID': 'AMER' }, { 'Staff ID': 'Total', 'Past trips (days)': 7 }]
}

describe.skipIf(chromiumPath === undefined)(`Check, ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(rows: readonly Row[], others: Readonly<Record<string, Uint8Array>> = {}) {
    const workspace = new Workspace()
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain', 'Germany', 'United Kingdom'] }))
    workspace.write('tracker.xlsx', await toXlsx(rows))
    for (const [name, content] of Object.entries(others)) workspace.write(name, content)
    const { url, origin } = await startWeb(workspace, ['tracker.xlsx', '--sandbox', '--lists', 'lists.json'])
    const { page } = await openWatchedPage(browser, origin)
    onTestFinished(() => page.close())
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    await page.getByRole('button', { name: /^Check \d+ rows/ }).click()
    await page.locator('.problems').waitFor()
    return { page, workspace }
  }

  const main = (page: Page): Promise<string> => page.locator('button.main').innerText()
  const lines = (page: Page): Promise<string[]> => page.locator('.problems summary').allInnerTexts()
  const counts = (page: Page): Promise<string[]> => page.locator('.chip').allInnerTexts()
  const isSaid = (text: string) => (found: readonly string[]) =>
    found.some((each) => each.replaceAll(/\s+/g, ' ').includes(text))

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['RWA_PICTURES']
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}.${colorScheme}.png`) })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  it('rows that look cancelled are answered first, in one click; one group is open, others are a line', async () => {
    const { page } = await open(createTracker(66))
    expect(await main(page)).toBe('Decide on 6 trips first')
    const found = await lines(page)
    expect([isSaid('6 look cancelled')(found), isSaid('2 are titles: EMEA, AMER')(found)]).toEqual([true, true])
    expect(await page.locator('.problems details[name=group][open]').count()).toBe(1)
    // Seven groups are in sight, not two.
    const heights = await page
      .locator('.problems details:not([open]) > summary')
      .evaluateAll((all) => (all as unknown as { clientHeight: number }[]).map(({ clientHeight }) => clientHeight))
    expect(Math.max(...heights)).toBeLessThan(48)
    expect(await findViolations(page)).toEqual([])
    await picture(page, 'check')
    await page.locator('button.main').click()
    await page.keyboard.press('Enter')
    await page.getByText('6 trips left out').waitFor()
    expect(isSaid('6 left out by you')((await counts(page)).map((text) => text.replaceAll(/\s+/g, ' ')))).toBe(true)
    expect(await main(page)).toMatch(/^Review \d+ trips$/)
    // Focus is where work goes on, and Undo stands beside what was done.
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('SUMMARY')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => main(page)).toBe('Decide on 6 trips first')
    await page.getByRole('button', { name: /^Redo/ }).click()
    await expect.poll(() => main(page)).toMatch(/^Review/)
    await picture(page, 'check-values')
  })

  it('rows are chosen and left out with keys alone, and put back', async () => {
    const { page } = await open([trip('E1'), trip('E2'), trip('E3')])
    await expect.poll(() => main(page)).toBe('Review 3 trips')
    await page.getByRole('gridcell', { name: 'E1', exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('2 rows chosen').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('2 rows chosen').count()).toBe(0)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => main(page)).toBe('Review 2 trips')
    await page.locator('.grid-row:has(.row-leftOut)').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Put back 1' }).click()
    await expect.poll(() => main(page)).toBe('Review 3 trips')
    // The way from the last row to what comes next.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Review' }).waitFor()
  })

  it('Find shows the column of what it found', async () => {
    const { page } = await open(createTracker(30))
    await page.getByRole('searchbox').fill('visa refused')
    const cell = page.locator('.grid-row .active', { hasText: 'visa refused' })
    await cell.waitFor()
    const { x, width } = (await cell.boundingBox()) ?? { x: 9_999, width: 0 }
    expect(x + width).toBeLessThanOrEqual(1366)
  })

  it('a filter of one sheet is not that of the next; names stay as they are written', async () => {
    const overlap = [trip('anna@acme.example'), trip('anna@acme.example', { 'Host country': 'Spain' })]
    const { page } = await open(createTracker(30), { 'next.xlsx': await toXlsx(overlap) })
    await page.locator('.chip', { hasText: 'to correct' }).click()
    await page.getByRole('navigation', { name: 'Jobs' }).getByRole('button', { name: 'Home' }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'next.xlsx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(await toXlsx(overlap)),
      })
    await page.getByRole('button', { name: /^Check 2 rows/ }).click()
    await expect.poll(() => page.locator('.chip:has(:checked)').innerText()).toMatch(/2\s+all rows/)
    await page.getByText('For information').click()
    await page.getByRole('listitem').filter({ hasText: 'anna@acme.example: rows 2 and 3 overlap' }).waitFor()
    expect(await page.getByText(/Anna@acme/).count()).toBe(0)
  })
})
