import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, inChromium, launchChromium, measureWidth, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { readDecisions } from '../support/sandbox-decisions.ts'
import { answer, approve, assessManaged, listParts, listShared } from '../support/shared-out.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

describe.skipIf(chromiumPath === undefined)(`sharing out ${inChromium}`, { timeout: 120_000 }, () => {
  let browser: Browser
  let sandbox: TestSandbox
  const ends: (() => void)[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    sandbox = await TestSandbox.start('1ms-2ms')
  })
  afterAll(async () => {
    await browser.close()
    for (const end of ends.reverse()) end()
    await sandbox.close()
  })

  it('an officer shares out, drops what came back, sees who has answered and what is not taken, records the rest', async () => {
    const space = new Workspace(sandbox.variables, (end) => void ends.push(end))
    await assessManaged(space, ['Anna Meyer', 'Ben Ott', 'Anna Meyer', 'Ben Ott', 'Carla Russo'])
    const { url, origin } = await startWeb(space)
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(url)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await button('Decisions').click()

    // Shared out by keyboard: the column is guessed.
    await page.getByLabel('One workbook for each').waitFor()
    expect(await page.getByLabel('One workbook for each').inputValue()).toBe('Line manager')
    expect(await page.getByLabel('One workbook for each').locator('option').allTextContents()).toEqual([
      'Name',
      'Line manager',
    ])
    await page.getByLabel('Your staff ID').fill('C-001')
    await page.getByLabel('Answer by').fill('2099-12-15')
    await page.keyboard.press('Enter')
    await page.getByText('0 of 3 have answered').waitFor()
    expect(await findViolations(page)).toEqual([])
    const folder = join(space.path('output'), 'out - Line manager')
    expect(listShared(folder)).toEqual(['Anna Meyer.xlsx', 'Ben Ott.xlsx', 'Carla Russo.xlsx'])
    const [zip] = await Promise.all([page.waitForEvent('download'), button('Download as zip').click()])
    expect(zip.suggestedFilename()).toBe('out - Line manager.zip')
    expect(await listParts(await zip.path())).toEqual(listShared(folder).map((name) => name.toLowerCase()))

    // Once more with the same names: another folder, and nothing is replaced.
    await page.getByText('Share out to line managers').click()
    await page.getByLabel('Your staff ID').fill('C-001')
    await button('Share out').click()
    await expect.poll(() => existsSync(`${folder} (2)`)).toBe(true)

    await answer(join(folder, 'Anna Meyer.xlsx'), approve)
    await answer(join(folder, 'Ben Ott.xlsx'), approve, (sheet, headings) => {
      sheet.getRow(headings + 1).eachCell((cell) => {
        if (/^[0-9A-F]{6}-/.test(cell.text)) cell.value = cell.text.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
      })
    })
    await page
      .locator('input[type=file]')
      .setInputFiles(['Anna Meyer.xlsx', 'Ben Ott.xlsx'].map((name) => join(folder, name)))
    const note = page.getByRole('status').filter({ hasText: 'answers are taken' })
    await note.waitFor()
    expect(await note.innerText()).toMatch(
      /3 answers are taken; 1 of 3 have answered all. Missing: Ben Ott, Carla Russo./,
    )
    await note.getByText('1 answer is not taken').click()
    await note.getByText(/was edited: Manager Approved \(Ben Ott.xlsx, Decisions![A-Z]+6/).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await measureWidth(page)).toBeLessThanOrEqual(1366)

    // What is missing, in words for a mail.
    await button('Who has answered').click()
    await page.getByText('1 of 3 have answered').waitFor()
    await page.getByText('Words for a mail').first().click()
    await page
      .getByText('Ben Ott: your decision on 1 trip is still missing. Please choose it in Ben Ott.xlsx')
      .waitFor()
    expect(await findViolations(page)).toEqual([])

    // A later drop of one file counts beside those of before.
    await answer(join(folder, 'Carla Russo.xlsx'), approve)
    await page.locator('input[type=file]').setInputFiles(join(folder, 'Carla Russo.xlsx'))
    await page.getByText('4 answers are taken; 2 of 3 have answered all.').waitFor()
    expect(readdirSync(`${folder} (2).answers`).toSorted()).toEqual(listShared(folder))

    await button('Review 4 decisions').click()
    await page.getByLabel('Type 4 to confirm').fill('4')
    await button('Record 4 decisions').click()
    await page.getByText('4 of 5').first().waitFor()
    expect(readDecisions(sandbox.dataFile).map(({ status, managerId }) => [status, managerId])).toEqual(
      Array.from({ length: 4 }, () => ['Manager Approved', 'M-042']),
    )
    expect(complaints).toEqual([])
  })
})
