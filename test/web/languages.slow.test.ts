import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, inChromium, launchChromium, measureWidth, openWatchedPage } from '../sandbox/browser.ts'
import { Workspace } from '../support/program.ts'
import { scale } from '../support/scale.ts'
import { toXlsx, trip } from '../support/trips.ts'
import { findViolations } from './accessibility.ts'
import { startWeb } from './page-client.ts'

/** Words that no text of the page has in another language. What the sheet and its list say stays as it is. */
const english = /\b(?:the|must|are|with|rows?|were|which|this|not|of|and|trips?|columns?|check|sent|scores? for)\b/i
const pictures = process.env['RWA_PICTURES'] ?? ''

/** Names in the sheet of this test, and of its files. */
const own = /trips\.\S+|Trip start|Trip end|Past trips \(days\)|· Trips ·/g

/** All that is read or heard, without what a sheet says, commands and choices. */
const shown = `(() => {
  const page = document.body.cloneNode(true)
  for (const each of page.querySelectorAll('.command, code, [role=gridcell], td, option, dd, header .address, header .file')) each.remove()
  const labels = [...page.querySelectorAll('[title], [aria-label], [placeholder]')].map((each) =>
    ['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? '').join(' '))
  document.body.append(page)
  const text = page.innerText
  page.remove()
  return [...text.split('\\n'), ...labels, document.title]
})()`

/**
 * What does not fit into its place: buttons and tags, headings, labels, cells of tables and lines of lists. A grid says the
 * whole of a cell below, and a line that ends in dots says it as its title.
 */
const cut = `[...document.querySelectorAll(
  'button, .tag, .badge, .chip, .choose, summary, h1, h2, h3, legend, label, th, td, dt, dd, ol.lines > li > *, .tiles > * > *')]
  .filter((each) => each.closest('[role=grid], .unseen') === null && each.checkVisibility() && each.clientWidth > 0)
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.closest('[title]') === null)
  .map((each) => each.localName + ' ' + each.textContent.slice(0, 80))`

/** The page's own texts: where a button is called so, it is found by them. */
function readTexts(name: string) {
  const file = new URL(`../../src/web/page/texts/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<'steps' | 'jobs' | 'decisions', Record<string, string>>
}

const words = {
  de: {
    texts: readTexts('german'),
    columns: 'Spalten',
    check: /^\d+ Zeilen prüfen/,
    problem: 'Muss Low, Mid oder Senior sein',
    review: /^Vorschau für 5 Reisen/,
    assess: '5 Reisen bewerten',
    results: 'Zu den Ergebnissen',
    download: 'Arbeitsmappe herunterladen',
    settings: 'Einstellungen',
    label: 'Sprache der Seite',
  },
  fr: {
    texts: readTexts('french'),
    columns: 'Colonnes',
    check: /^Contrôler \d+ lignes/,
    problem: 'Doit être Low, Mid ou Senior',
    review: /^Aperçu de 5 voyages/,
    assess: 'Évaluer 5 voyages',
    results: 'Voir les résultats',
    download: 'Télécharger le classeur',
    settings: 'Réglages',
    label: 'Langue de la page',
  },
} as const

describe.skipIf(chromiumPath === undefined)(inChromium, { timeout: scale({ full: 900_000, short: 240_000 }) }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(workspace: Workspace, locale: string): Promise<Page> {
    const { url, origin } = await startWeb(workspace, ['--sandbox'])
    const { page, complaints } = await openWatchedPage(browser, origin, locale)
    onTestFinished(async () => {
      await page.close()
      expect(complaints).toEqual([])
    })
    await page.goto(url)
    return page
  }

  it.each(['de', 'fr'] as const)(
    'in %s, no English text from the dropped sheet to its results, and none is cut',
    async (language) => {
      const said = words[language]
      const workspace = new Workspace()
      workspace.write(
        'trips.xlsx',
        await toXlsx([
          ...['Portugal', 'Spain', 'Germany', 'Peru'].map((country, at) => trip(`E${at}`, { 'Host country': country })),
          trip('E5'),
          trip('E6', { Seniority: 'Boss' }),
          trip('E7', { 'Trip end': '2020-01-01' }),
          trip('E8', { 'Trip start': '' }),
        ]),
      )
      const page = await open(workspace, `${language}-CH`)
      const faults: string[] = []
      const look = async (name: string): Promise<void> => {
        await expect.poll(() => page.locator('h1').count()).toBe(1)
        for (const text of await page.evaluate<string[]>(shown))
          if (english.test(text.replaceAll(own, ''))) faults.push(`${name}: ${text}`)
        for (const width of [1366, 390]) {
          await page.setViewportSize({ width, height: 768 })
          if ((await measureWidth(page)) > width) faults.push(`${name}: wider than ${width}`)
          for (const text of await page.evaluate<string[]>(cut)) faults.push(`${name}, ${width}: cut: ${text}`)
          if (pictures !== '') await page.screenshot({ path: `${pictures}/${language}-${name}-${width}.png` })
        }
        await page.setViewportSize({ width: 1366, height: 768 })
        for (const violation of await findViolations(page)) faults.push(`${name}: ${violation}`)
      }
      const press = (name: string | RegExp) =>
        page
          .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
          .first()
          .click()
      await page.locator('input[type=file]').waitFor({ state: 'attached' })
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await look('home')
      const { steps, jobs, decisions } = said.texts
      const job = (name = '') => page.locator('nav').getByRole('button', { name, exact: true }).click()
      for (const name of ['trips', 'decisions', 'invitations']) {
        await job(jobs[name])
        await look(name)
      }
      await job(jobs['home'])
      await page.locator('input[type=file]').setInputFiles(workspace.path('trips.xlsx'))
      await page.getByRole('heading', { level: 1, name: said.columns }).waitFor()
      await look('columns')
      await press(said.check)
      await page.getByText(said.problem).first().waitFor()
      await look('check')
      await press(said.review)
      await page.getByRole('button', { name: said.assess }).waitFor()
      await look('review')
      await press(said.assess)
      await page.getByRole('button', { name: said.download }).waitFor()
      await look('results')
      await press(steps['run'] ?? '')
      await look('send')
      await press(steps['results'] ?? '')
      await press(decisions['onResults'] ?? '')
      // One decision for all, sealed for another person.
      await page.locator('.fill select').waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Control+a')
      await page.locator('.fill select').selectOption('Compliance Approved')
      await page.locator('.fill input').first().fill('C-001')
      await look('decide')
      await page.locator('.fill button').click()
      await page.locator('button.main:enabled').click()
      const seal = page.locator('form').filter({ has: page.getByLabel(decisions['you'] ?? '') })
      await seal.getByLabel(decisions['you'] ?? '').fill('C-001')
      await look('decisions to send')
      await seal.locator('button').click()
      await page.getByRole('heading', { level: 1, name: steps['release'] ?? '' }).waitFor()
      await look('release')
      await press(said.settings)
      await page.getByLabel(said.label).waitFor()
      await look('settings')
      expect(faults).toEqual([])
      // The choice outlives the browser's wish, and the program.
      await page.getByLabel(said.label).selectOption('en')
      await page.getByLabel('Language of the page').waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    },
  )
})
