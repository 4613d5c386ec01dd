import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function openCheck(rows: number): Promise<Page> {
    const workspace = new Workspace()
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain'] }))
    workspace.write('trips.csv', toCsv(Array.from({ length: rows }, (_, index) => trip(`E${index}`))))
    const { url, origin } = await startWeb(workspace, ['trips.csv', '--sandbox', '--lists', 'lists.json'])
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto(url)
    await page.getByRole('button', { name: `Check ${rows} rows` }).click()
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    return page
  }

  const cellAt = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`)
  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName')
  const expectText = (page: Page, row: number, column: number, text: string): Promise<void> =>
    expect.poll(() => cellAt(page, row, column).innerText()).toMatch(new RegExp(`^(?:. )?${text}$`))
  const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
  const fillClipboard = (page: Page, text: string): Promise<void> =>
    page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  const destination = 5
  const end = 8

  it('is edited as in a spreadsheet program: type, Tab, Enter, Delete, undo and redo', async () => {
    const page = await openCheck(6)
    await cellAt(page, 0, destination).click()
    await page.keyboard.type('Spain')
    await expect.poll(() => page.locator('#cell-values option').allInnerTexts()).toHaveLength(2)
    await page.keyboard.press('Tab')
    await expectText(page, 0, destination, 'Spain')
    // The next cell is active, and the grid has the focus.
    await expect.poll(() => cellAt(page, 0, destination + 1).getAttribute('class')).toContain('active')
    await expect.poll(() => focused(page)).toBe('Rows of the sheet')
    await page.keyboard.type('Portugal')
    await page.keyboard.press('Enter')
    await expectText(page, 0, destination + 1, 'Portugal')
    await expect.poll(() => cellAt(page, 1, destination + 1).getAttribute('class')).toContain('active')
    await page.keyboard.press('Delete')
    await page.getByRole('radio', { name: '1 to correct' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('radio', { name: 'to correct' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+y')
    await page.getByRole('radio', { name: '1 to correct' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expectText(page, 0, destination, 'Portugal')
    await expect.poll(() => page.getByRole('button', { name: 'Redo' }).isEnabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
  })

  it('one cell is copied and pasted; the cells of a table are not put together in one', async () => {
    const page = await openCheck(3)
    await cellAt(page, 0, 0).click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect.poll(() => clipboard(page)).toBe('Work From Anywhere')
    for (const text of ['E7\tE8', 'E7\nE8\n']) {
      await fillClipboard(page, text)
      await cellAt(page, 2, 0).click()
      await page.keyboard.press('Control+v')
    }
    expect(await page.locator('[role=gridcell] input').count()).toBe(0)
    // As a spreadsheet program ends a cell.
    await fillClipboard(page, 'E9\r\n')
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Enter')
    await expectText(page, 2, 0, 'E9')
    await page.getByRole('button', { name: 'Undo (1)' }).waitFor()
  })

  it('a fix elsewhere leaves what was typed, and the focus, where they are', async () => {
    const page = await openCheck(6)
    await cellAt(page, 0, destination).click()
    for (const text of ['Spanien', 'Potugal']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await cellAt(page, 0, end).click()
    await page.keyboard.type('2026-02-01')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: '2 to correct' }).waitFor()
    // One group is open at a time.
    await page.locator('summary', { hasText: 'End date' }).click()
    await page.getByLabel('Send this instead of “2026-02-01” in End date').fill('2026-03-0')
    await page.locator('summary', { hasText: 'Destination' }).click()
    await page.getByLabel('Send this instead of “Spanien” in Destination').fill('Spain')
    await page.getByLabel('Send this instead of “Potugal” in Destination').fill('Portugal')
    await page.getByRole('button', { name: 'Change 2 cells of Destination' }).click()
    await page.getByLabel('Send this instead of “Spanien” in Destination').waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByLabel('Send this instead of “2026-02-01” in End date').inputValue())
      .toBe('2026-03-0')
    await expect.poll(() => focused(page)).not.toBe('BODY')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.locator('summary', { hasText: 'Destination' }).click()
    await page.getByLabel('Send this instead of “Spanien” in Destination').waitFor()
  })
})
