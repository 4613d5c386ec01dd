import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { writeReport } from '../../rooms/pipeline/report.ts'
import { chromiumPath, inChromium, launchChromium } from '../../sandbox/browser.ts'
import { recorded } from '../figures/recorded.ts'
import { figuresOf, manyFigures } from './figures.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: readonly { html: string }[]
}

describe.skipIf(chromiumPath === undefined)(`the page of a report as axe judges it, ${inChromium}`, () => {
  it.each([
    ['of much', manyFigures],
    ['of made-up trips', () => figuresOf([recorded({ address: 'sandbox:/x' })])],
    ['of nothing', () => figuresOf([])],
  ])('%s has no fault, on a screen, a telephone and paper', { timeout: 300_000 }, async (_, figures) => {
    const output = join(createFolder(), 'report.html')
    await writeReport({ output, figures: await figures(), people: true, doneWord: 'scored' })
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    // The page forbids itself every script.
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    for (const [width, media, colorScheme] of [
      [1200, 'screen', 'light'],
      [1200, 'screen', 'dark'],
      [380, 'screen', 'light'],
      [1000, 'print', 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media, colorScheme })
      await page.goto(pathToFileURL(output).href)
      await page.evaluate(axe)
      const found = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
      expect(found.map(({ id, help, nodes }) => `${id}: ${help} ${nodes[0]?.html}`)).toEqual([])
    }
  })
})
