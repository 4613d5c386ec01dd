import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { sentTo, startDecisionService } from '../support/decision-service.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, toXlsx, trips } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** Where each picture is kept; none without it. */
const pictures = process.env['RWA_PICTURES']

describe.skipIf(chromiumPath === undefined)(`an undo ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  /** Three trips are assessed on the page. */
  async function assessThree(profile: object) {
    const service = await startDecisionService()
    const space = new Workspace(service.variables)
    space.write('rwa-batch.json', JSON.stringify(profile))
    space.write('trips.xlsx', await toXlsx(trips(3)))
    const { url, origin } = await startWeb(space, ['trips.xlsx'])
    const { page, complaints } = await openWatchedPage(browser, origin, 'en-GB')
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    for (const name of ['Check 3 rows', 'Review 3 trips', 'Assess 3 trips']) await press(page, name)
    await page.getByText('3 of 3 trips assessed').first().waitFor()
    return { page, space, service }
  }

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

  async function look(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.${colorScheme}.png` })
    }
  }

  async function ask(page: Page, by: string): Promise<void> {
    await page.getByText('Undo this run').click()
    await page.getByLabel('Your staff ID').fill(by)
    await page.getByLabel('Note (may be empty)').fill('wrong sheet')
    await look(page, 'undo-1-asked')
    await press(page, 'See what would be undone')
    await page.getByRole('heading', { name: 'Undo of run 1' }).waitFor()
  }

  it('is planned with its numbers, confirmed by their sum, and sends what the run created and no more', async () => {
    // What is remembered for sheets of people is not for this one.
    const { page, space, service } = await assessThree({ decide: { set: { managerId: 'M-9' } } })
    const later = [{ assessmentId: 'A-E-002', status: 'Rejected', managerId: 'M-1' }]
    space.write('later.csv', toCsv(later))
    expect((await space.run(['decide', 'later.csv', '--yes'])).code).toBe(0)
    await ask(page, 'S-007')
    await page.getByText('A-E-002: decided since, kept').waitFor()
    await look(page, 'undo-2-plan')
    expect(sentTo(service, 'rwa_update')).toHaveLength(1)
    await page.getByLabel('Type 2 to confirm').fill('2')
    await press(page, 'Record 2 decisions')
    await page.getByText('2 of 2 decisions recorded').first().waitFor()
    await look(page, 'undo-3-results')
    const [, ...sent] = sentTo(service, 'rwa_update')
    expect(sent.map(({ externalEventId: _, ...each }) => each)).toEqual(
      ['A-E-001', 'A-E-003'].map((assessmentId) => ({
        assessmentId,
        ...{ status: 'Canceled', cancelledByStaffId: 'S-007', note: 'wrong sheet' },
      })),
    )
  })

  it('is stopped by what was decided since it was planned', async () => {
    const { page, space, service } = await assessThree({})
    await ask(page, 'S-007')
    await page.getByLabel('Type 3 to confirm').fill('3')
    space.write('later.csv', toCsv([{ assessmentId: 'A-E-002', status: 'Rejected', managerId: 'M-1' }]))
    expect((await space.run(['decide', 'later.csv', '--yes'])).code).toBe(0)
    await press(page, 'Record 3 decisions')
    await page
      .getByText(/A-E-002.*since the undo of run 1 was planned|recorded.*changed/)
      .first()
      .waitFor()
    expect(sentTo(service, 'rwa_update')).toHaveLength(1)
  })

  it('is sealed where four eyes are the rule, and another person releases it', async () => {
    const { page, service } = await assessThree({ fourEyes: true })
    await ask(page, 'S-007')
    await page.getByLabel('Your staff ID').fill('S-007')
    await press(page, 'Seal 3 decisions for a second person')
    await page.getByRole('heading', { level: 1, name: 'Sealed: now a second person' }).waitFor()
    expect(sentTo(service, 'rwa_update')).toEqual([])
    await page.getByText('A colleague sits beside you?').click()
    await page.getByLabel('Your staff ID').fill('M-042')
    await page.getByLabel('Type 3 to confirm').fill('3')
    await press(page, 'Record 3 decisions')
    await page.getByText('3 of 3 decisions recorded').first().waitFor()
    expect(sentTo(service, 'rwa_update').map(({ status }) => status)).toEqual(['Canceled', 'Canceled', 'Canceled'])
  })
})
