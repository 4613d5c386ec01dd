import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { prove } from '../support/proof.ts'
import { scale } from '../support/scale.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { startWeb } from './page-client.ts'

/** Another tab with the key of this one, as a browser opens it that brings a closed tab back. */
async function bringBack(context: BrowserContext, page: Page): Promise<Page> {
  const kept = await page.evaluate<[string, string][]>('Object.entries(sessionStorage)')
  const { origin } = new URL(page.url())
  await page.close()
  const next = await context.newPage()
  await next.goto(`${origin}/page.css`)
  await next.evaluate(`for (const [name, value] of ${JSON.stringify(kept)}) sessionStorage.setItem(name, value)`)
  await next.goto(origin)
  return next
}

async function reload(_: BrowserContext, page: Page): Promise<Page> {
  await page.reload()
  return page
}

/** Says how many edits the program holds. */
const shown = (count: number): string => `Undo (${count})`

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: 600_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  it('reloads and tabs closed in mid-edit and in mid-run: no edit lost that was shown as saved, nothing sent twice, nothing lost', async () => {
    const ways = [reload, bringBack]
    const moments = ['while typing', 'with Enter', 'once shown'] as const
    const rounds = scale({ full: 20, short: 6 })
    const service = await startService(undefined, onTestFinished, () => new Promise((done) => setTimeout(done, 20)))
    const workspace = new Workspace(service.variables)
    workspace.write('lists.json', JSON.stringify({ destination: ['Portugal', 'Spain'] }))
    workspace.write('rwa-batch.json', JSON.stringify({ lists: 'lists.json', concurrency: 2 }))
    workspace.write(
      'trips.csv',
      toCsv(Array.from({ length: rounds }, (_, index) => trip(`E${index}`, { 'Host country': 'UK' }))),
    )
    const { url } = await startWeb(workspace, ['trips.csv'])
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    let page = await context.newPage()
    await page.goto(url)
    const violations: string[] = []
    const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()
    /** How many the page says are corrected, once it has come to rest. */
    const countShown = async (): Promise<number> => {
      await press(/^Check( \d+ rows?)?$/)
      await page.getByRole('gridcell', { name: 'E0', exact: true }).waitFor()
      await page.locator('.busy [role=status]:empty').waitFor({ state: 'attached' })
      // A button without a number says that there are none; no button says nothing.
      const [text = ''] = await page.getByRole('button', { name: /^Undo/ }).allInnerTexts()
      const [, count = '0'] = /^Undo(?: \((\d+)\))?$/.exec(text.trim()) ?? [text, 'unreadable']
      return Number(count)
    }
    const typeIntoNext = async (): Promise<void> => {
      await page.getByRole('grid').focus()
      await page.keyboard.press('F8')
      await page.locator('.active', { hasText: 'UK' }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Spain')
    }
    let saved = await countShown()
    for (let round = 0; round < rounds; round += 1) {
      const moment = moments[round % moments.length]
      const again = ways[Math.floor(round / moments.length) % ways.length] ?? reload
      await typeIntoNext()
      if (moment !== 'while typing') await page.keyboard.press('Enter')
      if (moment === 'once shown') {
        saved += 1
        await page.getByRole('button', { name: shown(saved), exact: true }).waitFor()
      }
      page = await again(context, page)
      const found = await countShown()
      if (Number.isNaN(found)) violations.push(`no count of edits is shown (${moment})`)
      if (found < saved) violations.push(`${saved} edits were shown as saved, ${found} are there (${moment})`)
      if (found > saved + 1) violations.push(`${found} edits are there, ${saved} were made (${moment})`)
      // An edit that was on its way may have arrived.
      saved = found
    }
    while (saved < rounds) {
      await typeIntoNext()
      await page.keyboard.press('Enter')
      saved += 1
      await page.getByRole('button', { name: shown(saved), exact: true }).waitFor()
    }
    await press(`Review ${rounds} trips`)
    // From here on all of it is in a file.
    page = await reload(context, page)
    await press('Review')
    await press(`Assess ${rounds} trips`)
    await expect.poll(() => service.created().length).toBeGreaterThan(0)
    for (const again of ways) page = await again(context, page)
    await page
      .getByRole('heading', { level: 1, name: / of .* (assessed|recorded|have their invitation)$/ })
      .waitFor({ timeout: 120_000 })
    const created = service.created()
    const twice = created.filter((name, index) => created.indexOf(name) !== index)
    if (twice.length > 0) violations.push(`created twice: ${twice.join(', ')}`)
    if (new Set(created).size !== rounds) violations.push(`${new Set(created).size} of ${rounds} were created`)
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'rwa_create')
    if (sent.some(({ fields }) => fields['destination'] !== 'Spain')) violations.push('an edit was lost')
    prove({
      area: 'Reloads of the page and tabs closed',
      claim: 'no edit lost that was shown as saved, nothing twice, nothing lost',
      measured: `${rounds} in mid-edit, ${ways.length} in mid-run, ${violations.length} violations${violations.length === 0 ? '' : `: ${violations.join('; ')}`}`,
      isKept: violations.length === 0,
    })
  })
})
