import { expect, it, onTestFinished } from 'vitest'
import {
  chromiumPath,
  findFaintTexts,
  findUnlabelledInputs,
  inChromium,
  launchChromium,
  measureWidth,
  openWatchedPage,
} from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { isCreateOf, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

it.skipIf(chromiumPath === undefined)(
  `a person’s data is shown, handed out and forgotten in Settings, ${inChromium}`,
  { timeout: 60_000 },
  async () => {
    const service = await startService((received) => (isCreateOf('E-5', received) ? 'drop' : undefined))
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E-1'), trip('E-4711'), trip('E-5')]))
    await workspace.assess('trips.csv')
    const { url, origin } = await startWeb(workspace)
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const { page, complaints } = await openWatchedPage(browser, origin)
    await page.goto(url)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Employee ID').fill('E-5')
    await page.getByRole('button', { name: 'Show what is known' }).click()
    await page.getByText('Not yet possible').waitFor()
    await page.getByText('row 4 of trips.csv: to look up', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'to look up' }).waitFor()
    expect(await page.getByRole('button', { name: 'Erase this for ever' }).count()).toBe(0)
    expect(await findFaintTexts(page)).toEqual([])
    await page.getByLabel('Employee ID').fill('e-4711')
    await page.getByRole('button', { name: 'Show what is known' }).click()
    await page.getByText('The record knows E-4711: write the ID so.').waitFor()
    await page.getByLabel('Employee ID').fill('E-4711')
    await page.getByRole('button', { name: 'Show what is known' }).click()
    await page.getByText(/Known of “E-4711”: 1 request, 1 row and \d+ lines of the log\./).waitFor()
    await page.getByText('Files that still name this person').click()
    await page.getByText(/^trips\.[^ ]*\.xlsx, in the folder/).waitFor()
    await page.getByText(/^trips\.csv, in the folder/).waitFor()
    await page.getByRole('cell', { name: /^\p{L}+, .*20\d\d$/u }).waitFor()
    await page.getByRole('cell', { name: /^assessed \d/ }).waitFor()

    const [downloaded] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all of it' }).click(),
    ])
    expect(downloaded.suggestedFilename()).toBe('person.xlsx')

    await page.getByRole('heading', { name: 'Forget this person' }).waitFor()
    expect(await findFaintTexts(page)).toEqual([])
    expect(await findUnlabelledInputs(page)).toEqual([])
    const erase = page.getByRole('button', { name: 'Erase this for ever' })
    await page.getByLabel('Type E-4711 to confirm').fill('E-1')
    await erase.click()
    await page.getByText('the typed ID is not the ID of the shown person').waitFor()
    await page.getByLabel('Type E-4711 to confirm').fill('E-4711')
    await erase.click()
    await page.getByText(/^Forgotten: 1 request, 1 row/).waitFor()
    await page.getByText(/^The record of what was sent holds nothing of “E-4711”/).waitFor()
    await erase.waitFor({ state: 'detached' })
    expect(await measureWidth(page)).toBeLessThanOrEqual(900)
    expect(complaints).toEqual([])
  },
)
