import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chromiumPath,
  findFaintTexts,
  inChromium,
  launchChromium,
  measureWidth,
  openWatchedPage,
} from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { type Service, startService, token } from '../support/service.ts'
import { toXlsx, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  let service: Service
  let workspace: Workspace
  const ends: (() => void)[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    service = await startService(undefined, (end) => ends.push(end))
    workspace = new Workspace(service.variables, (end) => ends.push(end))
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'United Kingdom', 'Spain'] }))
    workspace.write(
      'trips.xlsx',
      await toXlsx([
        ...Array.from({ length: 60 }, (_, index) => trip(`E${index}`)),
        trip('E900', { 'Host country': 'UK' }),
        trip('E901', { 'Host country': 'UK', 'Trip end': '2026-02-01' }),
      ]),
    )
  })
  afterAll(async () => {
    await browser.close()
    for (const end of ends.reverse()) end()
  })

  /** What somebody hears: the name of what has the focus. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") || document.activeElement.textContent')

  const expectGood = async (page: Page): Promise<void> => {
    expect(await findFaintTexts(page)).toEqual([])
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(false)
    // An option of the command line stands in the command for a terminal only.
    const words =
      "[...document.querySelectorAll('body :not(.command)')].map(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(' ')).join(' ')"
    expect(await page.evaluate(words)).not.toMatch(/(?<![\w-])--[a-z]{2}/)
    const text = (await page.getByRole('main').innerText()).replaceAll(/rwa-(?:cli|test)-\w+/g, '')
    expect(text).not.toMatch(/\b[a-z]+[A-Z][a-z]/)
  }

  it('a whole review by keyboard alone: correct, undo, plan, send, results', async () => {
    const { url, origin } = await startWeb(workspace, ['trips.xlsx', '--lists', 'lists.json'])
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(url)
    const tabTo = async (name: string | RegExp): Promise<void> => {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab')
        const now = await focused(page)
        if (typeof name === 'string' ? now === name : name.test(now)) return
      }
      throw new Error(`${name} is not reached`)
    }
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    // The code is out of the address, and used up.
    expect(page.url()).toBe(`${origin}/`)
    await tabTo('Check 62 rows')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await expectGood(page)

    // One fix in all equal cells, and back.
    await tabTo(/^Send this instead of “UK”/)
    await page.keyboard.type('United Kingdom')
    // To be remembered is asked for.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('2 cells changed', { exact: true }).waitFor()
    await tabTo(/^\s*Changed for you/)
    await page.keyboard.press('Enter')
    await page.getByText(/“UK” in Destination read as “United Kingdom”/).waitFor()
    await tabTo('Rows of the sheet')
    await page.keyboard.press('Control+z')
    await page.getByRole('radio', { name: '2 to correct' }).waitFor()
    // Cell by cell; of the wrong rows alone the next one takes the place of what was corrected, and is not passed over.
    await page.getByRole('radio', { name: '2 to correct' }).check()
    await page.getByRole('rowheader').nth(2).waitFor({ state: 'detached' })
    await page.getByRole('grid').focus()
    await page.keyboard.press('F8')
    await page.locator('.active', { hasText: 'UK' }).waitFor()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toMatch(/^cell-0-\d+$/)
    await page.keyboard.press('F2')
    await page.keyboard.type('Spain')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.keyboard.type('United Kingdom')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo (1)', exact: true }).waitFor()
    await expect.poll(() => focused(page)).toBe('Rows of the sheet')
    await page.getByRole('rowheader').nth(1).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: '63' }).waitFor()
    const answered = page.waitForResponse(/api\/problem/)
    await page.keyboard.press('F8')
    await (await answered).finished()
    await page.locator('.active', { hasText: 'UK' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Spain')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo (2)', exact: true }).waitFor()
    await page.keyboard.press('F8')
    await page.locator('.active', { hasText: '2026-02-01' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('2026-03-05')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo (3)', exact: true }).waitFor()
    // Nothing is wrong any more: all rows are seen again.
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '62 all rows' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByText('Nothing is to be corrected.').count()).toBe(1)
    // Few of the rows are in the page, wherever one is.
    await page.keyboard.press('Control+Home')
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await page.keyboard.press('Control+End')
    await page.getByRole('rowheader', { name: '63' }).waitFor()
    await expect.poll(() => page.locator('*').count()).toBeLessThan(1_500)
    // A reload loses nothing.
    await page.reload()
    await page.getByRole('button', { name: 'Check', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo (3)', exact: true }).waitFor()

    await tabTo('Review 62 trips')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
    await expectGood(page)
    await expect.poll(() => page.getByText('TEST').count()).toBeGreaterThan(0)
    expect(service.requests).toEqual([])
    await tabTo('Assess 62 trips')
    await page.keyboard.press('Enter')
    // The end of the run leads to the results.
    await page.getByRole('heading', { level: 1, name: '62 of 62 trips assessed' }).waitFor()
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await expectGood(page)
    expect(service.created().length).toBe(62)
    // From the pictures to the rows behind them and back, and the focus is with them.
    await tabTo('Portugal')
    await page.keyboard.press('Enter')
    await page.getByText('Only Portugal').waitFor()
    await expect.poll(() => focused(page)).toBe('Rows with their results')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => focused(page)).toBe('Show all rows')
    await page.keyboard.press('Enter')
    await tabTo(/with an overall score of 6–7$/)
    await page.keyboard.press('Enter')
    await page.getByText(/^Only Overall 6–7/).waitFor()
    await expect.poll(() => focused(page)).toBe('Rows with their results')
    const download = page.waitForEvent('download')
    await tabTo('Download the workbook')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toBe('trips.corrected.assessed.xlsx')
    // 200 % of the size: half as wide.
    await page.setViewportSize({ width: 640, height: 360 })
    expect(await measureWidth(page)).toBeLessThanOrEqual(640)
    const seen = await page.evaluate<string>('document.documentElement.outerHTML + JSON.stringify(sessionStorage)')
    expect(seen).not.toContain(token)
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).toBe('{}')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('a sheet is chosen at Start; what it lacks and which dates are meant is said on the page', async () => {
    const { url, origin } = await startWeb(workspace, [], { HOME: workspace.path('other') })
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.goto(url)
    const { Seniority: _, Role, ...rest } = trip('E1', { 'Trip start': '03/04/2026', 'Trip end': '2026-05-05' })
    const row = { ...rest, Funktion_X: Role ?? '' }
    await page.locator('input[type=file]').setInputFiles({
      name: 'reisen.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await toXlsx([row])),
    })
    await page.getByRole('heading', { name: 'You decide' }).waitFor()
    await expectGood(page)
    // Said in people's words, and once.
    expect(await page.getByRole('main').innerText()).not.toMatch(/seniority|roleType/)
    await page.getByText('One answer for all').first().click()
    await page.getByLabel('Seniority: one answer for all rows').selectOption('Mid')
    await page.getByRole('button', { name: 'One answer for all' }).first().click()
    await page.getByText('Seniority is “Mid” in all rows that have none').waitFor()
    await page.getByRole('button', { name: 'Accept 1 guess' }).click()
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    // No cell proves the pattern: a person ticks it.
    await page.getByRole('checkbox', { name: /^DD\/MM\/YYYY/ }).check()
    await page.getByRole('button', { name: 'Read 1 date like this' }).click()
    await page.getByRole('button', { name: 'Review 1 trip' }).click()
    await page.getByRole('button', { name: 'Assess 1 trip' }).waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByText('Dates written as text are read as DD/MM/YYYY.').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('nothing comes of what another page tries, and no script runs that is not the page’s own', async () => {
    const { url, origin } = await startWeb(workspace, ['trips.xlsx'], { HOME: workspace.path('third') })
    const other = createServer((_, response) => response.end('<!doctype html><title>other</title>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const foreign = await browser.newPage()
    await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const tries = await foreign.evaluate<string[]>(`(async () => {
      const attempt = (path, init) => fetch('${origin}' + path, init).then((answer) => answer.type + answer.status, () => 'blocked')
      const framed = new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.onload = () => { try { resolve(frame.contentDocument === null ? 'blocked' : 'open') } catch { resolve('blocked') } }
        frame.src = '${origin}/'
        document.body.append(frame)
      })
      return [
        await attempt('/api/state'),
        await attempt('/api/plan', { method: 'POST', body: '{}' }),
        await attempt('/api/plan', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
        await attempt('/api/session', { method: 'POST', mode: 'no-cors', body: '{}' }),
        await framed,
      ]
    })()`)
    expect(tries).toEqual(['blocked', 'blocked', 'blocked', 'blocked', 'blocked'])
    await foreign.close()
    other.close()
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    const refused = await page.evaluate<string[]>(`[
      () => (document.body.innerHTML = '<img src=x>'),
      () => document.body.setAttribute('onclick', 'document.title = "run"'),
      () => (document.createElement('script').text = 'document.title = "run"'),
    ].map((attempt) => { try { attempt(); return 'done' } catch (error) { return error.name } })`)
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError'])
    // The link once more, in another tab: nobody has the key any more.
    const second = await browser.newPage()
    await second.goto(url)
    await second.getByText('had been used before').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'This tab is closed' }).waitFor()
    await Promise.all([page.close(), second.close()])
  })
})
