import { expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

/** So many that a click is faster on any machine. */
const rows = 20_000

it.skipIf(chromiumPath === undefined)(
  `reading, checking and planning are cancelled by a click and leave the page as it was, ${inChromium}`,
  { timeout: 300_000 },
  async () => {
    const workspace = new Workspace()
    const { url, origin } = await startWeb(workspace, ['--sandbox'])
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.goto(url)
    const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click()
    const idle = (): Promise<void> =>
      page.locator('.busy [role=status]:empty').waitFor({ state: 'attached', timeout: 120_000 })
    const sheet = toCsv(
      Array.from({ length: rows }, (_, index) => {
        const { 'Past trips (days)': _days, ...row } = trip(`E${index}`)
        return row
      }),
    )
    const drop = (): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    await drop()
    await page.getByText('Reading the sheet …').waitFor()
    // It is read: its words stand out of its plane, in the place of the main button.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [ink, plane] = await page.evaluate<[string, string]>(
        "(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector('.head .busy button')))",
      )
      expect(ink).not.toBe(plane)
      expect(plane).toMatch(/^rgb\(/)
    }
    await press('Cancel')
    await idle()
    await page.getByRole('heading', { level: 1, name: 'Which sheet?' }).waitFor()
    await expect.poll(() => page.locator('nav.steps').count()).toBe(0)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)

    await drop()
    await page.getByRole('button', { name: /^Check / }).click({ timeout: 120_000 })
    const counts = page.getByRole('radiogroup')
    await page.getByRole('radio', { name: `${rows.toLocaleString('en')} to correct` }).waitFor()
    const before = await counts.innerText()
    await page.locator('summary', { hasText: 'One answer for all' }).click()
    await page.getByLabel(/: one answer for all rows$/).fill('0')
    await press('One answer for all')
    await page.getByText('Checking every row …').waitFor()
    await press('Cancel')
    await idle()
    await expect.poll(() => counts.innerText()).toBe(before)
    await expect.poll(() => page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)

    await press('One answer for all')
    await page.getByRole('radio', { name: 'to correct' }).waitFor({ state: 'detached', timeout: 120_000 })
    await idle()
    await press(/^Review /)
    await page.getByText('Working out what would be sent …').waitFor()
    await press('Cancel')
    await idle()
    await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)
