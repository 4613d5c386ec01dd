import { writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, measureWidth } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { type Row, toCsv, toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** Bytes of a text in an encoding of one byte a letter. */
function encode(text: string, encoding: string): Buffer {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return Buffer.from([...text].map((letter) => [...letters].indexOf(letter)))
}

const people = ['Anna Świątek', 'Paweł Łęcki', 'Żaneta Wójcik', 'Ewa Źródło']
const abroad = ['Niemcy', 'Hiszpania', 'Czechy', 'Portugalia']

/** As a Polish desk keeps it: no heading is known, a title above, and a semicolon between the cells. */
function toPolishCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, at): Row => {
    const day = String((at % 20) + 1).padStart(2, '0')
    return {
      'Nr pracownika': 10_400 + at,
      'Imię i nazwisko': people[at % 4] ?? '',
      Poziom: ['Junior', 'Mid', 'Senior'][at % 3] ?? '',
      Stanowisko: ['Engineering', 'Sales'][at % 2] ?? '',
      Obywatelstwo: at % 5 === 0 ? 'Ukraina' : 'Polska',
      'Kraj docelowy': abroad[at % 4] ?? '',
      'Kraj zatrudnienia': at % 7 === 0 ? 'Litwa' : 'Polska',
      'Data wyjazdu': `${day}.02.2027`,
      'Data powrotu': `${day}.03.2027`,
      'Podpisuje umowy': at % 6 === 0 ? 'Tak' : 'Nie',
      'Dni w roku': at % 9,
      'Prawo do pracy': 'Tak',
      'Rynek lokalny': 'Nie',
    }
  })
  return `Delegacje I kwartał 2027${';'.repeat(12)}\r\nDział kadr${';'.repeat(12)}\r\n${toCsv(rows, ';')}`
}

const marked = '\u{feff}'
const polishFiles: readonly (readonly [name: string, content: (text: string) => Buffer])[] = [
  ['UTF-8 with its mark', (text) => Buffer.from(marked + text)],
  ['UTF-16', (text) => Buffer.from(marked + text, 'utf16le')],
  ['Windows-1250', (text) => encode(text, 'windows-1250')],
]

/** A tracker made by hand: 621 trips, headings of its own, and cells that stay empty. */
function trackerRows(): Row[] {
  return Array.from({ length: 621 }, (_, at): Row => {
    const { Purpose, 'Signs contracts': signs, 'Right to work': right, ...row } = trip(`T-${1000 + at}`)
    const { 'Past trips (days)': days, 'Local market': market, 'Host country': to, ...known } = row
    return {
      ...known,
      Name: people[at % 4] ?? '',
      'Purpose of stay': Purpose ?? '',
      'Destination Country/Region': to ?? '',
      'Visa / right to work?': right ?? '',
      'Prior Travel Days (Rolling 12M)': at % 69 === 0 ? '' : Number(days) + (at % 30),
      'Signs contracts?': signs ?? '',
      'Helps the local market?': market ?? '',
      Notes: at % 10 === 0 ? 'by train' : '',
    }
  })
}

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(name: string, content: Uint8Array): Promise<Page> {
    const workspace = new Workspace({})
    workspace.write(name, content)
    const { url } = await startWeb(workspace, [name, '--sandbox'])
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    onTestFinished(() => page.close())
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    return page
  }

  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()

  /** Where `RWA_PICTURES` names a folder: to be looked at beside the drawing. */
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['RWA_PICTURES']
    if (folder === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      writeFileSync(`${folder}/${name}.${colorScheme}.png`, await page.screenshot({ fullPage: true }))
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") || document.activeElement.textContent')

  it.each(polishFiles)('headings in an unknown language, as %s: from guesses to Check', async (name, toBytes) => {
    const page = await open('delegacje.csv', toBytes(toPolishCsv(40)))
    await page.getByText('No heading is known here').waitFor()
    await picture(page, `polish ${name}`)
    expect(await findViolations(page)).toEqual([])
    // What it is read as is shown in its own letters, and can be changed.
    if (name === 'Windows-1250') {
      await page.getByText('They look like this:').getByText('Imiê').waitFor()
      await page.getByLabel('Letters (encoding)').selectOption('windows-1250')
    }
    await page.getByText('They look like this:').getByText('Imię i nazwisko').waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Row 3' }).isChecked()).toBe(true)
    expect(await page.getByLabel('Read “Data wyjazdu” as').inputValue()).toBe('startDate')
    await press(page, /^Accept \d guesses$/)
    for (const [title, heading] of [
      ['Citizenship', 'Obywatelstwo'],
      ['Destination', 'Kraj docelowy'],
    ]) {
      await page.getByLabel(`${title}: choose a column`).selectOption(heading ?? '')
      await expect.poll(() => page.getByLabel(`${title}: choose a column`).count()).toBe(0)
    }
    // The last country is the only one that is left.
    await expect.poll(() => page.getByLabel('Read “Kraj zatrudnienia” as').inputValue()).toBe('residency')
    await press(page, /^Accept \d+ guess/)
    for (const [title, heading] of [
      ['Role type', 'Stanowisko'],
      ['Sales contracts', 'Podpisuje umowy'],
      ['Right to work', 'Prawo do pracy'],
      ['Benefits local market', 'Rynek lokalny'],
    ]) {
      await page.getByLabel(`${title}: choose a column`).selectOption(heading ?? '')
      await expect.poll(() => page.getByLabel(`${title}: choose a column`).count()).toBe(0)
    }
    const purpose = page.getByRole('listitem').filter({ hasText: 'Purpose' })
    await purpose.locator('summary').click()
    await purpose.getByLabel('Purpose: one answer for all rows').selectOption('Work From Anywhere')
    await press(page, 'One answer for all')
    await press(page, 'Check 40 rows')
    await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor()
  })

  it('another row is chosen for the headings', async () => {
    const page = await open('delegacje.csv', Buffer.from(toPolishCsv(5)))
    await page.getByRole('radio', { name: 'Row 4' }).click()
    await expect.poll(() => page.getByRole('radio', { name: 'Row 4' }).isChecked()).toBe(true)
    await page.getByLabel('Read “10400” as').waitFor({ state: 'attached' })
    await page.getByRole('radio', { name: 'Row 3' }).click()
    await page.getByLabel('Read “Nr pracownika” as').waitFor({ state: 'attached' })
    // Another separator, too.
    await page.getByLabel('Columns are separated by').selectOption(',')
    await expect.poll(() => page.getByLabel('Read “Nr pracownika” as').count()).toBe(0)
    await page.getByLabel('Columns are separated by').selectOption(';')
    await page.getByLabel('Read “Nr pracownika” as').waitFor({ state: 'attached' })
  })

  it('a tracker of 621 trips needs two clicks; the counts are of all rows', async () => {
    const page = await open('tracker.xlsx', await toXlsx(trackerRows()))
    await page.getByRole('heading', { name: 'We guessed' }).waitFor()
    const lineOf = (heading: string) => page.getByRole('listitem').filter({ hasText: heading }).first()
    await expect.poll(() => lineOf('Prior Travel Days').innerText()).toContain('filled in 612 of 621 rows')
    await expect.poll(() => lineOf('Purpose of stay').innerText()).toContain('filled in all 621 rows')
    await picture(page, 'tracker')
    expect(await findViolations(page)).toEqual([])
    await press(page, /^Accept \d guesses$/)
    // The focus is with what comes next, and a key leads on from every list.
    await expect.poll(() => focused(page)).toBe('Check 621 rows')
    await picture(page, 'understood')
    for (const width of [390, 683, 1920]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await measureWidth(page)).toBeLessThanOrEqual(width)
    }
    await page.keyboard.press('Control+Enter')
    await page.getByRole('radio', { name: '612 ready' }).waitFor()
  })

  it('a column that is needed only once the purpose is read is offered first, on Columns and on Check', async () => {
    const rows = [26, 34, 23].map((days, at) => {
      const { 'Past trips (days)': _, ...row } = trip(`E${at}`)
      return { ...row, 'Prior Travel Days (Rolling 12M)': days }
    })
    const page = await open('export.csv', Buffer.from(toCsv(rows)))
    await page.getByLabel('Read “Prior Travel Days (Rolling 12M)” as').waitFor()
    await press(page, 'Check 3 rows')
    await page.getByRole('radio', { name: '3 to correct' }).waitFor()
    expect(await page.getByLabel('Past trips duration: one answer for all rows').isVisible()).toBe(false)
    await press(page, 'Use “Prior Travel Days (Rolling 12M)” · 26 · 34 · 23')
    await page.getByRole('radio', { name: '3 ready' }).waitFor()
  })

  it('one answer for all leaves the focus with the next question', async () => {
    const rows = [1, 2].map((at) => {
      const { Seniority: _, Role: __, ...row } = trip(`E${at}`)
      return row
    })
    const page = await open('two.csv', Buffer.from(toCsv(rows)))
    const line = page.getByRole('listitem').filter({ hasText: 'How senior the role is.' })
    await line.locator('summary').click()
    await line.getByLabel('Seniority: one answer for all rows').selectOption('Mid')
    await line.getByRole('button', { name: 'One answer for all' }).click()
    await page.getByText('Seniority is “Mid” in all rows that have none').waitFor()
    await expect.poll(() => focused(page)).toBe('Role type: choose a column')
  })
})
