import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, measureWidth, openWatchedPage } from '../sandbox/browser.ts'
import { fieldRefusal, startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { isCreateOf, json, scores, startService } from '../support/service.ts'
import { type Row, toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** Where each picture is kept; none without it. */
const pictures = process.env['RWA_PICTURES']

/** What is wider than the box that it stands in. */
const cutBoxes = `[document.documentElement, ...document.querySelectorAll('.scroll, .card')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className || each.tagName)`

const longName = 'Mobility_tracker_of_all_trips_and_hires_of_the_second_quarter_of_2027_FINAL_version_3.xlsx'

describe.skipIf(chromiumPath === undefined)(`results ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(workspace: Workspace, args: readonly string[]): Promise<Page> {
    const { url, origin } = await startWeb(workspace, args)
    const { page, complaints } = await openWatchedPage(browser, origin, 'en-GB')
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    return page
  }
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const main = (page: Page): Promise<string> => page.locator('button.main').innerText()
  const cellsOf = (page: Page, row: number): Promise<string[]> =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell]`).allInnerTexts()

  /** Without a violation in light and dark, and nothing is cut. */
  async function look(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/${name}.${colorScheme}.png`, fullPage: true })
    }
    expect(await page.evaluate(cutBoxes)).toEqual([])
    expect(await measureWidth(page)).toBe(1366)
  }

  it('all kinds of risk, the spread and the highest stand beside each other at 1366; one name for a country, one form for a day', async () => {
    const service = await startService(({ endpoint, fields }) => {
      if (endpoint === 'rwa_create') return undefined
      const employeeId = String(fields['assessmentId']).replace('A-', '')
      const at = Number(employeeId.replace(/\D/g, ''))
      const data = { ...scores, overallTrip: at === 3 ? 7.2 : (at % 6) + 1 }
      return json({ status: 'success', data: { ...data, assessmentId: fields['assessmentId'], employeeId } })
    })
    const workspace = new Workspace(service.variables)
    const places = ['PRT', 'United Kingdom', 'United States', 'Brazil', 'Japan', 'India', 'Italy']
    const fixes = { destination: { PRT: 'Portugal' } }
    workspace.write('rwa-batch.json', JSON.stringify({ assess: { values: fixes } }))
    const rows: Row[] = Array.from({ length: 40 }, (_, at) =>
      trip(`E${at}`, {
        'Host country': places[at % places.length] ?? '',
        'Trip start': '14-Feb-2027',
        'Trip end': '2027-03-05',
      }),
    )
    const headings = Object.keys(trip(''))
    const total = Object.fromEntries(headings.map((heading, at) => [heading, at === 0 ? 'Total' : '']))
    workspace.write(longName, await toXlsx([...rows, total]))
    const page = await open(workspace, [longName])
    await press(page, 'Check 41 rows')
    await press(page, 'Read 40 dates like this')
    await press(page, 'Review 40 trips')
    await press(page, 'Assess 40 trips')
    // A total is no trip.
    await page.getByRole('heading', { level: 1, name: '40 of 40 trips assessed' }).waitFor()
    await page.getByText('1 trip has 7 or more. Nothing more needs you here.').waitFor()
    expect(await main(page)).toBe('Download the workbook')
    await page.getByText('This needs you').waitFor({ state: 'detached' })
    expect(await page.locator('.heat thead th').allInnerTexts()).toHaveLength(10)
    await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
    await look(page, 'results-done')
    const tops = "[...document.querySelectorAll('.side > *')].map((each) => each.getBoundingClientRect().top)"
    expect(new Set(await page.evaluate<number[]>(tops)).size).toBe(1)
    expect((await cellsOf(page, 1)).slice(0, 6)).toEqual([
      'assessed',
      'E0',
      'Portugal',
      '14 Feb 2027',
      '5 Mar 2027',
      '1.0',
    ])
    await page.getByRole('button', { name: 'Portugal', exact: true }).first().waitFor()
    const score = "getComputedStyle(document.querySelector('.grid-row > [class*=heat]')).textAlign"
    expect(await page.evaluate(score)).toBe('right')
    // Each outcome is said once.
    const chips = (await page.locator('.chip').allInnerTexts()).map((text) => text.trim().replace(/\s+/g, ' '))
    expect(chips).toEqual(['41 all rows', '40 assessed', '1 left out'])
    await page.getByRole('radio', { name: '1 left out' }).check()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    await page.locator('.grid-row', { hasText: 'Total' }).waitFor()
    expect(await page.locator('.grid-row > .doubtful').count()).toBe(0)
    for (const width of [390, 683]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await measureWidth(page)).toBe(width)
    }
  })

  it('what needs a person stands first: look up, refused, to correct; nothing unchanged is sent by the main button', async () => {
    let isRefusing = true
    const service = await startService((received) => {
      if (isCreateOf('E5', received)) return 'drop'
      const isRefused = isRefusing && (isCreateOf('E2', received) || isCreateOf('E3', received))
      return isRefused ? fieldRefusal('destination', 'Incorrect country') : undefined
    })
    const workspace = new Workspace(service.variables)
    const ids = ['E1', 'E2', 'E3', 'E4', 'E5']
    workspace.write(longName, await toXlsx(ids.map((id) => trip(id, id === 'E4' ? { 'Trip end': 'tbc' } : {}))))
    const page = await open(workspace, [longName])
    await press(page, 'Check 5 rows')
    await press(page, 'Review 4 trips')
    await press(page, 'Assess 4 trips')
    await page.getByRole('heading', { level: 1, name: '1 of 5 trips assessed' }).waitFor()
    await page.getByText('E5 · Portugal · 1 Mar 2026 · 31 Mar 2026: did it arrive or not?').waitFor()
    const needs = () => page.locator('.lines strong').allInnerTexts()
    expect((await needs()).slice(1)).toEqual([
      '2 trips were refused',
      '1 trip was not sent: something must be corrected',
    ])
    expect(await main(page)).toBe('Look up 1 trip')
    await page.getByRole('gridcell', { name: 'E1', exact: true }).waitFor()
    await look(page, 'results')
    await press(page, 'Look up 1 trip')
    await page.keyboard.type('A-E5')
    await page.keyboard.press('Enter')
    await page.getByText('Noted: A-E5').waitFor()
    await expect.poll(() => main(page)).toBe('Correct 2 trips')
    await press(page, 'Correct 2 trips')
    await page.locator('.active', { hasText: 'Portugal' }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '2 refused' }).isChecked()).toBe(true)
    // Nothing was corrected: the next step is to correct, not to send the same again.
    await expect.poll(() => main(page)).toBe('Correct 2 trips')
    expect(await page.getByRole('button', { name: /once more|again|Go on/ }).count()).toBe(0)
    const sent = service.created()
    await press(page, 'Results')
    await press(page, 'Go on with the rest')
    await page.getByRole('button', { name: /^Ask for the scores of 1 trip/ }).click()
    await page.getByRole('heading', { level: 1, name: '2 of 5 trips assessed' }).waitFor()
    expect(service.created()).toEqual(sent)
    // Only what was refused and what is to be corrected is left: there is no rest to go on with.
    expect(await needs()).toEqual(['2 trips were refused', '1 trip was not sent: something must be corrected'])
    expect(await page.getByRole('button', { name: 'Go on with the rest' }).count()).toBe(0)
    // The service may have learnt it: to send it unchanged is a choice of its own, and seen in Review first.
    isRefusing = false
    await press(page, 'Send them again unchanged')
    await press(page, 'Assess 2 trips')
    await page.getByRole('heading', { level: 1, name: '4 of 5 trips assessed' }).waitFor()
    await expect.poll(() => main(page)).toBe('Correct 1 trip')
    expect(service.created()).toEqual([...sent, 'E2', 'E3'])
  })

  it('results of decisions: rows without one keep their name, have no mark, and are not counted', async () => {
    const service = await startDecisionService()
    const workspace = new Workspace(service.variables)
    const rows = ['E1', 'E2', 'E3'].map((id) => ({
      'Employee ID': id,
      Destination: 'Portugal',
      assessmentId: `A-${id}`,
      status: id === 'E3' ? '' : 'Rejected',
      managerId: id === 'E3' ? '' : 'M-1',
    }))
    workspace.write(longName, await toXlsx(rows))
    const page = await open(workspace, [])
    await press(page, 'Decisions')
    await page.locator('input[type=file]').setInputFiles(workspace.path(longName))
    await press(page, 'Review 2 decisions')
    await page.getByLabel('Type 2 to confirm').fill('2')
    await press(page, 'Record 2 decisions')
    await page.getByRole('heading', { level: 1, name: '2 of 2 decisions recorded' }).waitFor()
    await page.getByRole('gridcell', { name: 'E3', exact: true }).waitFor()
    expect((await cellsOf(page, 3)).slice(0, 2)).toEqual(['left out', 'E3'])
    expect(await page.locator('.grid-row > .doubtful').count()).toBe(0)
    await look(page, 'results-decided')
  })
})
