import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { type Row, toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

/** What a screen reader says first of the element that has the focus. */
const focused = `(() => {
  const { ariaLabel, labels, textContent, tagName, value } = document.activeElement
  return tagName === 'BODY' ? tagName : tagName + ' ' + (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim()
})()`

describe.skipIf(chromiumPath === undefined)(`with a keyboard alone, ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  it('a sheet is chosen, understood, corrected, sent and handed out; the focus is never lost', async () => {
    const sandbox = await TestSandbox.spawn('1ms-2ms')
    onTestFinished(() => sandbox.close())
    const workspace = new Workspace(sandbox.variables)
    const rows = Array.from({ length: 12 }, (_, at) => {
      const { 'Staff ID': name = '', Seniority = '', ...others } = trip(`E${at}`)
      const remarks = at === 3 ? 'cancelled by client' : ''
      return {
        'Work e-mail': `${name}@acme.example`,
        Stufe_X: Seniority,
        ...others,
        Remarks: remarks,
        Role: 'Engineering',
      }
    })
    const sheet = rows.map(
      (row, at): Row => (at % 5 === 1 ? { ...row, 'Host country': 'Holland', 'Signs contracts': 'at times' } : row),
    )
    workspace.write('trips.csv', toCsv(sheet))
    const { url, origin } = await startWeb(workspace)
    const { page, complaints } = await openWatchedPage(browser, origin)
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.setViewportSize({ width: 1366, height: 768 })
    // A mouse that is used all the same would be heard.
    await page.addInitScript("addEventListener('pointerdown', () => console.error('a pointer was used'), true)")
    await page.goto(url)
    const walk = new Keyboard(page)
    await walk.isOn('Which sheet?', false)
    await walk.press('Tab')

    await walk.to(/^INPUT Choose a file/)
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Space')
    await (await chooser).setFiles(workspace.path('trips.csv'))

    await walk.isOn('Columns')
    await walk.to(/^SELECT Seniority: choose a column/)
    await page.keyboard.type('Stufe')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Seniority: choose a column').count()).toBe(0)
    await walk.isKept()
    // An Enter that comes late has accepted nothing.
    await expect.poll(() => page.locator('button.main').innerText()).toBe('Accept 1 guess')
    await walk.press('Control+Enter')
    await expect.poll(() => page.locator('button.main').innerText()).toBe('Check 12 rows')
    await walk.press('Control+Enter')

    await walk.isOn('Check')
    await walk.to(/^BUTTON Leave out 1 /)
    await walk.press('Enter')
    await page.getByRole('radio', { name: '1 left out by you' }).waitFor()
    await walk.isKept()
    // The first group to correct is open: its field comes first, and Enter changes all cells.
    await walk.to(/^INPUT Send this instead of “at times” in Sales contracts/)
    await page.keyboard.type('No')
    await walk.press('Enter')
    await page.getByRole('radio', { name: '0 to correct' }).waitFor({ state: 'detached' })
    await page.getByText('All 11 trips were checked.').waitFor()
    await walk.isKept()
    await walk.to(/^SUMMARY .*Destination/s)
    await walk.openHere()
    await walk.to(/^BUTTON Change 3 cells of Destination/)
    await walk.press('Enter')
    // It was the last line: the words that none is left have the focus.
    await page.getByRole('region', { name: 'What to correct' }).locator('summary').waitFor({ state: 'detached' })
    await walk.isKept()
    // Two rows are left out by themselves.
    await walk.to(/^DIV Rows of the sheet/)
    await walk.press('Control+Home')
    await walk.press('Space')
    await walk.press('ArrowDown')
    await walk.press('Space')
    await page.getByText('2 rows chosen').waitFor()
    await walk.to(/^BUTTON Leave out 2$/)
    await walk.press('Enter')
    await page.getByRole('radio', { name: '3 left out by you' }).waitFor()
    await walk.isKept()
    await walk.press('Control+Enter')

    await walk.isOn('Review')
    await walk.to(/^BUTTON Assess 9 trips/)
    await walk.press('Enter')
    await walk.isOn('9 of 9 trips assessed')
    await walk.to(/^BUTTON Download the workbook/)
    const download = page.waitForEvent('download')
    await walk.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^trips.*\.xlsx$/)
    expect(
      sandbox
        .created()
        .map(({ input }) => input['destination'])
        .toSorted(),
    ).toEqual(
      sheet
        .filter((_, at) => at > 1 && at !== 3)
        .map((row) => row['Host country'])
        .map((name) => (name === 'Holland' ? 'Netherlands' : name))
        .toSorted(),
    )
  })
})

class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** What has the focus; never the page as a whole. */
  async #focus(): Promise<string> {
    const found = await this.#page.evaluate<string>(focused)
    expect(found).not.toMatch(/^BODY/)
    return found
  }

  async isKept(): Promise<void> {
    await this.#page.locator('.busy [role=status]:empty').waitFor({ state: 'attached' })
    await this.#focus()
  }

  async isOn(title: string, isLed = true): Promise<void> {
    await this.#page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    if (isLed) await expect.poll(() => this.#page.evaluate<string>(focused)).toBe(`H1 ${title}`)
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key)
  }

  /** To the element that is called so: this one, or one behind it. */
  async to(name: RegExp): Promise<void> {
    const passed: string[] = []
    for (let steps = 0; steps < 120; steps += 1) {
      const found = await this.#page.evaluate<string>(focused)
      if (found === 'BODY') break
      if (name.test(found)) return
      passed.push(found)
      await this.#page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not found: ${passed.join(' · ')}`)
  }

  /** A group, unless it is open. */
  async openHere(): Promise<void> {
    const isOpen = await this.#page.evaluate<boolean>('document.activeElement.parentElement.open')
    if (!isOpen) await this.press('Enter')
  }
}
