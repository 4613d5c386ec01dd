import type { Page } from 'playwright-core'

/** A person at the page, whose actions are counted: a file chosen, a click, a text typed, a key. */
export class Person {
  actions = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async drop(name: string, content: Uint8Array): Promise<void> {
    this.actions += 1
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
    await this.page.locator('input[type=file]').setInputFiles(file)
  }

  async press(name: string | RegExp): Promise<void> {
    this.actions += 1
    await this.page
      .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
      .first()
      .click()
  }

  async choose(label: string): Promise<void> {
    this.actions += 1
    // Chosen once the program has answered: a report of it meanwhile shows the choice before.
    await this.page.getByLabel(label).click()
    await this.page.getByLabel(label).and(this.page.locator(':checked')).waitFor()
  }

  /** For a tick that no program answers. */
  async tick(label: string): Promise<void> {
    this.actions += 1
    await this.page.getByLabel(label).first().check()
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    this.actions += 1
    await this.page.getByLabel(label).first().fill(text)
  }

  /** Takes every suggestion of a field by its button, and waits for its lines to go. */
  async useIn(title: string): Promise<void> {
    const button = this.page.getByRole('button', { name: new RegExp(`^Change [\\d,.]+ cells? of ${title}$`) }).first()
    const name = await button.getAttribute('aria-label')
    this.actions += 1
    await button.click()
    await this.page.getByRole('button', { name: name ?? '', exact: true }).waitFor({ state: 'detached' })
  }

  ready(rows: number): Promise<void> {
    return this.page.getByRole('radio', { name: `${rows} ready`, exact: true }).waitFor()
  }

  /** Opens a closed line; the page shows one at a time. */
  async open(title: string): Promise<void> {
    this.actions += 1
    await this.page.locator('.problems summary', { hasText: title }).click()
  }

  /** What the chips above the rows say, none at all being no row. */
  async counts(): Promise<Record<string, number>> {
    const texts = await this.page.locator('.chip').allInnerTexts()
    return Object.fromEntries(
      texts.map((text) => {
        const [, count = '', name = ''] = /^([\d,.]+)\s+(.+)$/s.exec(text.trim()) ?? []
        return [name, Number(count.replaceAll(/\D/g, ''))]
      }),
    )
  }

  /** The three numbers of Review. */
  async planned(): Promise<number[]> {
    await this.page.getByRole('heading', { level: 1, name: 'Review' }).waitFor()
    const texts = await this.page.locator('.tiles .figure').allInnerTexts()
    return texts.map((text) => Number(text.replaceAll(/\D/g, '')))
  }
}
