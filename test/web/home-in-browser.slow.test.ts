import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPage, startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(workspace: Workspace, args: readonly string[] = []) {
    const { url, origin, running } = await startWeb(workspace, args)
    const { page } = await openWatchedPage(browser, origin)
    onTestFinished(() => page.close())
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    await page.locator('h1').waitFor()
    return { page, running }
  }

  /** As a person drops a file, anywhere in the window. */
  async function drop(page: Page, name: string, content: string): Promise<void> {
    const of = await page.evaluateHandle(
      `(() => { const dropped = new DataTransfer(); dropped.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)})); return dropped })()`,
    )
    await page.dispatchEvent('body', 'dragover', { dataTransfer: of })
    await page.getByText('Let go to open it').waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer: of })
  }

  it('a file is dropped anywhere, on any screen, and keeps its own name', async () => {
    const { page } = await open(new Workspace(), ['--sandbox'])
    await page.getByText('.xlsx, .xlsm or .csv').waitFor()
    await drop(page, 'Q3 trips.csv', toCsv([trip('E1')]))
    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/sheet-[0-9a-f]{12}/)
    await page.getByRole('button', { name: 'Settings' }).click()
    await drop(page, 'Q4 trips.csv', toCsv([trip('E2'), trip('E3')]))
    await page.getByRole('button', { name: 'Check 2 rows' }).waitFor()
    await page.locator('.file', { hasText: 'Q4 trips.csv' }).waitFor()
    await page.getByRole('button', { name: 'Decisions' }).click()
    await drop(page, 'decided.csv', 'assessmentId,status\n')
    await page.getByRole('alert').waitFor()
  })

  it('each earlier run says where it went, also beside another address', async () => {
    const service = await startService(undefined, onTestFinished)
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1')]))
    await workspace.run(['assess', 'trips.csv', '--sandbox'])
    const { page } = await open(workspace)
    await page.getByText('What was done before').waitFor()
    expect(await page.locator('tbody .tag').allInnerTexts()).toEqual(['TEST · simulated'])
    expect(await page.locator('header .tag').innerText()).toBe('TEST')
  })

  it('once the program is gone its message stays in sight, however far one scrolls', async () => {
    const { page, running } = await open(new Workspace(), ['--sandbox'])
    await page.setViewportSize({ width: 1366, height: 300 })
    await page.getByRole('button', { name: 'Settings' }).click()
    running.child.kill('SIGKILL')
    const message = page.getByRole('alert')
    await message.waitFor()
    await page.mouse.wheel(0, 2_000)
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
    const { y = -1, height = 0 } = (await message.boundingBox()) ?? {}
    expect([y >= 0, y + height <= 300]).toEqual([true, true])
  })
})

it('two uploads of one name stand beside each other, and nothing shows a name of ours', async () => {
  const client = await enterPage(new Workspace(), ['--sandbox'])
  await client.upload('trips.csv', toCsv([trip('E1')]))
  const state = await client.upload('trips.csv', toCsv([trip('E2'), trip('E3')]))
  expect(state.check?.rows).toBe(2)
  expect(JSON.stringify(state)).not.toMatch(/sheet-[0-9a-f]{12}/)
})
