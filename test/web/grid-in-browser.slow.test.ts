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
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await page.getByText('2 cells cleared.').waitFor()
    await page.getByRole('radio', { name: '2 wrong' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('radio', { name: '0 wrong' }).waitFor()
    await page.keyboard.press('Control+y')
    await page.getByRole('radio', { name: '2 wrong' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expectText(page, 0, destination, 'Portugal')
    await expect.poll(() => page.getByRole('button', { name: 'Redo' }).isEnabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Undo (0)' }).isDisabled()).toBe(true)
  })

  it('a column is made wider by mouse and by keys; it stays so while the sheet is open', async () => {
    const page = await openCheck(2)
    const heading = page.getByRole('columnheader', { name: /^Host country/ })
    const widthOf = async (): Promise<number> => (await heading.boundingBox())?.width ?? 0
    const usual = await widthOf()
    const { x = 0, y = 0, width = 0 } = (await heading.boundingBox()) ?? {}
    await page.mouse.move(x + width - 2, y + 8)
    await page.mouse.down()
    await page.mouse.move(x + width + 98, y + 8)
    await page.mouse.up()
    await expect.poll(widthOf).toBeCloseTo(usual + 100, 0)
    expect((await cellAt(page, 0, destination).boundingBox())?.width).toBeCloseTo(usual + 100, 0)
    // Only the border of the active column is a stop of Tab.
    await cellAt(page, 0, destination).click()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Width of Host country')
    await page.keyboard.press('ArrowLeft')
    const border = page.getByRole('separator', { name: 'Width of Host country' })
    const rem = Math.round((usual + 100) / 16)
    expect([await border.getAttribute('aria-valuenow'), await page.getByRole('separator').count()]).toEqual([
      `${rem - 1}`,
      1,
    ])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect.poll(widthOf).toBeCloseTo(usual + 84, 0)
    await border.focus()
    await page.keyboard.press('Enter')
    await expect.poll(widthOf).toBeCloseTo(usual, 0)
  })

  it('a range is copied as text, and a table of another program is pasted', async () => {
    const page = await openCheck(6)
    await cellAt(page, 0, 0).click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await expect.poll(() => clipboard(page)).toBe('E0\tWork From Anywhere\nE1\tWork From Anywhere')
    // A cell with a line break and a quotation mark stands in quotation marks.
    await fillClipboard(page, 'E7\t"Work\nFrom ""Anywhere"""\r\nE8\tWork From Anywhere\r\n')
    await cellAt(page, 2, 0).click()
    await page.keyboard.press('Control+v')
    await page.getByText('4 cells pasted.').waitFor()
    await expectText(page, 2, 0, 'E7')
    await expectText(page, 3, 0, 'E8')
    await expect.poll(() => cellAt(page, 2, 1).getAttribute('title')).toBe('Work\nFrom "Anywhere"')
    // One cell fills a range; what has no place in the sheet is said.
    await fillClipboard(page, '2026-04-01')
    await cellAt(page, 0, end).click()
    await cellAt(page, 3, end).click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+v')
    await page.getByText('4 cells pasted.').waitFor()
    for (const row of [0, 1, 2, 3]) await expectText(page, row, end, '2026-04-01')
    await fillClipboard(page, 'a\nb\nc')
    await cellAt(page, 4, 0).click()
    await page.keyboard.press('Control+v')
    await page.getByText('2 cells pasted. Left out, as outside the sheet: 1 cell.').waitFor()
  })

  it('a range over more rows than are in the page is copied and filled whole', async () => {
    const page = await openCheck(900)
    await cellAt(page, 0, destination).click()
    await page.keyboard.press('Control+Shift+End')
    await page.keyboard.press('Control+c')
    await expect.poll(async () => (await clipboard(page)).split('\n').length).toBe(900)
    await page.keyboard.press('Control+Home')
    await cellAt(page, 0, destination).click()
    await fillClipboard(page, Array.from({ length: 900 }, () => 'Spain').join('\n'))
    await page.keyboard.press('Control+v')
    await page.getByText('900 cells corrected').waitFor({ timeout: 60_000 })
    await page.keyboard.press('Control+End')
    await expectText(page, 899, destination, 'Spain')
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
    await page.getByRole('radio', { name: '2 wrong' }).waitFor()
    await page.getByLabel('Instead of “2026-02-01” in End date').fill('2026-03-0')
    await page.getByLabel('Instead of “Spanien” in Destination').fill('Spain')
    await page.getByLabel('Instead of “Potugal” in Destination').fill('Portugal')
    await page.getByRole('button', { name: 'Use in 2 cells of Destination' }).click()
    await page.getByLabel('Instead of “Spanien” in Destination').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Instead of “2026-02-01” in End date').inputValue()).toBe('2026-03-0')
    await expect.poll(() => focused(page)).not.toBe('BODY')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByLabel('Instead of “Spanien” in Destination').waitFor()
  })
})
