import { writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium } from '../sandbox/browser.ts'
import { oleFile } from '../sheet/reading/workbook-parts.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

const macRoman: Record<string, number> = { ü: 0x9f, ñ: 0x96 }

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(content: Uint8Array | string): Promise<Page> {
    const workspace = new Workspace({})
    workspace.write('trips.csv', content)
    const { url } = await startWeb(workspace, ['trips.csv', '--sandbox'])
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    onTestFinished(() => page.close())
    await page.goto(url)
    return page
  }

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

  /** Where `RWA_PICTURES` names a folder: to be looked at beside the drawing. */
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['RWA_PICTURES']
    if (folder === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      writeFileSync(`${folder}/${name}.${colorScheme}.png`, await page.screenshot())
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  it('letters that may be wrong are a question, and the answer reads them', async () => {
    const csv = toCsv([trip('E1', { 'Host country': 'Türkei' }), trip('E2', { 'Host country': 'España' })])
    const page = await open(Buffer.from([...csv].map((letter) => macRoman[letter] ?? letter.charCodeAt(0))))
    const question = page.getByRole('group', { name: 'Some letters of this file look wrong. What does it say?' })
    await question.waitFor()
    await picture(page, 'letters')
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: '“TŸrkei” · Western (Windows-1252)' }).waitFor()
    await question.getByRole('button', { name: '“Türkei” · Mac (Mac Roman)' }).focus()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByText('They look like this:').getByText('Türkei').waitFor()
    expect(await page.getByLabel('Letters (encoding)').inputValue()).toBe('macintosh')
    await press(page, 'Check 2 rows')
    await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor()
    await page.getByRole('gridcell', { name: 'Türkei' }).or(page.getByText('“Türkei”')).first().waitFor()
  })

  it('day numbers are said to be days, and read with one click', async () => {
    const page = await open(toCsv([trip('E1', { 'Trip start': '46084', 'Trip end': '46109' })]))
    await press(page, 'Check 1 row')
    await page.getByText('“46084” is 3 March 2026').or(page.getByText('46084')).first().waitFor()
    await picture(page, 'day-numbers')
    expect(await findViolations(page)).toEqual([])
    await press(page, /^Read .*dates/)
    await page.getByRole('radio', { name: '1 to correct' }).waitFor({ state: 'detached' })
    await page
      .getByText(/1 of 1 trip .*ready|1 is ready|1 ready/)
      .first()
      .waitFor()
  })

  it('placeholders are named, and nothing is proposed', async () => {
    const rows = ['n/a', 'NA', 'tbd', '-'].map((to, at) => trip(`E${at}`, { 'Host country': to }))
    const page = await open(toCsv(rows))
    await press(page, 'Check 4 rows')
    await page
      .getByText(/not a placeholder/i)
      .first()
      .waitFor()
    await picture(page, 'placeholders')
    expect(await page.getByText('Namibia').count()).toBe(0)
    const inputs = page.getByLabel(/^Send this instead of/)
    await expect.poll(() => inputs.count()).toBe(4)
    for (const input of await inputs.all()) expect(await input.inputValue()).toBe('')
  })

  it('an .xls is refused with the way to an .xlsx in both programs', async () => {
    const { url } = await startWeb(new Workspace({}), ['--sandbox'])
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    onTestFinished(() => page.close())
    await page.goto(url)
    await page.getByText('.xlsx, .xlsm or .csv').first().waitFor()
    const file = { name: 'trips.xls', mimeType: 'application/vnd.ms-excel', buffer: oleFile('Root Entry', 'Workbook') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('trips.xls is a workbook in the format Excel 97-2003 (.xls), which is not read.').waitFor()
    await page.getByText('File, Save As, “Excel Workbook (.xlsx)”').waitFor()
    await picture(page, 'xls')
    expect(await findViolations(page)).toEqual([])
  })
})
