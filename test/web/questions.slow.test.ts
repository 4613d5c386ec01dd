import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { json, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(rows: readonly ReturnType<typeof trip>[], variables = {}, args: readonly string[] = []) {
    const workspace = new Workspace(variables)
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain'] }))
    workspace.write('trips.csv', toCsv(rows))
    const { url } = await startWeb(workspace, ['trips.csv', ...args])
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(url)
    return page
  }

  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click()

  it('two columns for one field are a question that a choice answers; of many values all can be seen', async () => {
    const rows = Array.from({ length: 43 }, (_, at) =>
      trip(`E${at}`, { 'Host country': `Land ${at}`, Return: '2026-04-30' }),
    )
    const page = await open(rows, {}, ['--sandbox', '--lists', 'lists.json'])
    const question = page.getByRole('group', { name: 'Several columns look like End date. Which one is meant?' })
    await question.waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Check/ }).count()).toBe(1)
    await question.getByRole('button', { name: /^Return · / }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Read “Return” as').inputValue()).toBe('endDate')
    await expect.poll(() => page.getByLabel('Read “Trip end” as').inputValue()).toBe('')
    await press(page, 'Check 43 rows')
    const inputs = page.getByLabel(/^Send this instead of “Land \d+” in Destination/)
    await expect.poll(() => inputs.count()).toBe(40)
    await press(page, 'Show 3 more values')
    await expect.poll(() => inputs.count()).toBe(43)
    await inputs.last().fill('Spain')
    await press(page, 'Change 1 cell of Destination')
    await page.getByRole('radio', { name: '42 to correct' }).waitFor()
  })

  it('results are sought and sorted in all of their rows', async () => {
    const { variables } = await startService()
    const countries = ['Spain', 'Portugal', 'Spain']
    const rows = countries.map((country, at) => trip(`E${at}`, { 'Host country': country }))
    const page = await open(rows, variables)
    await press(page, 'Check 3 rows')
    await press(page, 'Review 3 trips')
    await press(page, 'Assess 3 trips')
    await page.getByRole('heading', { level: 1, name: '3 of 3 trips assessed' }).waitFor()
    const shown = async (): Promise<string[]> =>
      (await page.getByRole('grid').getByRole('rowheader').allInnerTexts()).map((text) => text.trim())
    await expect.poll(shown).toEqual(['2', '3', '4'])
    await press(page, 'Destination')
    await expect.poll(shown).toEqual(['3', '2', '4'])
    expect(
      await page.getByRole('grid').getByRole('columnheader', { name: 'Destination' }).getAttribute('aria-sort'),
    ).toBe('ascending')
    await press(page, /^Destination/)
    await expect.poll(shown).toEqual(['2', '4', '3'])
    await page.getByRole('searchbox').fill('portu')
    await expect.poll(shown).toEqual(['3'])
  })

  it('a token that the service refuses leads to Settings', async () => {
    const { variables } = await startService(() => json({ message: 'Unauthorized' }, 401))
    const page = await open([trip('E1')], variables)
    await press(page, 'Check 1 row')
    await press(page, 'Review 1 trip')
    await press(page, 'Assess 1 trip')
    await page.getByRole('heading', { level: 1, name: '0 of 1 trip assessed' }).waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Give the token' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})
