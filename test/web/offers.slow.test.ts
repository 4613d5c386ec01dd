import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { fieldRefusal } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { isCreateOf, startService } from '../support/service.ts'
import { toCsv, toWorkbook, toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(`what the page offers next, ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(workspace: Workspace, args: readonly string[] = []) {
    const { running, url, origin } = await startWeb(workspace, args)
    const { page } = await openWatchedPage(browser, origin)
    onTestFinished(() => page.close())
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(url)
    return { page, running }
  }

  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()
  const main = (page: Page): Promise<string> => page.locator('button.main').innerText()

  it('where nothing can be sent it leads to the first problem; marks are seen without their colours', async () => {
    const workspace = new Workspace()
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain'] }))
    const rows = ['XX', 'YY'].map((country) => trip(country, { 'Host country': country, 'Home country': 'UK' }))
    workspace.write('trips.csv', toCsv(rows))
    const { page } = await open(workspace, ['trips.csv', '--sandbox', '--lists', 'lists.json'])
    await press(page, 'Check 2 rows')
    await page.getByText(/^2 of 2 trips must be corrected/).waitFor()
    await press(page, 'Correct 2 trips')
    const wrong = page.locator('.active', { hasText: 'XX' })
    await wrong.and(page.locator('.wrong')).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '2 to correct' }).isChecked()).toBe(true)
    // A screen reader says of each what it is.
    const doubtful = page.locator('.grid-row > .doubtful', { hasText: 'UK' }).first()
    const described = await doubtful.getAttribute('aria-describedby')
    const warning = await page.locator(`#${described}`).textContent()
    expect([warning, await doubtful.getAttribute('aria-invalid'), await wrong.getAttribute('aria-invalid')]).toEqual([
      'Warning',
      null,
      'true',
    ])
    expect(await findViolations(page)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    const borderOf = (selector: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).borderLeftWidth`)
    await expect.poll(() => borderOf('.grid-row > .wrong')).toBe('2px')
    expect(await borderOf('.grid-row > [role=gridcell]:not(.wrong)')).not.toBe('2px')
  })

  it('the cell that a key leads to is seen whole, below two lines of headings and above the explanation', async () => {
    const workspace = new Workspace()
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain'] }))
    const rows = Array.from({ length: 60 }, (_, at) => trip(`E${at}`, at === 40 ? { 'Host country': 'Portgual' } : {}))
    workspace.write('trips.csv', toCsv(rows))
    const { page } = await open(workspace, ['trips.csv', '--sandbox', '--lists', 'lists.json'])
    await press(page, 'Check 60 rows')
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('F8')
    await page.locator('.active', { hasText: 'Portgual' }).waitFor()
    await page.getByRole('button', { name: 'Use “Portugal”' }).waitFor()
    const below = (selector: string): Promise<number> =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().bottom`)
    await expect.poll(async () => (await below('.grid-row > .active')) <= (await below('.grid'))).toBe(true)
  })

  it('after a run only what is new is offered; rows keep the name of their sheet; a refused cell is led to', async () => {
    const service = await startService((received) =>
      isCreateOf('B2', received) ? fieldRefusal('destination', 'Incorrect country') : undefined,
    )
    const workspace = new Workspace(service.variables)
    const sheets = { EMEA: [trip('A1'), trip('A2')], APAC: [trip('B1'), trip('B2', { 'Host country': 'UK' })] }
    workspace.write('trips.xlsx', await toWorkbook(sheets))
    const { page } = await open(workspace, ['trips.xlsx'])
    await page.getByText('Headings in row 1').waitFor()
    expect(await page.getByLabel('Sheet', { exact: true }).inputValue()).toBe('EMEA')
    await press(page, 'all of them, as one run')
    await page.getByText('EMEA, APAC · shown: EMEA').waitFor()
    expect(await page.getByLabel('Sheet', { exact: true }).inputValue()).toBe('')
    await press(page, 'Check 4 rows')
    await press(page, 'Review 4 trips')
    await press(page, 'Assess 4 trips')
    await page.getByRole('heading', { level: 1, name: '3 of 4 trips assessed' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^Results · /)
    await page.getByRole('rowheader', { name: 'APAC 3' }).waitFor()
    // What needs a person is the main button; nothing else is left to go on with.
    await expect.poll(() => main(page)).toBe('Correct 1 trip')
    await expect.poll(() => page.getByRole('button', { name: 'Go on with the rest' }).count()).toBe(0)
    await press(page, 'Correct 1 trip')
    await page.locator('.active', { hasText: 'UK' }).waitFor()
    // What the page's own warning said is meant stands there.
    await expect
      .poll(() => page.getByLabel('Send this instead of “UK” in Destination').inputValue())
      .toBe('United Kingdom')
    await expect.poll(() => page.locator('.problems details').count()).toBe(1)
    await expect
      .poll(() => page.locator('.lead').innerText())
      .toBe('1 of 4 trips must be corrected. 0 are ready. 3 were sent before.')
    await expect.poll(() => main(page)).toBe('Correct 1 trip')
    // Each screen has its address.
    expect(new URL(page.url()).hash).toBe('#/check')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: '3 of 4 trips assessed' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: '3 of 4 trips assessed' }).waitFor()
  })

  it('without a token Home says so and leads to Settings; a template and an example are at hand', async () => {
    const service = await startService()
    const workspace = new Workspace({ RWA_BASE_URL: service.baseUrl })
    const { page } = await open(workspace)
    await page.getByText('There is no access to the service yet.').waitFor()
    const download = page.waitForEvent('download')
    await press(page, 'Download an empty one to fill in')
    const template = workspace.path('template.xlsx')
    await (await download).saveAs(template)
    await page.locator('input[type=file]').setInputFiles(template)
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'You decide' }).count()).toBe(0)
    await press(page, 'Home')
    await press(page, /^Try it with an example/)
    await press(page, /^Check 60 rows/)
    await press(page, 'Home')
    await press(page, 'Give the token')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  it('a run that was cut off goes on from Home: with its answers, to Review with what remains; to Check for what is new', async () => {
    let cut = (): void => {}
    const isCut = new Promise<void>((resolve) => {
      cut = resolve
    })
    onTestFinished(() => cut())
    const service = await startService(undefined, onTestFinished, async ({ fields }) => {
      if (fields['employeeId'] === 'E2') await isCut
    })
    const workspace = new Workspace(service.variables)
    workspace.write('rwa-batch.json', JSON.stringify({ concurrency: 1 }))
    // A heading that nothing knows, and a row that stays wrong.
    const rows = ['E1', 'E2', 'E3', 'E4', 'E5'].map((name) => {
      const { Purpose = '', ...row } = trip(name, name === 'E5' ? { 'Trip end': 'tbc' } : {})
      return { ...row, Zweck_X: Purpose }
    })
    workspace.write('trips.csv', toCsv(rows))
    const { page, running } = await open(workspace, ['trips.csv'])
    await page.locator('summary', { hasText: 'Not sent' }).click()
    await page.getByLabel('Read “Zweck_X” as').selectOption('purpose')
    await press(page, 'Check 5 rows')
    await press(page, 'Review 4 trips')
    await press(page, 'Assess 4 trips')
    await expect.poll(() => service.created()).toEqual(['E1', 'E2'])
    running.child.kill('SIGKILL')
    await running.ended
    cut()
    const { page: next, running: again } = await open(workspace)
    await next.getByText('trips.corrected.xlsx was interrupted').waitFor()
    await press(next, /^Go on with \d+ of \d+ rows$/)
    await next.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
    await next.getByRole('button', { name: 'Assess 2 trips' }).waitFor()
    expect(new URL(next.url()).hash).toBe('#/plan')
    await next.goBack()
    await next.getByRole('button', { name: 'Review 4 trips' }).waitFor()
    await next.getByRole('button', { name: 'Columns', exact: true }).click()
    await next.getByText(/^The answers of the run of .* are here again\.$/).waitFor()
    expect(await next.getByLabel('Read “Zweck_X” as').inputValue()).toBe('purpose')
    // Its file was changed meanwhile, and has another wrong row.
    const edited = rows.map((row, index) => (index === 3 ? { ...row, 'Trip end': 'tbc' } : row))
    workspace.write('output/trips.corrected.xlsx', await toXlsx(edited))
    await press(next, 'Home')
    await press(next, /^Go on with \d+ of \d+ rows$/)
    await next.getByRole('heading', { level: 1, name: 'Check' }).waitFor()
    await next.getByRole('button', { name: 'Review 3 trips' }).waitFor()
    expect(service.created()).toEqual(['E1', 'E2'])
    again.child.kill('SIGKILL')
  })

  it('all answers are kept for the next sheet with one tick, which has no question left', async () => {
    const { page } = await open(new Workspace(), ['--sandbox'])
    const { Purpose = '', ...row } = trip('E1')
    const drop = (name: string, rows: Parameters<typeof toCsv>[0]): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) })
    const strange = { ...row, Zweck_X: Purpose }
    await drop('q3.csv', [strange])
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    await page.locator('summary', { hasText: 'Not sent' }).click()
    await page.getByLabel('Read “Zweck_X” as').selectOption('purpose')
    const tick = page.getByLabel('Keep these answers for the next sheet with the same headings')
    await tick.check()
    await page.getByText('remembered').waitFor({ state: 'attached' })
    await page.locator('.busy [role=status]:empty').waitFor({ state: 'attached' })
    await press(page, 'Home')
    await drop('q4.csv', [strange, { ...strange, 'Staff ID': 'E2' }])
    await page.getByText('remembered').waitFor({ state: 'attached' })
    expect(await tick.count()).toBe(0)
    expect(await page.getByLabel('Read “Zweck_X” as').inputValue()).toBe('purpose')
    expect(await findViolations(page)).toEqual([])
  })
})
