import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import type { Service } from '../support/service.ts'
import { toCsv, toWorkbook } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** Low ones are approved, but one; high ones are rejected; empty columns are as a desk's own sheet has them. */
const decided = Array.from({ length: 40 }, (_, index) => {
  const score = index === 7 ? 7.6 : index < 30 ? 1 + index / 10 : 6.5 + (index - 30) / 5
  const isLow = index < 30
  return {
    'Manager ID': isLow ? '' : 'M-1',
    'Canceled by staff ID': '',
    assessmentId: `A-S${index}`,
    employeeId: `S${index}`,
    name: `Ada Nowak ${index}`,
    destination: ['Peru', 'Spain'][index % 2] ?? '',
    status: isLow ? 'Compliance Approved' : 'Rejected',
    complianceTeamMemberId: isLow ? 'C-001' : '',
    overallTrip: score,
  }
})

describe.skipIf(chromiumPath === undefined)(`what a second person sees ${inChromium}`, { timeout: 90_000 }, () => {
  let browser: Browser
  let service: Service
  const ends: (() => void)[] = []
  const keep = (end: () => void): void => void ends.push(end)

  beforeAll(async () => {
    browser = await launchChromium()
    service = await startDecisionService(undefined, keep)
  })
  afterAll(async () => {
    await browser.close()
    for (const end of ends.reverse()) end()
  })

  async function openPage(): Promise<{ page: Page; space: Workspace; complaints: string[] }> {
    const space = new Workspace(service.variables, keep)
    space.writeProfile({ fourEyes: true })
    const { url, origin } = await startWeb(space)
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    return { page, space, complaints }
  }

  /** Whole, in the window as it is, and over nothing that hides it. */
  async function expectInSight(what: Locator): Promise<void> {
    await what.waitFor()
    const box = await what.boundingBox()
    expect(box).not.toBeNull()
    const { x = -1, y = -1, width = 0, height = 0 } = box ?? {}
    expect([x >= 0, y >= 0, x + width <= 1366, y + height <= 768]).toEqual([true, true, true, true])
  }

  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click()

  it('after sealing, the file for a colleague; then range, score and name without scrolling; then nothing is left', async () => {
    const { page, space, complaints } = await openPage()
    // One of them was decided before, by two people.
    space.write('before.csv', toCsv([{ assessmentId: 'A-S35', status: 'Pending', note: 'waits' }]))
    const sealed = await space.run(['decide', 'before.csv', '--seal', 'p.xlsx', '--by', 'C-9'])
    expect(sealed.code, sealed.stderr).toBe(0)
    const released = await space.run(['decide', '--release', 'p.xlsx', '--by', 'M-9', '--yes'])
    expect(released.code, released.stderr).toBe(0)
    await press(page, 'Decisions')
    const sheet = await toWorkbook({ Decisions: decided })
    const upload = (): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'q4.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(sheet) })
    await upload()
    await page.getByRole('heading', { level: 1, name: 'Decide' }).waitFor()
    // The score stands first, in its colour where its row is chosen too; a box stands at each row.
    await page.locator('[role=gridcell][class*=heat]').first().waitFor()
    expect(await page.getByRole('columnheader').nth(1).textContent()).toContain('Overall')
    const colourOf = (): Promise<unknown> =>
      page.evaluate("getComputedStyle(document.querySelector('[role=gridcell]')).backgroundColor")
    const colour = await colourOf()
    await page.getByRole('rowheader').first().click()
    await page.getByRole('button', { name: 'Apply to 1' }).waitFor()
    await expect.poll(colourOf).toBe(colour)
    // Something is typed here, so that there is a draft.
    await page.getByLabel('Decision', { exact: true }).selectOption('Pending')
    await press(page, 'Apply to 1')
    await page.getByText('Pending in 1 row.').waitFor()
    await press(page, 'Review 40 decisions')
    await page.getByLabel('Your staff ID').fill('C-001')
    await press(page, 'Seal 40 decisions for a second person')

    // The one who has sealed it: the next step is a colleague's.
    await page.getByRole('heading', { level: 1, name: 'Sealed: now a second person' }).waitFor()
    await page.getByText('Send this file to a colleague').waitFor()
    await expect.poll(() => page.locator('button.main:visible').allTextContents()).toEqual(['Save the sealed file'])
    await expect.poll(() => page.getByRole('textbox').filter({ visible: true }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await press(page, 'Save the sealed file')
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^q4\..*sealed-[0-9A-F]{4}-[0-9A-F]{4}\.xlsx$/)

    // A colleague, who has the file.
    await press(page, 'Decisions')
    await page.locator('input[type=file]').setInputFiles({
      name: saved.suggestedFilename(),
      mimeType: 'application/octet-stream',
      buffer: readFileSync((await saved.path()) ?? ''),
    })
    await page.getByRole('heading', { level: 1, name: 'Release 40 decisions' }).waitFor()
    for (const text of ['29 Compliance Approved', '10 Rejected', '1.1 – 7.6', '6.5 – 8.3'])
      await expectInSight(page.locator('.spread-line').getByText(text, { exact: true }))
    await expectInSight(page.getByText('1 approved trip has 7 or more, 1 replaces an earlier decision'))
    const cells = page.getByRole('row').nth(1).getByRole('gridcell')
    await expect
      .poll(async () => (await cells.allTextContents()).slice(0, 4))
      .toEqual(['8.3', 'Rejected', 'Ada Nowak 39 · S39', 'Spain'])
    for (const at of [0, 1, 2]) await expectInSight(cells.nth(at))
    for (const button of ['Record 40 decisions', 'Show them'])
      await expectInSight(page.getByRole('button', { name: button }))
    expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Manager')
    expect(await findViolations(page)).toEqual([])
    await press(page, 'Show them')
    const scoresShown = (): Promise<string[]> => page.locator('[role=gridcell][aria-colindex="2"]').allTextContents()
    await expect.poll(scoresShown).toEqual(['7.6', '7.5'])
    await page.getByRole('radio', { name: '29 Compliance Approved' }).check()
    await expect.poll(async () => (await scoresShown()).slice(0, 2)).toEqual(['7.6', '3.9'])
    await page.getByLabel('Your staff ID').fill('M-042')
    await page.getByLabel('Type 40 to confirm').fill('40')
    await press(page, 'Record 40 decisions')
    await page.getByRole('heading', { level: 1, name: /recorded$/ }).waitFor()

    // What was released is decided, on whatever screen, and nothing of it waits to be sent.
    await press(page, 'Decide')
    await page.getByRole('radio', { name: '40 decided before' }).waitFor()
    await page.getByText('0 of 40 trips').waitFor()
    expect(await page.locator('.head-action .main').isDisabled()).toBe(true)
    await press(page, 'Home')
    await page.getByRole('heading', { level: 1, name: 'Which sheet?' }).waitFor()
    await expect.poll(() => page.getByText('not sent').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })
})
