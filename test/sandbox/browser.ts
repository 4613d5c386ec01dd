import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../support/missing-tools.ts'

export { chromiumPath }

/** For the title of what needs it. */
export const inChromium = 'in Chromium'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface WatchedPage {
  page: Page
  /** What the console said and what the page tried to load from elsewhere; nothing, on a good page. */
  complaints: string[]
}

/** A new page that may load from one origin. Statuses of 4xx are pages here, no faults. */
export async function openWatchedPage(browser: Browser, origin: string, locale = 'en-US'): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, locale })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource: the server responded with a status of 4')) {
      complaints.push(`console ${message.type()}: ${message.text()}`)
    }
  })
  // The console does not name the address.
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()}: ${new URL(response.url()).pathname}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`request: ${request.url()}`)
  })
  return { page, complaints }
}

const faintTexts = await readFile(new URL('find-faint-texts.js', import.meta.url), 'utf8')

/** Texts that lack contrast, with their ratio. */
export function findFaintTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(faintTexts)
}

/** Inputs that have no label, or several. */
export function findUnlabelledInputs(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "[...document.querySelectorAll('input')].filter(({ labels }) => labels.length !== 1).map(({ id }) => id)",
  )
}

/** How wide the page is; more than the window, when something sticks out. */
export function measureWidth(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth')
}
