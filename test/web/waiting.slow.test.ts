import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open() {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1'), trip('E2')]))
    const { running, url } = await startWeb(workspace, ['trips.csv'])
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(url)
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
    return { service, workspace, running, page, press }
  }

  /** Holds the requests for an action until `release` is called. */
  async function hold(page: Page, action: string) {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const requests: string[] = []
    await page.route(`**/api/${action}`, async (route) => {
      requests.push(route.request().url())
      await held
      await route.continue()
    })
    return { requests, release }
  }

  it('a button that waits for its answer says so and does nothing more, however often it is pressed', async () => {
    const { service, page, press } = await open()
    await press('Check 2 rows')
    const { requests, release } = await hold(page, 'plan')
    const review = page.getByRole('button', { name: 'Review 2 trips' })
    await review.dblclick()
    await expect.poll(() => requests).toHaveLength(1)
    await page.locator('button.pending[aria-disabled=true]', { hasText: 'Review 2 trips' }).waitFor()
    await review.press('Enter')
    release()
    const run = await hold(page, 'run')
    const assess = page.getByRole('button', { name: 'Assess 2 trips' })
    await assess.dblclick()
    await expect.poll(() => run.requests).toHaveLength(1)
    run.release()
    await page.getByRole('heading', { level: 1, name: '2 of 2 trips assessed' }).waitFor()
    expect([requests, run.requests].map(({ length }) => length)).toEqual([1, 1])
    expect(service.created()).toEqual(['E1', 'E2'])
  })

  it('the end of a run in the background stands in the title, until the page is looked at', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const service = await startService(undefined, onTestFinished, () => held)
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1')]))
    const { url } = await startWeb(workspace, ['trips.csv'])
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    onTestFinished(() => release())
    // A browser without a window never hides a page.
    await page.addInitScript(`globalThis.setHidden = (isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
    await page.goto(url)
    await press('Check 1 row')
    await press('Review 1 trip')
    await press('Assess 1 trip')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.evaluate('setHidden(true)')
    release()
    await expect.poll(() => page.title()).toMatch(/^Ended · Results/)
    await page.evaluate('setHidden(false)')
    await expect.poll(() => page.title()).toMatch(/^Results/)
  })

  it('the page of a dead program says so, keeps what was seen last, and offers nothing that would not work', async () => {
    const { running, page, press } = await open()
    await press('Check 2 rows')
    await page.getByRole('gridcell', { name: 'E2', exact: true }).waitFor()
    running.child.kill('SIGKILL')
    await running.ended
    await page.getByText('The program behind this page does not answer').waitFor()
    await expect.poll(() => page.getByText('E2', { exact: true }).count()).toBe(1)
    // No control of it can be reached: neither by mouse and keyboard nor by a screen reader.
    await expect.poll(() => page.locator('main button:not([inert] *), main input:not([inert] *)').count()).toBe(0)
    expect(await page.locator('nav.jobs').getAttribute('inert')).not.toBeNull()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
  })

  it('a workbook that was moved away is not downloaded in silence', async () => {
    const { workspace, page, press } = await open()
    await press('Check 2 rows')
    await press('Review 2 trips')
    await press('Assess 2 trips')
    await page.getByRole('heading', { level: 1, name: '2 of 2 trips assessed' }).waitFor()
    rmSync(workspace.path('output'), { recursive: true })
    await press('Download the workbook')
    await page.getByRole('alert').filter({ hasText: 'The file cannot be read any more where it was written' }).waitFor()
  })
})
