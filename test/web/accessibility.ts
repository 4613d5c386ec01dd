import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA forbids and axe finds on a page: the rule and where. */
export async function findViolations(page: Page): Promise<string[]> {
  // By the debugger: no script of ours may stand in the page.
  await page.evaluate(`if (!('axe' in globalThis)) { ${axe} }`)
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
  )
}
